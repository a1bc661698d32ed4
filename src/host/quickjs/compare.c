/* Where the C library is not glibc, it compares bytes one by one. The engine compares the names of properties with this. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined __linux__ && !defined __GLIBC__
int memcmp(const void *one, const void *other, size_t size) {
  const uint8_t *left = one, *right = other;
  for (; size >= sizeof(uint64_t); size -= sizeof(uint64_t)) {
    uint64_t here, there;
    memcpy(&here, left, sizeof here);
    memcpy(&there, right, sizeof there);
    if (here != there) break;
    left += sizeof here;
    right += sizeof there;
  }
  for (; size > 0; size--, left++, right++)
    if (*left != *right) return *left - *right;
  return 0;
}

/* Compilers call it where the order does not matter. */
int bcmp(const void *one, const void *other, size_t size) {
  return memcmp(one, other, size);
}
#endif
