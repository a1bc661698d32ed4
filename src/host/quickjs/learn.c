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

/* The engine is about to look at a count of references, or to change it. Each object that it counts is in a block of its own, after two heads. */
void note_count(const void *object) {
  if (before) ((struct head *)(uintptr_t)object)[-2].number |= 1u << 31;
}

static void note_blocks(const uint8_t *at, const uint8_t *end) {
  const struct head *head;
  for (; at < end; at += head->size) {
    head = (const void *)at;
    if (memcmp(at, at - (const uint8_t *)before + (const uint8_t *)&IMAGE, head->size)) fprintf(report, "block %u\n", head->number);
  }
}

static const uint8_t *in_copy(const uint8_t *at) {
  return at - (const uint8_t *)&IMAGE + (const uint8_t *)before;
}

void note_end(void) {
  note_blocks(before->hot, in_copy(before->hot_end));
  note_blocks(before->cold, in_copy(before->cold_part.at));
  fprintf(report, "end %td\nend %td\n", IMAGE.hot_end - IMAGE.hot, IMAGE.cold_part.at - IMAGE.cold);
  fclose(report);
}
