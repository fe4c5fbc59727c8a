#pragma once

/* Take pages that cannot be written to out of the memory of this process: those of shared
   libraries, or those of the program too. They stay in the page cache of the system, and come back
   when they are used again, some microseconds each.

   The system maps 64 KB around each place that is read or runs. A start runs a little of
   everything, and the dynamic linker reads all tables of all libraries, which leaves megabytes
   resident that nobody uses again. */
void pantile_give_back_library_pages(void);
void pantile_give_back_program_pages(void);
