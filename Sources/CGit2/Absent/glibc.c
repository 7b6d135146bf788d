// What glibc got in 2.35 and 2.36, so that a program that is built on a newer system runs on 2.34 as well: the
// random numbers that the C++ runtime asks for, and a length that Swift's Glibc offers.
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

uint32_t arc4random(void) {
  uint32_t number;
  // Four bytes come whole or not at all, and the latter only before the system has gathered its first entropy.
  if (getrandom(&number, sizeof number, 0) != sizeof number) abort();
  return number;
}

float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  // The squares of two floats are exact as doubles, and neither overflow nor vanish.
  return (float)sqrt((double)x * x + (double)y * y);
}
