#define _GNU_SOURCE
#include <link.h>
#include <stddef.h>
#include <sys/mman.h>

#include "pages.h"

static void give_back_parts(const struct dl_phdr_info *object) {
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[index];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_W) != 0) continue;
    ElfW(Addr) start = (object->dlpi_addr + part->p_vaddr) & ~(ElfW(Addr))4095;
    ElfW(Addr) end = (object->dlpi_addr + part->p_vaddr + part->p_memsz + 4095) & ~(ElfW(Addr))4095;
    /* Nothing was ever written there, so what is used again comes back from the file. */
    (void)madvise((void *)start, end - start, MADV_DONTNEED);
  }
}

/* The program itself has an empty name. */
static int give_back_library(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size;
  (void)unused;
  if (object->dlpi_name != NULL && object->dlpi_name[0] == '/') give_back_parts(object);
  return 0;
}

static int give_back_all(struct dl_phdr_info *object, size_t size, void *unused) {
  if (object->dlpi_name == NULL || object->dlpi_name[0] == 0) give_back_parts(object);
  return give_back_library(object, size, unused);
}

void pantile_give_back_library_pages(void) { dl_iterate_phdr(give_back_library, NULL); }

void pantile_give_back_program_pages(void) { dl_iterate_phdr(give_back_all, NULL); }
