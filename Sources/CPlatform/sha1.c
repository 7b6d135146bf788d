#include "sha1.h"

#include <string.h>

static uint32_t rotate(uint32_t word, int bits) { return word << bits | word >> (32 - bits); }

static uint32_t big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// Processes one block of 64 bytes: FIPS 180-4, section 6.1.2.
static void process(uint32_t state[5], const uint8_t *block) {
  uint32_t words[80];
  for (int i = 0; i < 16; i++) words[i] = big_endian(block + 4 * i);
  for (int i = 16; i < 80; i++) {
    words[i] = rotate(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
#define ROUNDS(from, to, function, constant)                              \
  for (int i = from; i < to; i++) {                                       \
    uint32_t next = rotate(a, 5) + (function) + e + (constant) + words[i]; \
    e = d, d = c, c = rotate(b, 30), b = a, a = next;                     \
  }
  ROUNDS(0, 20, (b & c) | (~b & d), 0x5a827999)
  ROUNDS(20, 40, b ^ c ^ d, 0x6ed9eba1)
  ROUNDS(40, 60, (b & c) | (b & d) | (c & d), 0x8f1bbcdc)
  ROUNDS(60, 80, b ^ c ^ d, 0xca62c1d6)
#undef ROUNDS
  state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
}

void pmgit_sha1_begin(struct pmgit_sha1 *sum) {
  static const uint32_t start[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  memcpy(sum->state, start, sizeof start);
  sum->count = 0;
}

void pmgit_sha1_add(struct pmgit_sha1 *sum, const void *bytes, size_t count) {
  const uint8_t *rest = bytes;
  size_t used = sum->count % 64;
  sum->count += count;
  if (used > 0) {
    size_t part = count < 64 - used ? count : 64 - used;
    memcpy(sum->block + used, rest, part);
    if (used + part < 64) return;
    process(sum->state, sum->block);
    rest += part, count -= part;
  }
  for (; count >= 64; rest += 64, count -= 64) process(sum->state, rest);
  if (count > 0) memcpy(sum->block, rest, count);
}

void pmgit_sha1_end(struct pmgit_sha1 *sum, uint8_t digest[20]) {
  static const uint8_t padding[64] = {0x80};
  uint64_t bits = sum->count * 8;
  uint8_t length[8];
  for (int i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
  size_t used = sum->count % 64;
  pmgit_sha1_add(sum, padding, used < 56 ? 56 - used : 120 - used);
  pmgit_sha1_add(sum, length, 8);
  for (int i = 0; i < 20; i++) digest[i] = (uint8_t)(sum->state[i / 4] >> (24 - 8 * (i % 4)));
}
