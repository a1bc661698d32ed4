/*
 * Runs while the program is built, and is not part of it: `learn <report> <hot> <chunk>=<file> … -- <argument> …` answers a call as the program does,
 * and writes down which chunks it loaded and which blocks of the image it wrote to.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"

static FILE *report;
static const struct image *before;
/* Of each place in the image: the number of the block that begins there, plus one, and whether the engine counted references there. */
static uint32_t begins[sizeof IMAGE / 8];
static bool is_counted[sizeof IMAGE / 8];

int main(int count, char **values) {
  int end = 2;
  while (end < count && strcmp(values[end], "--")) end++;
  report = count > 1 ? fopen(values[1], "w") : NULL;
  struct image *copy = malloc(sizeof *copy);
  if (!report || !copy) return 1;
  make_image(end - 1, values + 1);
  memcpy(copy, &IMAGE, sizeof *copy);
  before = copy;
  values[end] = values[0];
  run_program(count - end, values + end);
}

void note_chunk(const char *name) {
  fprintf(report, "chunk %s\n", name);
}

static size_t place_of(const void *address) {
  return (size_t)((const uint8_t *)address - (const uint8_t *)&IMAGE) / 8;
}

/* It begins with its head. */
void note_block(const void *block, uint32_t number) {
  begins[place_of(block) - 1] = number + 1;
}

/* The engine is about to look at a count of references, or to change it. The count is in the head. */
void note_count(const void *object) {
  if (before && place_of(object) - 1 < sizeof IMAGE / 8) is_counted[place_of(object) - 1] = true;
}

static void note_blocks(const uint8_t *from, const uint8_t *to) {
  for (size_t at = place_of(from), end = place_of(to), next; at < end; at = next) {
    for (next = at + 1; next < end && !begins[next];) next++;
    bool is_same = !memcmp((const uint8_t *)before + at * 8, (const uint8_t *)&IMAGE + at * 8, (next - at) * 8);
    if (begins[at] && (!is_same || memchr(&is_counted[at], true, next - at))) fprintf(report, "block %u\n", begins[at] - 1);
  }
}

void note_end(void) {
  note_blocks(IMAGE.hot, before->hot_end);
  note_blocks(IMAGE.cold, before->cold_part.at);
  fprintf(report, "end %td\nend %td\n", before->hot_end - IMAGE.hot, before->cold_part.at - IMAGE.cold);
  fclose(report);
}
