/* Makes the image, while the program is built: `symposium-hook <hot> <chunk>=<file> …`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"

/* Of the engine, as we changed it: what large tables depend on, in each process another one. */
extern uint64_t names_key;

static uint8_t *hot_bits;
static size_t hot_size;

bool is_hot(uint32_t number) {
  return number / 8 < hot_size && (hot_bits[number / 8] >> number % 8 & 1);
}

static uint8_t *bytes_of(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) return NULL;
  long length = ftell(file);
  rewind(file);
  uint8_t *bytes = length < 0 ? NULL : malloc((size_t)length + 1);
  *size = bytes ? fread(bytes, 1, (size_t)length, file) : 0;
  fclose(file);
  return bytes;
}

static void fail(const char *name, const char *reason) {
  fprintf(stderr, "%s: %s\n", name, reason);
  exit(1);
}

void make_image(int count, char **values) {
  struct chunk *chunks = calloc((size_t)count + 1, sizeof *chunks);
  if (count < 3 || !chunks) fail("symposium-hook", "has no image");
  hot_bits = bytes_of(values[1], &hot_size);
  for (int at = 2; at < count; at++) {
    char *file = strchr(values[at], '=');
    if (!file) fail(values[at], "is not <chunk>=<file>");
    *file++ = 0;
    struct chunk *chunk = &chunks[at - 2];
    chunk->name = values[at];
    chunk->bytes = bytes_of(file, &chunk->size);
    chunk->pack = -1;
    if (!hot_bits || !chunk->bytes) fail(file, "cannot be read");
  }
  chunks_of_image = chunks;
  prepare_image();
  start_engine();
  for (const struct chunk *chunk = chunks + 1; chunk->name; chunk++) {
    JS_FreeValue(IMAGE.ctx, call_script("prepare", chunk->name));
    JS_RunGC(IMAGE.runtime);
  }
  if (names_key) fail("symposium-hook", "cannot have a table of so many names in its image");
  finish_image();
}
