// libcrypto (OpenSSL 3): digests, and AES in cipher block chaining mode. It is loaded at the first call (see
// CCrypto.c).

#pragma once
#include <stddef.h>

/// The digest algorithms in use (FIPS 180-4; MD5: RFC 1321). Their values are the bytes of the digest.
enum ccrypto_digest_algorithm { ccrypto_md5 = 16, ccrypto_sha256 = 32, ccrypto_sha384 = 48, ccrypto_sha512 = 64 };

/// Loads libcrypto now: 1, or 0 where it is missing.
int ccrypto_load(void);
/// Loads it if the word stands in the bytes.
void ccrypto_load_for(const char *_Nonnull word, const void *_Nonnull bytes, size_t count);

/// Writes the digest of the bytes: as many bytes as the algorithm's value says. Returns 1, or 0 where libcrypto is
/// missing, has no memory or does not provide the algorithm.
int ccrypto_digest(int algorithm, const void *_Nullable bytes, size_t count, unsigned char *_Nonnull digest);

/// AES-CBC without padding (FIPS 197, SP 800-38A) over whole blocks of 16 bytes; `key` has `key_count` bytes, 16 or 32,
/// `vector` 16, and `output` has room for `count`. Returns 1, or 0 where libcrypto is missing or refuses.
int ccrypto_aes_cbc(int encrypts, const unsigned char *_Nonnull key, size_t key_count,
                    const unsigned char *_Nonnull vector, const unsigned char *_Nullable bytes, size_t count,
                    unsigned char *_Nullable output);
