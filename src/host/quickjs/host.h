/* What the files of the host share. Each C function that scripts may call is in one of the lists at the end. */
#ifndef SYMPOSIUM_HOST_H
#define SYMPOSIUM_HOST_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "quickjs.h"

/* A function for scripts. The engine fills `argv` up to the declared number of arguments. */
#define SCRIPT_FUNCTION(name) static JSValue name(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
#define UNUSED_ARGUMENTS (void)self, (void)argc, (void)argv

/* What differs from process to process must not become part of the image. */
#define NOT_IN_IMAGE \
  if (makes_image()) return JS_ThrowInternalError(ctx, "asked the system while the image was made")
bool makes_image(void);

/* These declare a variable for an argument, and return what the conversion threw. A path comes last, because it must be freed. */
#define INTEGER(name, at) \
  int32_t name; \
  if (JS_ToInt32(ctx, &name, argv[at])) return JS_EXCEPTION
#define NUMBER(name, at) \
  double name; \
  if (JS_ToFloat64(ctx, &name, argv[at])) return JS_EXCEPTION
#define PATH(name, at) \
  const char *name = path_of(ctx, argv[at]); \
  if (!name) return JS_EXCEPTION

/* error.c: throws `errno` as Node does: with `code`, `errno`, `syscall`, and `path` where there is one. */
JSValue throw_errno(JSContext *ctx, const char *call, const char *path);

/* error.c: puts a value into a list; where making one of them threw, or this does, it is false. */
bool put_at(JSContext *ctx, JSValueConst list, uint32_t at, JSValue value);

/* text.c */
JSValue text_of(JSContext *ctx, const char *bytes, size_t length);
JSValue decode(JSContext *ctx, const uint8_t *bytes, size_t length, bool drops_mark, bool is_part);
const char *utf8_of(JSContext *ctx, JSValueConst text, size_t *length);
/* Free with `JS_FreeCString`. Throws and gives NULL where the text has a null byte. */
const char *path_of(JSContext *ctx, JSValueConst text);

/* signals.c */
void restore_signals(void);

/* stack.c: calls a function on a stack that deeply nested payloads fit into, with the size of that stack. */
void run_on_deep_stack(void (*act)(size_t size));

/* memory.c: for the engine's own records. It calls the functions in that file for all else. */
extern const JSMallocFunctions MEMORY;

/* process.c */
void remember_arguments(int count, char **values);
_Noreturn void end_process(int code);

/* inflate.c */
void inflate(const uint8_t *packed, size_t packed_size, uint8_t *to, size_t size);

/* chunks.c, and its generated tables. Chunks that are loaded together are packed together. */
struct pack {
  const uint8_t *bytes;
  size_t here, size;
  /* Once it was needed. */
  uint8_t *whole;
};
struct chunk {
  const char *name;
  /* In the pack of this number, or in memory if that is negative. */
  int pack;
  const uint8_t *bytes;
  size_t start, size;
};
extern struct pack PACKS[];
/* In the executable, and while the image is made, what goes into it. */
extern const struct chunk CHUNKS[], *chunks_of_image;
/* Evaluates a chunk; what it gives is mostly a function. */
JSValue load_chunk(JSContext *ctx, const char *name);

struct functions {
  const JSCFunctionListEntry *entries;
  int count;
};
#define FUNCTIONS(name, list) const struct functions name = { list, (int)(sizeof list / sizeof *list) }

extern const struct functions TEXT_FUNCTIONS, FILE_FUNCTIONS, PROCESS_FUNCTIONS, SIGNAL_FUNCTIONS, SPAWN_FUNCTIONS, DIGEST_FUNCTIONS,
  JSON_FUNCTIONS, CHUNK_FUNCTIONS;

#endif
