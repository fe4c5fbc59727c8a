#pragma once
// OpenSSL marks its plain hash functions as deprecated since 3.0. They stay: what replaces them goes
// through providers, which a static link would pull in as a whole.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

/// The SHA-256 of bytes, 32 bytes at `digest`.
static inline void CCrypto_sha256(const void *bytes, size_t count, unsigned char *digest) {
  SHA256_CTX state;
  SHA256_Init(&state);
  SHA256_Update(&state, bytes, count);
  SHA256_Final(digest, &state);
}
