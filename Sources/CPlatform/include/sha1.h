// SHA-1, the digest at the end of a pack and of its index. libgit2 offers it only for whole objects.

#ifndef PMGIT_SHA1_H
#define PMGIT_SHA1_H

#include <stddef.h>
#include <stdint.h>

/// A SHA-1 computation in progress.
struct pmgit_sha1 {
  uint32_t state[5];
  uint64_t count;
  uint8_t block[64];
};

void pmgit_sha1_begin(struct pmgit_sha1 *sum);

void pmgit_sha1_add(struct pmgit_sha1 *sum, const void *bytes, size_t count);

/// Writes the digest of all bytes that were added. The sum can't be used afterwards.
void pmgit_sha1_end(struct pmgit_sha1 *sum, uint8_t digest[20]);

#endif
