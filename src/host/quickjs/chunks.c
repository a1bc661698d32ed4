/* The program's own code: bytecode in this executable, each chunk read when it is first asked for. Bytecode is never read from anywhere else. */
#include <string.h>

#include "image.h"

/* A pack that the calls need which read a whole workspace. */
enum { MUCH = 256 << 10 };

const struct chunk *chunks_of_image;

static const struct chunk *named(const struct chunk *chunk, const char *name) {
  while (chunk && chunk->name && strcmp(chunk->name, name)) chunk++;
  return chunk && chunk->name ? chunk : NULL;
}

static const uint8_t *unpacked(struct pack *pack) {
  if (pack->whole) return pack->whole;
  uint8_t *whole = new_pages(pack->size);
  if (whole && pack->size >= MUCH) prepare_more_memory();
  if (whole) inflate(pack->bytes, pack->here, whole, pack->size);
  return pack->whole = whole;
}

JSValue load_chunk(JSContext *ctx, const char *name) {
  const struct chunk *chunk = named(chunks_of_image, name);
  if (!chunk) chunk = named(CHUNKS, name);
  if (!chunk) return JS_ThrowReferenceError(ctx, "this program has no part '%s'", name);
#ifdef LEARNS
  note_chunk(name);
#endif
  const uint8_t *bytes = chunk->pack < 0 ? chunk->bytes : unpacked(&PACKS[chunk->pack]);
  if (!bytes) return JS_ThrowOutOfMemory(ctx);
  JSValue code = JS_ReadObject(ctx, bytes + chunk->start, chunk->size, JS_READ_OBJ_BYTECODE);
  return JS_IsException(code) ? code : JS_EvalFunction(ctx, code);
}

SCRIPT_FUNCTION(load) {
  UNUSED_ARGUMENTS;
  const char *name = JS_ToCString(ctx, argv[0]);
  if (!name) return JS_EXCEPTION;
  JSValue value = load_chunk(ctx, name);
  JS_FreeCString(ctx, name);
  return value;
}

static const JSCFunctionListEntry ENTRIES[] = { JS_CFUNC_DEF("load", 1, load) };
FUNCTIONS(CHUNK_FUNCTIONS, ENTRIES);
