#include "settings.h"

/* jemalloc reads this symbol at start-up. One arena and a short decay keep resident memory low. */
const char *malloc_conf = "narenas:1,dirty_decay_ms:1000,muzzy_decay_ms:0";

void pantile_keep_allocator_settings(void) {}
