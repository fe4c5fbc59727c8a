#pragma once

/* Refer to this once, so that a static link keeps the settings. */
void pantile_keep_allocator_settings(void);

/* Takes the pages of the program and of its libraries that cannot be written to out of the memory
   of this process; they stay in the page cache of the system. The system maps 64 KB around each
   place that runs, so a start, which runs a little of everything, leaves megabytes resident that
   nobody uses again. Those in use come back, a microsecond each. */
void pantile_give_back_program_pages(void);
