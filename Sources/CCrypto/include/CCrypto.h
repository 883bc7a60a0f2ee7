// libcrypto's digests (OpenSSL 3): EVP_Digest and EVP_sha256 import as they are.

#pragma once
#include <openssl/evp.h>
