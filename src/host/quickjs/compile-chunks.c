/*
 * Runs while the program is built: `compile-chunks <out.c> <name>=<file> …` makes bytecode of scripts, and a table of it in C.
 * The scripts are expressions, mostly functions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "quickjs.h"

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
  FILE *out = count > 1 ? fopen(values[1], "w") : NULL;
  if (!out) return fail("compile-chunks", "cannot write the table");
  JSContext *ctx = JS_NewContext(JS_NewRuntime());
  fprintf(out, "#include \"host.h\"\n");
  for (int at = 2; at < count; at++) {
    char *name = values[at], *file = strchr(name, '=');
    if (!file) return fail(name, "is not <name>=<file>");
    *file++ = 0;
    size_t size, length;
    char *text = read_text(file, &size);
    if (!text) return fail(file, "cannot be read");
    JSValue code = JS_Eval(ctx, text, size, name, JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_COMPILE_ONLY | JS_EVAL_FLAG_STRICT);
    if (JS_IsException(code)) return fail(name, JS_ToCString(ctx, JS_GetException(ctx)));
    uint8_t *bytes = JS_WriteObject(ctx, &length, code, JS_WRITE_OBJ_BYTECODE | JS_WRITE_OBJ_STRIP_SOURCE | JS_WRITE_OBJ_STRIP_DEBUG);
    if (!bytes) return fail(name, "cannot be written as bytecode");
    fprintf(out, "static const uint8_t chunk_%d[] = {", at);
    for (size_t byte = 0; byte < length; byte++) fprintf(out, "%d,", bytes[byte]);
    fprintf(out, "};\n");
    free(text);
  }
  fprintf(out, "const struct chunk CHUNKS[] = {\n");
  for (int at = 2; at < count; at++) fprintf(out, "  { \"%s\", chunk_%d, sizeof chunk_%d },\n", values[at], at, at);
  fprintf(out, "  { NULL, NULL, 0 },\n};\n");
  return fclose(out) ? fail(values[1], "cannot be written") : 0;
}
