#pragma once
// Header-only: the functions are compiled into their callers, and no library is linked. The
// header renames its functions when it is used in this way, so they get names here.
#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct { uint64_t high, low; } CXXHash128;

static inline CXXHash128 CXXHash_hash(const void *bytes, size_t count) {
  XXH128_hash_t hash = XXH3_128bits(bytes, count);
  return (CXXHash128){hash.high64, hash.low64};
}

// The size of a state; its alignment is 64.
static inline size_t CXXHash_stateSize(void) { return sizeof(XXH3_state_t); }

static inline void CXXHash_reset(void *state) { XXH3_128bits_reset((XXH3_state_t *)state); }

static inline void CXXHash_update(void *state, const void *bytes, size_t count) {
  XXH3_128bits_update((XXH3_state_t *)state, bytes, count);
}

static inline CXXHash128 CXXHash_digest(const void *state) {
  XXH128_hash_t hash = XXH3_128bits_digest((const XXH3_state_t *)state);
  return (CXXHash128){hash.high64, hash.low64};
}
