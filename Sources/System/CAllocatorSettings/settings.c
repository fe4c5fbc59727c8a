#include "settings.h"

/* jemalloc reads this symbol at start-up.

   One arena and a short decay keep resident memory low. A thread fills its cache with ten or more
   objects of a size at a time, so with 64 threads large ones would cost megabytes that nobody uses.
   Blocks of a megabyte and more go back to the system at once: only a render of unusual size makes
   them, and its pages would otherwise stay resident while the next one grows. */
const char *malloc_conf =
  "narenas:1,dirty_decay_ms:1000,muzzy_decay_ms:0,tcache_max:1024,tcache_nslots_small_max:32,"
  "oversize_threshold:1048576";

void pantile_keep_allocator_settings(void) {}
