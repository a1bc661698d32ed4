/*
 * Memory for the engine. Blocks are cut from pieces, and kept by size when they are free: the system's own allocator asks the system for every few pages
 * of a second thread. It has what is larger than these blocks.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "image.h"

enum { PIECE = 1 << 20, FIRST_PIECE = 256 << 10, LEAST = 24 };
#ifdef __SANITIZE_ADDRESS__
/* The sanitizer sees what is used beyond its end only where each block is the system's. */
enum { LARGEST = 0 };
#else
enum { LARGEST = 64 << 10 };
#endif

struct image IMAGE __attribute__((section(IMAGE_SECTION), aligned(4096))) = { .mark = IMAGE_MARK };

static const size_t MOST = (size_t)2 << 30;
/* Most calls need no more than this. Takes no room in the executable. */
static uint8_t first_piece[FIRST_PIECE] __attribute__((aligned(4096)));

static void use_piece(uint8_t *at, size_t size) {
  IMAGE.hot_part.at = at;
  IMAGE.hot_part.end = at + size;
}

void prepare_image(void) {
  IMAGE.hot_part = (struct part){ .at = IMAGE.hot, .end = IMAGE.hot + sizeof IMAGE.hot };
  IMAGE.cold_part = (struct part){ .at = IMAGE.cold, .end = IMAGE.cold + sizeof IMAGE.cold };
}

void finish_image(void) {
  IMAGE.is_made = true;
  IMAGE.hot_end = IMAGE.hot_part.at;
  use_piece(first_piece, sizeof first_piece);
}

bool makes_image(void) {
  return !IMAGE.is_made;
}

/* As Linux 5.14 numbers it; not every C library names it. */
enum { POPULATE_WRITE = 23 };

/* Each page that is first touched alone costs a call two microseconds; all at once they cost a fifth of it. Older systems do not know how. */
void prepare_memory(void) {
#ifdef __linux__
  madvise(&IMAGE, offsetof(struct image, cold), POPULATE_WRITE);
  madvise(first_piece, FIRST_PIECE / 2, POPULATE_WRITE);
#endif
}

/* Sizes up to a kilobyte differ by 8 bytes; above, there are four between a power of two and the next. An image has no room for that. */
static size_t with_head(size_t wanted) {
  size_t size = wanted + sizeof(struct head), step = 8;
  if (size < LEAST) size = LEAST;
  if (size > 1024 && IMAGE.is_made) step = (size_t)1 << (61 - __builtin_clzll(size - 1));
  return (size + step - 1) & ~(step - 1);
}

/* The blocks in a list have at least its size. */
static struct free_block **free_list(struct part *part, size_t size) {
  if (size <= 1024) return &part->free_blocks[size / 8];
  int power = 63 - __builtin_clzll(size);
  return &part->free_blocks[128 + (power - 10) * 4 + (int)(size >> (power - 2)) - 4];
}

static void *after_head(void *block, size_t size) {
  struct head *head = block;
  head->size = (uint32_t)size;
  return head + 1;
}

static struct head *head_of(const void *memory) {
  return (struct head *)(uintptr_t)memory - 1;
}

static bool is_in_image(const void *block) {
  return (uintptr_t)block - (uintptr_t)&IMAGE < sizeof IMAGE;
}

/* While the image is made: what calls write to lies together. */
static struct part *part_of_next(void) {
  return IMAGE.is_made || is_hot(IMAGE.blocks) ? &IMAGE.hot_part : &IMAGE.cold_part;
}

static void *allocate(void *opaque, size_t wanted) {
  (void)opaque;
  if (wanted > MOST) return NULL;
  size_t size = with_head(wanted);
  if (size > LARGEST && IMAGE.is_made) {
    void *block = malloc(size);
    return block ? after_head(block, size) : NULL;
  }
  struct part *part = part_of_next();
  struct head *block = NULL;
  if (size <= LARGEST) {
    struct free_block **list = free_list(part, size);
    if (*list && head_of(*list)->size >= size) {
      block = head_of(*list);
      *list = (*list)->next;
    }
  }
  if (!block) {
    if ((size_t)(part->end - part->at) < size) {
      if (!IMAGE.is_made) abort();
      void *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (piece == MAP_FAILED) return NULL;
      use_piece(piece, PIECE);
    }
    block = (void *)part->at;
    block->size = (uint32_t)size;
    part->at += size;
  }
  if (!IMAGE.is_made) block->number = IMAGE.blocks++;
  return block + 1;
}

static void *allocate_zeroed(void *opaque, size_t count, size_t size) {
  if (size && count > MOST / size) return NULL;
  void *memory = allocate(opaque, count * size);
  if (memory) memset(memory, 0, count * size);
  return memory;
}

static void release(void *opaque, void *memory) {
  (void)opaque;
  if (!memory) return;
  struct head *head = head_of(memory);
  size_t size = head->size;
  if (size > LARGEST) {
    if (!is_in_image(head)) free(head);
    return;
  }
  bool is_cold = !IMAGE.is_made && (uint8_t *)head >= IMAGE.cold;
  struct free_block **list = free_list(is_cold ? &IMAGE.cold_part : &IMAGE.hot_part, size);
  struct free_block *block = memory;
  block->next = *list;
  *list = block;
}

static size_t usable_size(const void *memory) {
  return memory ? head_of(memory)->size - sizeof(struct head) : 0;
}

static void *resize(void *opaque, void *memory, size_t wanted) {
  if (!memory) return allocate(opaque, wanted);
  size_t present = usable_size(memory);
  if (wanted <= present && (wanted > present / 2 || present <= LARGEST)) return memory;
  if (wanted > MOST) return NULL;
  size_t size = with_head(wanted);
  if (head_of(memory)->size > LARGEST && size > LARGEST && !is_in_image(memory)) {
    void *block = realloc(head_of(memory), size);
    return block ? after_head(block, size) : NULL;
  }
  void *other = allocate(opaque, wanted);
  if (!other) return NULL;
  memcpy(other, memory, present < wanted ? present : wanted);
  release(opaque, memory);
  return other;
}

const JSMallocFunctions MEMORY = { allocate_zeroed, allocate, release, resize, usable_size };
