/*
 * Runs while the program is built: `compile-chunks <name> …` makes bytecode of the script `<name>.js`, in the file `<name>`.
 * The scripts are expressions, mostly functions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"

bool is_hot(uint32_t number) {
  (void)number;
  return false;
}

/* The engine that learns calls it; it is compiled soonest. */
void note_count(const void *object);
void note_count(const void *object) {
  (void)object;
}

static char *read_text(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) return NULL;
  long length = ftell(file);
  rewind(file);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text) {
    *size = fread(text, 1, (size_t)length, file);
    text[*size] = 0;
  }
  fclose(file);
  return text;
}

static int fail(const char *name, const char *reason) {
  fprintf(stderr, "%s: %s\n", name, reason);
  return 1;
}

int main(int count, char **values) {
  finish_image();
  JSContext *ctx = JS_NewContext(JS_NewRuntime());
  for (int at = 1; at < count; at++) {
    char *name = values[at], path[4096];
    size_t size, length;
    snprintf(path, sizeof path, "%s.js", name);
    char *text = read_text(path, &size);
    if (!text) return fail(path, "cannot be read");
    JSValue code = JS_Eval(ctx, text, size, name, JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_COMPILE_ONLY | JS_EVAL_FLAG_STRICT);
    if (JS_IsException(code)) return fail(path, JS_ToCString(ctx, JS_GetException(ctx)));
    uint8_t *bytes = JS_WriteObject(ctx, &length, code, JS_WRITE_OBJ_BYTECODE | JS_WRITE_OBJ_STRIP_SOURCE | JS_WRITE_OBJ_STRIP_DEBUG);
    FILE *out = fopen(name, "wb");
    if (!bytes || !out || fwrite(bytes, 1, length, out) != length || fclose(out)) return fail(name, "cannot be written");
    free(text);
    js_free(ctx, bytes);
  }
  return 0;
}
