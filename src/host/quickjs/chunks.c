/* The program's own code: bytecode in this executable, each chunk read when it is first asked for. Bytecode is never read from anywhere else. */
#include <string.h>

#include "host.h"

JSValue load_chunk(JSContext *ctx, const char *name) {
  for (const struct chunk *chunk = CHUNKS; chunk->name; chunk++) {
    if (strcmp(chunk->name, name)) continue;
    JSValue code = JS_ReadObject(ctx, chunk->bytes, chunk->size, JS_READ_OBJ_BYTECODE);
    return JS_IsException(code) ? code : JS_EvalFunction(ctx, code);
  }
  return JS_ThrowReferenceError(ctx, "this program has no part '%s'", name);
}

SCRIPT_FUNCTION(load) {
  UNUSED_ARGUMENTS;
  PATH(name, 0);
  JSValue value = load_chunk(ctx, name);
  JS_FreeCString(ctx, name);
  return value;
}

static const JSCFunctionListEntry ENTRIES[] = { JS_CFUNC_DEF("load", 1, load) };
FUNCTIONS(CHUNK_FUNCTIONS, ENTRIES);
