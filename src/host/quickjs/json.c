/*
 * Payloads with large members, such as what a tool gave back, of which most calls need nothing: these are checked here, without making values of them,
 * and parsed when they are asked for.
 */
#include <stdlib.h>
#include <string.h>

#include "host.h"

struct scan {
  const char *at;
  /* The kinds of what is open. */
  char *open;
  size_t depth, room, deepest;
};

static void skip_space(struct scan *scan) {
  while (*scan->at == ' ' || *scan->at == '\t' || *scan->at == '\n' || *scan->at == '\r') scan->at++;
}

static bool skip(struct scan *scan, char expected) {
  skip_space(scan);
  if (*scan->at != expected) return false;
  scan->at++;
  return true;
}

static bool is_hex(char letter) {
  return (letter >= '0' && letter <= '9') || ((letter | 32) >= 'a' && (letter | 32) <= 'f');
}

static bool skip_string(struct scan *scan) {
  if (!skip(scan, '"')) return false;
  const char *at = scan->at;
  for (; *at != '"'; at++) {
    if ((uint8_t)*at < ' ') return false;
    if (*at != '\\') continue;
    at++;
    if (*at == 'u') {
      for (int digit = 0; digit < 4; digit++)
        if (!is_hex(*++at)) return false;
    } else if (!*at || !strchr("\"\\/bfnrt", *at)) {
      return false;
    }
  }
  scan->at = at + 1;
  return true;
}

static bool skip_digits(struct scan *scan) {
  const char *start = scan->at;
  while (*scan->at >= '0' && *scan->at <= '9') scan->at++;
  return scan->at > start;
}

static bool skip_number(struct scan *scan) {
  if (*scan->at == '-') scan->at++;
  if (*scan->at == '0') scan->at++;
  else if (!skip_digits(scan)) return false;
  if (*scan->at == '.' && (scan->at++, !skip_digits(scan))) return false;
  if ((*scan->at | 32) != 'e') return true;
  scan->at++;
  if (*scan->at == '+' || *scan->at == '-') scan->at++;
  return skip_digits(scan);
}

static bool skip_plain(struct scan *scan) {
  static const char *const WORDS[] = { "true", "false", "null" };
  if (*scan->at == '"') return skip_string(scan);
  for (size_t at = 0; at < sizeof WORDS / sizeof *WORDS; at++) {
    size_t length = strlen(WORDS[at]);
    if (strncmp(scan->at, WORDS[at], length)) continue;
    scan->at += length;
    return true;
  }
  return skip_number(scan);
}

static bool skip_key(struct scan *scan) {
  return skip_string(scan) && skip(scan, ':');
}

/* Enters what begins here: `{` or `[`. */
static bool enter(struct scan *scan, char kind) {
  scan->at++;
  if (scan->depth == scan->deepest) return false;
  if (scan->depth == scan->room) {
    size_t room = scan->room * 2 + 64;
    char *open = realloc(scan->open, room);
    if (!open) return false;
    scan->open = open;
    scan->room = room;
  }
  scan->open[scan->depth++] = kind;
  return true;
}

/* One value. Its depth costs a byte a level here. */
static bool skip_value(struct scan *scan) {
  for (;;) {
    skip_space(scan);
    char kind = *scan->at;
    bool is_open = kind == '{' || kind == '[';
    if (is_open) {
      if (!enter(scan, kind)) return false;
      if (!skip(scan, kind == '{' ? '}' : ']')) {
        if (kind == '{' && !skip_key(scan)) return false;
        continue;
      }
      scan->depth--;
    } else if (!skip_plain(scan)) {
      return false;
    }
    for (; scan->depth > 0; scan->depth--) {
      char inside = scan->open[scan->depth - 1];
      if (skip(scan, ',')) {
        if (inside == '{' && !skip_key(scan)) return false;
        break;
      }
      if (!skip(scan, inside == '{' ? '}' : ']')) return false;
    }
    if (scan->depth == 0) return true;
  }
}

struct outline {
  JSValue parts;
  uint32_t count;
};

static void add_part(JSContext *ctx, struct outline *outline, const char *from, const char *to) {
  JS_SetPropertyUint32(ctx, outline->parts, outline->count++, JS_NewStringLen(ctx, from, (size_t)(to - from)));
}

/* Gives the count of members; -1 where this is not one object, or one that is too deep. */
static int read_outline(JSContext *ctx, struct scan *scan, size_t least, struct outline *outline) {
  int members = 0;
  const char *from = scan->at;
  if (!skip(scan, '{')) return -1;
  do {
    skip_space(scan);
    const char *key = scan->at;
    if (!skip_string(scan)) return -1;
    const char *key_end = scan->at;
    if (!skip(scan, ':')) return -1;
    skip_space(scan);
    const char *value = scan->at;
    if (!skip_value(scan)) return -1;
    members++;
    if ((size_t)(scan->at - value) < least) continue;
    add_part(ctx, outline, from, value);
    add_part(ctx, outline, key, key_end);
    add_part(ctx, outline, value, scan->at);
    from = scan->at;
  } while (skip(scan, ','));
  if (!skip(scan, '}')) return -1;
  skip_space(scan);
  if (*scan->at) return -1;
  add_part(ctx, outline, from, scan->at);
  return members;
}

/*
 * `outline(text, least, deepest)`: the count of an object's members, and in turn text without large values, the key of a large one, and that value.
 * `undefined` where none is so large, one is nested deeper, or this is not an object.
 */
SCRIPT_FUNCTION(outline_of) {
  UNUSED_ARGUMENTS;
  NUMBER(least, 1);
  NUMBER(deepest, 2);
  size_t length;
  const char *text = JS_ToCStringLen(ctx, &length, argv[0]);
  if (!text) return JS_EXCEPTION;
  struct scan scan = { .at = text, .deepest = (size_t)deepest };
  struct outline outline = { .parts = JS_NewArray(ctx), .count = 1 };
  int members = read_outline(ctx, &scan, (size_t)least, &outline);
  /* A null byte would have ended the text too soon. */
  bool is_whole = members > 0 && scan.at == text + length && outline.count > 2;
  if (is_whole) JS_SetPropertyUint32(ctx, outline.parts, 0, JS_NewInt32(ctx, members));
  free(scan.open);
  JS_FreeCString(ctx, text);
  if (is_whole) return outline.parts;
  JS_FreeValue(ctx, outline.parts);
  return JS_UNDEFINED;
}

static const JSCFunctionListEntry ENTRIES[] = { JS_CFUNC_DEF("outline", 3, outline_of) };
FUNCTIONS(JSON_FUNCTIONS, ENTRIES);
