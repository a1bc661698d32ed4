/* Unpacks bytecode: DEFLATE (RFC 1951). The build packed it, so what cannot be unpacked is a damaged executable. */
#include <stdlib.h>
#include <string.h>

#include "host.h"

/* A symbol takes a few instructions, so calls would be most of the time. A call that makes an index would notice. */
#define ALWAYS_INLINE __attribute__((always_inline)) inline

enum { LONGEST_CODE = 15, FAST_BITS = 10, LITERALS = 288, DISTANCES = 32 };

/* What the next ten bits can be → a symbol, and in the lowest four bits how many of them it takes. Longer codes are found length by length. */
struct code {
  uint16_t fast[1 << FAST_BITS];
  uint16_t of_length[LONGEST_CODE + 1], symbols[LITERALS];
};

static struct code literals, distances;

struct bits {
  const uint8_t *at, *end;
  uint64_t held;
  unsigned count;
};

/* At least 56 bits, of which one symbol with its distance takes 48. */
ALWAYS_INLINE static void refill(struct bits *bits) {
  if (bits->end - bits->at >= 8) {
    uint64_t next;
    memcpy(&next, bits->at, sizeof next);
    bits->held |= next << bits->count;
    bits->at += (63 - bits->count) / 8;
    bits->count |= 56;
    return;
  }
  for (; bits->count <= 56; bits->count += 8) bits->held |= (uint64_t)(bits->at < bits->end ? *bits->at++ : 0) << bits->count;
}

ALWAYS_INLINE static unsigned take(struct bits *bits, unsigned count) {
  unsigned taken = (unsigned)(bits->held & ((1u << count) - 1));
  bits->held >>= count;
  bits->count -= count;
  return taken;
}

ALWAYS_INLINE static unsigned next_symbol(struct bits *bits, const struct code *code) {
  unsigned entry = code->fast[bits->held & ((1 << FAST_BITS) - 1)];
  if (entry) {
    take(bits, entry & 15);
    return entry >> 4;
  }
  unsigned number = 0, first = 0, index = 0;
  for (int length = 1; length <= LONGEST_CODE; length++) {
    number |= take(bits, 1);
    unsigned count = code->of_length[length];
    if (number - first < count) return code->symbols[index + number - first];
    index += count;
    first = (first + count) << 1;
    number <<= 1;
  }
  abort();
}

static void make_code(struct code *code, const uint8_t *lengths, int count) {
  unsigned next[LONGEST_CODE + 1] = { 0 }, place[LONGEST_CODE + 1] = { 0 };
  memset(code, 0, sizeof *code);
  for (int symbol = 0; symbol < count; symbol++) code->of_length[lengths[symbol]]++;
  code->of_length[0] = 0;
  for (int length = 1; length < LONGEST_CODE; length++) {
    next[length + 1] = (next[length] + code->of_length[length]) << 1;
    place[length + 1] = place[length] + code->of_length[length];
  }
  for (int symbol = 0; symbol < count; symbol++) {
    unsigned length = lengths[symbol], reversed = 0;
    if (!length) continue;
    code->symbols[place[length]++] = (uint16_t)symbol;
    unsigned number = next[length]++;
    if (length > FAST_BITS) continue;
    for (unsigned bit = 0; bit < length; bit++) reversed |= (number >> bit & 1) << (length - 1 - bit);
    for (unsigned at = reversed; at < 1 << FAST_BITS; at += 1u << length) code->fast[at] = (uint16_t)((unsigned)symbol << 4 | length);
  }
}

static void make_fixed_codes(void) {
  uint8_t lengths[LITERALS];
  for (int symbol = 0; symbol < LITERALS; symbol++) lengths[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
  make_code(&literals, lengths, LITERALS);
  memset(lengths, 5, DISTANCES);
  make_code(&distances, lengths, DISTANCES);
}

static void read_codes(struct bits *bits) {
  static const uint8_t ORDER[] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };
  uint8_t lengths[LITERALS + DISTANCES] = { 0 };
  unsigned literal_count = take(bits, 5) + 257, distance_count = take(bits, 5) + 1, own = take(bits, 4) + 4, total = literal_count + distance_count;
  for (unsigned at = 0; at < own; at++) {
    refill(bits);
    lengths[ORDER[at]] = (uint8_t)take(bits, 3);
  }
  make_code(&literals, lengths, sizeof ORDER);
  for (unsigned at = 0; at < total;) {
    refill(bits);
    unsigned symbol = next_symbol(bits, &literals), value = 0, times = 1;
    if (symbol < 16) value = symbol;
    else if (symbol == 16) value = at ? lengths[at - 1] : 0, times = 3 + take(bits, 2);
    else times = symbol == 17 ? 3 + take(bits, 3) : 11 + take(bits, 7);
    if (times > total - at) abort();
    while (times--) lengths[at++] = (uint8_t)value;
  }
  uint8_t of_distances[DISTANCES] = { 0 };
  memcpy(of_distances, lengths + literal_count, distance_count);
  make_code(&literals, lengths, (int)literal_count);
  make_code(&distances, of_distances, (int)distance_count);
}

static uint8_t *copy_stored(struct bits *bits, uint8_t *to, const uint8_t *end) {
  take(bits, bits->count % 8);
  unsigned length = take(bits, 16), inverted = take(bits, 16);
  if ((length ^ inverted) != 0xffff || length > (size_t)(end - to)) abort();
  while (length--) {
    refill(bits);
    *to++ = (uint8_t)take(bits, 8);
  }
  return to;
}

/* Repeats what lies `offset` bytes before. What follows is written later, so eight bytes at a time may go beyond `stop`, but not beyond the end. */
ALWAYS_INLINE static void copy_back(uint8_t *to, uint8_t *stop, const uint8_t *end, size_t offset) {
  if (offset >= 8 && end - stop >= 8) {
    for (; to < stop; to += 8) memcpy(to, to - offset, 8);
  } else {
    for (; to < stop; to++) *to = *(to - offset);
  }
}

static uint8_t *read_block(struct bits *shared, uint8_t *start, uint8_t *to, const uint8_t *end) {
  static const uint16_t LENGTHS[] = { 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258 };
  static const uint8_t LENGTH_BITS[] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0 };
  static const uint16_t OFFSETS[] = { 1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
                                      193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577 };
  /* A copy can be in registers. */
  struct bits own = *shared, *bits = &own;
  for (;;) {
    refill(bits);
    unsigned symbol = next_symbol(bits, &literals);
    if (symbol < 256) {
      if (to == end) abort();
      *to++ = (uint8_t)symbol;
      /* What is held is enough for another one; then a length with its distance may need more. */
      symbol = next_symbol(bits, &literals);
      if (symbol < 256) {
        if (to == end) abort();
        *to++ = (uint8_t)symbol;
        continue;
      }
      refill(bits);
    }
    if (symbol == 256) break;
    if (symbol - 257 >= sizeof LENGTH_BITS) abort();
    unsigned length = LENGTHS[symbol - 257] + take(bits, LENGTH_BITS[symbol - 257]), way = next_symbol(bits, &distances);
    if (way >= 30) abort();
    unsigned offset = OFFSETS[way] + take(bits, way < 4 ? 0 : way / 2 - 1);
    if (offset > (size_t)(to - start) || length > (size_t)(end - to)) abort();
    copy_back(to, to + length, end, offset);
    to += length;
  }
  *shared = own;
  return to;
}

void inflate(const uint8_t *packed, size_t packed_size, uint8_t *to, size_t size) {
  uint8_t *start = to, *end = to + size;
  struct bits bits = { packed, packed + packed_size, 0, 0 };
  for (bool is_last = false; !is_last;) {
    refill(&bits);
    is_last = take(&bits, 1);
    unsigned kind = take(&bits, 2);
    if (kind == 0) {
      to = copy_stored(&bits, to, end);
      continue;
    }
    if (kind == 1) make_fixed_codes();
    else read_codes(&bits);
    to = read_block(&bits, start, to, end);
  }
  if (to != end) abort();
}
