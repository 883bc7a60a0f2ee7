// libcrypto's digests and AES (OpenSSL 3): EVP_Digest, EVP_CipherUpdate and the algorithms import as they are.

#pragma once
#include <openssl/evp.h>
