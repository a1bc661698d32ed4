/* UTF-8, as the Encoding Standard has it: what is invalid is replaced, piece by piece as in other engines. */
#include <string.h>

#include "host.h"

/* The length of a valid sequence; 0 if the text ends within one; minus the length of what one replacement character stands for. */
static int sequence_length(const uint8_t *at, const uint8_t *end) {
  uint8_t lead = *at;
  if (lead < 0x80) return 1;
  int more = lead >= 0xf0 && lead <= 0xf4 ? 3 : lead >= 0xe0 && lead <= 0xef ? 2 : lead >= 0xc2 && lead <= 0xdf ? 1 : 0;
  if (more == 0) return -1;
  uint8_t lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  uint8_t highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  for (int next = 1; next <= more; next++) {
    if (at + next >= end) return 0;
    if (at[next] < lowest || at[next] > highest) return -next;
    lowest = 0x80;
    highest = 0xbf;
  }
  return more + 1;
}

static bool is_valid(const uint8_t *at, const uint8_t *end) {
  while (at < end) {
    uint64_t word;
    while (end - at >= 8) {
      memcpy(&word, at, sizeof word);
      if (word & 0x8080808080808080u) break;
      at += 8;
    }
    if (at == end) break;
    int length = sequence_length(at, end);
    if (length <= 0) return false;
    at += length;
  }
  return true;
}

static uint32_t code_point(const uint8_t *at, int length) {
  switch (length) {
    case 1: return at[0];
    case 2: return (at[0] & 31u) << 6 | (at[1] & 63u);
    case 3: return (at[0] & 15u) << 12 | (at[1] & 63u) << 6 | (at[2] & 63u);
    default: return (at[0] & 7u) << 18 | (at[1] & 63u) << 12 | (at[2] & 63u) << 6 | (at[3] & 63u);
  }
}

/* `is_part`: more may follow, so a sequence that the end cuts off is left out. */
JSValue decode(JSContext *ctx, const uint8_t *bytes, size_t length, bool drops_mark, bool is_part) {
  if (length == 0) return JS_NewStringLen(ctx, "", 0);
  const uint8_t *at = bytes, *end = bytes + length;
  if (drops_mark && length >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3)) at += 3;
  if (is_valid(at, end)) return JS_NewStringLen(ctx, (const char *)at, (size_t)(end - at));
  uint16_t *units = js_malloc(ctx, ((size_t)(end - at) + 1) * sizeof *units);
  if (!units) return JS_EXCEPTION;
  size_t count = 0;
  while (at < end) {
    int size = sequence_length(at, end);
    if (size == 0) {
      if (!is_part) units[count++] = 0xfffd;
      break;
    }
    if (size < 0) {
      units[count++] = 0xfffd;
      at -= size;
      continue;
    }
    uint32_t point = code_point(at, size);
    if (point > 0xffff) {
      units[count++] = (uint16_t)(0xd7c0 + (point >> 10));
      units[count++] = (uint16_t)(0xdc00 + (point & 0x3ff));
    } else {
      units[count++] = (uint16_t)point;
    }
    at += size;
  }
  JSValue text = JS_NewStringUTF16(ctx, units, count);
  js_free(ctx, units);
  return text;
}

JSValue text_of(JSContext *ctx, const char *bytes, size_t length) {
  return decode(ctx, (const uint8_t *)bytes, length, false, false);
}

/* Half of a surrogate pair becomes the replacement character, which takes as many bytes. */
const char *utf8_of(JSContext *ctx, JSValueConst text, size_t *length) {
  char *bytes = (char *)(uintptr_t)JS_ToCStringLen(ctx, length, text);
  if (!bytes) return NULL;
  char *end = bytes + *length;
  for (char *at = bytes; end - at >= 3 && (at = memchr(at, 0xed, (size_t)(end - at) - 2)); at++)
    if ((uint8_t)at[1] >= 0xa0) memcpy(at, "\xef\xbf\xbd", 3);
  return bytes;
}

const char *path_of(JSContext *ctx, JSValueConst text) {
  if (makes_image()) {
    JS_ThrowInternalError(ctx, "asked the system while the image was made");
    return NULL;
  }
  size_t length;
  const char *bytes = utf8_of(ctx, text, &length);
  if (bytes && strlen(bytes) != length) {
    JS_FreeCString(ctx, bytes);
    JS_ThrowTypeError(ctx, "a path or an argument must not have null bytes");
    return NULL;
  }
  return bytes;
}

/* `decode(bytes, dropsMark, isPart)` */
SCRIPT_FUNCTION(decode_bytes) {
  UNUSED_ARGUMENTS;
  size_t length;
  uint8_t *bytes = JS_GetUint8Array(ctx, &length, argv[0]);
  if (!bytes) return JS_EXCEPTION;
  return decode(ctx, bytes, length, JS_ToBool(ctx, argv[1]) > 0, JS_ToBool(ctx, argv[2]) > 0);
}

SCRIPT_FUNCTION(is_utf8) {
  UNUSED_ARGUMENTS;
  size_t length;
  uint8_t *bytes = JS_GetUint8Array(ctx, &length, argv[0]);
  if (!bytes) return JS_EXCEPTION;
  return JS_NewBool(ctx, length == 0 || is_valid(bytes, bytes + length));
}

SCRIPT_FUNCTION(encode) {
  UNUSED_ARGUMENTS;
  size_t length;
  const char *utf8 = utf8_of(ctx, argv[0], &length);
  if (!utf8) return JS_EXCEPTION;
  JSValue bytes = JS_NewUint8ArrayCopy(ctx, (const uint8_t *)utf8, length);
  JS_FreeCString(ctx, utf8);
  return bytes;
}

SCRIPT_FUNCTION(byte_length) {
  UNUSED_ARGUMENTS;
  size_t length;
  const char *utf8 = JS_ToCStringLen(ctx, &length, argv[0]);
  if (!utf8) return JS_EXCEPTION;
  JS_FreeCString(ctx, utf8);
  return JS_NewInt64(ctx, (int64_t)length);
}

static const JSCFunctionListEntry ENTRIES[] = {
  JS_CFUNC_DEF("decode", 3, decode_bytes),
  JS_CFUNC_DEF("isUtf8", 1, is_utf8),
  JS_CFUNC_DEF("encode", 1, encode),
  JS_CFUNC_DEF("byteLength", 1, byte_length),
};
FUNCTIONS(TEXT_FUNCTIONS, ENTRIES);
