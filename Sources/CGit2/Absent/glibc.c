// Functions that glibc has only since 2.35 and 2.36, so that a program built on a newer system also runs on 2.34:
// `arc4random` for the C++ runtime, `hypotf` for Swift's Glibc module, and `_dl_find_object` for the unwinder of
// the compiler.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

uint32_t arc4random(void) {
  uint32_t number;
  // A request of four bytes is never answered in part. It fails only before the system has any entropy.
  if (getrandom(&number, sizeof number, 0) != sizeof number) abort();
  return number;
}

float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  // The squares of floats are exact as doubles, and neither overflow nor underflow.
  return (float)sqrt((double)x * x + (double)y * y);
}

#if __GLIBC_PREREQ(2, 35)
struct search {
  uintptr_t address;
  struct dl_find_object *result;
};

// Checks one loaded object. Returns 1 if it contains the address.
static int find_in(struct dl_phdr_info *object, __attribute__((unused)) size_t size, void *context) {
  struct search *search = context;
  void *frames = NULL;
  int is_here = 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t start = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == DLFO_EH_SEGMENT_TYPE) frames = (void *)start;
    if (part->p_type != PT_LOAD || search->address - start >= part->p_memsz) continue;
    search->result->dlfo_map_start = (void *)start;
    search->result->dlfo_map_end = (void *)(start + part->p_memsz);
    is_here = 1;
  }
  search->result->dlfo_eh_frame = frames;
  return is_here && frames != NULL;
}

int _dl_find_object(void *address, struct dl_find_object *result) {
  struct search search = {(uintptr_t)address, result};
  return dl_iterate_phdr(find_in, &search) == 1 ? 0 : -1;
}
#endif
