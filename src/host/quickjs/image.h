/*
 * The image: the engine with the scripts that most calls need, loaded and ready, in the executable's own data. While the program is built, the
 * executable that has none yet makes it and writes it to stdout; the build puts it into the file. Where the build cannot run the program, or the
 * system moves it in memory, each call makes its own (`EACH_CALL_MAKES_IMAGE`).
 */
#ifndef SYMPOSIUM_IMAGE_H
#define SYMPOSIUM_IMAGE_H

#include "host.h"

#define IMAGE_MARK "the image of symposium-hook"
#ifdef __APPLE__
#define IMAGE_SECTION "__DATA,__image"
#else
#define IMAGE_SECTION ".image"
#endif
#ifndef HOT_BYTES
#define HOT_BYTES (1 << 20)
#endif
#ifndef COLD_BYTES
#define COLD_BYTES (16 << 20)
#endif

/* Before each block, and counted in its size, which is in units of eight bytes. The engine has the rest: what the block is, and who refers to it. */
struct head {
  uint16_t eights, kind;
  int32_t references;
};

/* In the place of what a free block held. */
struct free_block {
  struct free_block *next;
};

struct part {
  uint8_t *at, *end;
  struct free_block *free_blocks[160];
};

extern struct image {
  char mark[32];
  bool is_made;
  uint32_t blocks;
  JSRuntime *runtime;
  JSContext *ctx;
  JSValue scripts;
  struct part hot_part, cold_part;
  /* Where the blocks in `hot` end. */
  uint8_t *hot_end;
  /* What most calls write to, and the rest. */
  uint8_t hot[HOT_BYTES], cold[COLD_BYTES];
} IMAGE;

/* memory.c */
void prepare_image(void);
void finish_image(void);
void prepare_memory(void);
/* Before work that touches most of the image. */
void prepare_more_memory(void);
/* NULL if there are none. They stay. */
void *new_pages(size_t size);

/* image.c */
void make_image(int count, char **values);
bool is_hot(uint32_t number);

/* main.c: the engine, and one of the functions that the first script exports. */
void start_engine(void);
JSValue call_script(const char *name, const char *argument);
_Noreturn void run_program(int count, char **values);

/* learn.c */
#ifdef LEARNS
void note_block(const void *block, uint32_t number);
void note_chunk(const char *name);
void note_end(void);
#endif

#endif
