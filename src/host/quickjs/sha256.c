/* SHA-256, as FIPS 180-4 describes it. */
#include <string.h>
#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

#include "host.h"

static const uint32_t ROUNDS[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t word, int by) {
  return word >> by | word << (32 - by);
}

/* A round moves each of the eight words one place on. Here the names move instead. */
#define ROUND(a, b, c, d, e, f, g, h, number) \
  do { \
    uint32_t one = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + (g ^ (e & (f ^ g))) + ROUNDS[number] + words[number]; \
    d += one; \
    h = one + (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) | (c & (a | b))); \
  } while (0)

static void add_block(uint32_t state[8], const uint8_t *block) {
  uint32_t words[64];
  for (int at = 0; at < 16; at++)
    words[at] = (uint32_t)block[4 * at] << 24 | (uint32_t)block[4 * at + 1] << 16 | (uint32_t)block[4 * at + 2] << 8 | block[4 * at + 3];
  for (int at = 16; at < 64; at++) {
    uint32_t early = words[at - 15], late = words[at - 2];
    words[at] = words[at - 16] + (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3) + words[at - 7] +
                (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10);
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
  for (int at = 0; at < 64; at += 8) {
    ROUND(a, b, c, d, e, f, g, h, at);
    ROUND(h, a, b, c, d, e, f, g, at + 1);
    ROUND(g, h, a, b, c, d, e, f, at + 2);
    ROUND(f, g, h, a, b, c, d, e, at + 3);
    ROUND(e, f, g, h, a, b, c, d, at + 4);
    ROUND(d, e, f, g, h, a, b, c, at + 5);
    ROUND(c, d, e, f, g, h, a, b, at + 6);
    ROUND(b, c, d, e, f, g, h, a, at + 7);
  }
  uint32_t after[8] = { a, b, c, d, e, f, g, h };
  for (int at = 0; at < 8; at++) state[at] += after[at];
}

static void add_blocks(uint32_t state[8], const uint8_t *bytes, size_t count) {
  for (; count--; bytes += 64) add_block(state, bytes);
}

#ifdef __x86_64__
/* To ask the processor takes a virtual machine some microseconds. */
enum { LONG_TEXT = 16 << 10 };

static bool has_instructions(void) {
  unsigned a, b, c, d;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

/* The same with the processor's own instructions, of which one has two rounds. They want the words in the order ABEF and CDGH. */
__attribute__((target("sha,sse4.1"))) static void add_blocks_fast(uint32_t state[8], const uint8_t *bytes, size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i *at = (__m128i *)state;
  __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(at), 0xb1), efgh = _mm_shuffle_epi32(_mm_loadu_si128(at + 1), 0x1b);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  for (; count--; bytes += 64) {
    __m128i words[4], abef_before = abef, cdgh_before = cdgh;
    for (int four = 0; four < 4; four++) words[four] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + four), big_endian);
    for (int four = 0; four < 16; four++) {
      __m128i *now = &words[four % 4], next = words[(four + 1) % 4], third = words[(four + 2) % 4], last = words[(four + 3) % 4];
      __m128i sums = _mm_add_epi32(*now, _mm_loadu_si128((const __m128i *)ROUNDS + four));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sums);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sums, 0x0e));
      *now = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(*now, next), _mm_alignr_epi8(last, third, 4)), last);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128(at, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(at + 1, _mm_alignr_epi8(dchg, feba, 8));
}
#endif

static void digest(const uint8_t *bytes, size_t length, char hex[64]) {
  uint32_t state[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
  size_t done = length / 64 * 64;
#ifdef __x86_64__
  bool is_fast = length >= LONG_TEXT && has_instructions();
  (is_fast ? add_blocks_fast : add_blocks)(state, bytes, length / 64);
#else
  add_blocks(state, bytes, length / 64);
#endif
  uint8_t last[128] = { 0 };
  size_t rest = length - done, padded = rest < 56 ? 64 : 128;
  memcpy(last, bytes + done, rest);
  last[rest] = 0x80;
  for (size_t at = 0; at < 8; at++) last[padded - 1 - at] = (uint8_t)((uint64_t)length * 8 >> (8 * at));
  add_blocks(state, last, padded / 64);
  for (int at = 0; at < 64; at++) hex[at] = "0123456789abcdef"[state[at / 8] >> (28 - 4 * (at % 8)) & 15];
}

/* Of bytes, or of a text as UTF-8; in hex. */
SCRIPT_FUNCTION(sha256) {
  UNUSED_ARGUMENTS;
  size_t length;
  char hex[64];
  if (JS_IsString(argv[0])) {
    const char *utf8 = utf8_of(ctx, argv[0], &length);
    if (!utf8) return JS_EXCEPTION;
    digest((const uint8_t *)utf8, length, hex);
    JS_FreeCString(ctx, utf8);
  } else {
    uint8_t *bytes = JS_GetUint8Array(ctx, &length, argv[0]);
    if (!bytes) return JS_EXCEPTION;
    digest(bytes, length, hex);
  }
  return JS_NewStringLen(ctx, hex, sizeof hex);
}

static const JSCFunctionListEntry ENTRIES[] = { JS_CFUNC_DEF("sha256", 1, sha256) };
FUNCTIONS(DIGEST_FUNCTIONS, ENTRIES);
