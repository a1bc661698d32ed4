/*
 * Memory for the engine. Blocks are cut from pieces, and kept by size when they are free: the system's own allocator asks the system for every few pages
 * of a second thread. It has what is larger than these blocks.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "image.h"

enum { PAGE = 4096, PIECE = 1 << 20, FIRST_PIECE = 256 << 10, LEAST = 16 };
#ifdef __SANITIZE_ADDRESS__
/* The sanitizer sees what is used beyond its end only where each block is the system's. */
enum { LARGEST = 0 };
#else
enum { LARGEST = 64 << 10 };
#endif
/* Blocks of up to a kilobyte. */
enum { MOST_SMALL = 1024 - sizeof(struct head) };

/* A block that is larger than these: its head says so, and the size is before the head. */
enum { IS_LARGE = 0xffff };
struct large {
  size_t size;
  struct head head;
};

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
#ifndef MAP_POPULATE
enum { MAP_POPULATE = 0 };
#endif

/* Each page that is first touched alone costs a call two microseconds; all at once they cost a fifth of it. Older systems do not know how. */
static void prepare(void *at, size_t size) {
#ifdef __linux__
  size_t before = (uintptr_t)at % PAGE;
  madvise((uint8_t *)at - before, size + before, POPULATE_WRITE);
#else
  (void)at, (void)size;
#endif
}

void prepare_memory(void) {
  prepare(&IMAGE, offsetof(struct image, cold));
  prepare(first_piece, FIRST_PIECE / 2);
}

void *new_pages(size_t size) {
  void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

void prepare_more_memory(void) {
  prepare(IMAGE.cold, sizeof IMAGE.cold);
}

/* Sizes up to a kilobyte differ by 8 bytes; above, there are four between a power of two and the next. An image has no room for that. */
static size_t with_head(size_t wanted) {
  size_t size = wanted + sizeof(struct head), step = 8;
  if (size < LEAST) size = LEAST;
  if (size > 1024 && IMAGE.is_made) step = (size_t)1 << (61 - __builtin_clzll(size - 1));
  return (size + step - 1) & ~(step - 1);
}

static size_t list_of(size_t size) {
  if (size <= 1024) return size / 8;
  int power = 63 - __builtin_clzll(size);
  return 128 + (size_t)(power - 10) * 4 + (size >> (power - 2)) - 4;
}

static struct head *head_of(const void *memory) {
  return (struct head *)(uintptr_t)memory - 1;
}

static struct large *large_of(const void *memory) {
  return (struct large *)(uintptr_t)memory - 1;
}

static bool is_large(const void *memory) {
  return head_of(memory)->eights == IS_LARGE;
}

static size_t size_of(const void *memory) {
  return is_large(memory) ? large_of(memory)->size : (size_t)head_of(memory)->eights * 8;
}

size_t usable_size(const void *memory) {
  return size_of(memory) - sizeof(struct head);
}

static void *large_block(struct large *block, size_t size) {
  if (!block) return NULL;
  block->size = size;
  block->head.eights = IS_LARGE;
  return block + 1;
}

static bool is_in_image(const void *block) {
  return (uintptr_t)block - (uintptr_t)&IMAGE < sizeof IMAGE;
}

/* From the end of what a part has used. */
static void *cut(struct part *part, size_t size) {
  if ((size_t)(part->end - part->at) < size) {
    if (!IMAGE.is_made) abort();
    void *piece = new_pages(PIECE);
    if (!piece) return NULL;
    use_piece(piece, PIECE);
  }
  void *block = part->at;
  part->at += size;
  return block;
}

static void *new_block(struct part *part, size_t size) {
  struct head *head = cut(part, size);
  if (!head) return NULL;
  head->eights = (uint16_t)(size / 8);
  return head + 1;
}

/* The blocks in a list have at least its size. */
static void *block_of_list(struct part *part, size_t size) {
  struct free_block **list = &part->free_blocks[list_of(size)], *block = *list;
  if (!block || size_of(block) < size) return NULL;
  *list = block->next;
  return block;
}

void release(void *memory) {
  /* It may have held an address of this process, and the next build would have another one there. */
  if (!IMAGE.is_made) memset(memory, 0, usable_size(memory));
  if (is_large(memory)) {
    if (!is_in_image(memory)) free(large_of(memory));
    return;
  }
  bool is_cold = !IMAGE.is_made && (uint8_t *)memory >= IMAGE.cold;
  struct part *part = is_cold ? &IMAGE.cold_part : &IMAGE.hot_part;
  struct free_block **list = &part->free_blocks[list_of(size_of(memory))], *block = memory;
  block->next = *list;
  *list = block;
}

/* An image has no room to lose, so a larger free block gives a part of itself. */
static void *part_of_free(struct part *part, size_t size) {
  for (size_t list = list_of(size) + 1; list < sizeof part->free_blocks / sizeof *part->free_blocks; list++) {
    struct free_block *block = part->free_blocks[list];
    if (!block || size_of(block) < size + LEAST) continue;
    part->free_blocks[list] = block->next;
    struct head *head = head_of(block), *rest = head + size / sizeof *head;
    rest->eights = (uint16_t)(head->eights - size / 8);
    head->eights = (uint16_t)(size / 8);
    release(rest + 1);
    return block;
  }
  return NULL;
}

/* While the image is made: what calls write to lies together. */
static void *allocate_in_image(size_t size) {
  struct part *part = is_hot(IMAGE.blocks) ? &IMAGE.hot_part : &IMAGE.cold_part;
  void *block = size > LARGEST ? large_block(cut(part, size + sizeof(struct head)), size) : block_of_list(part, size);
  if (!block) block = part_of_free(part, size);
  if (!block) block = new_block(part, size);
#ifdef LEARNS
  note_block(block, IMAGE.blocks);
#endif
  IMAGE.blocks++;
  return block;
}

static void *allocate_rare(size_t wanted) {
  if (wanted > MOST) return NULL;
  size_t size = with_head(wanted);
  if (!IMAGE.is_made) return allocate_in_image(size);
  if (size > LARGEST) return large_block(malloc(size + sizeof(struct head)), size);
  void *block = block_of_list(&IMAGE.hot_part, size);
  return block ? block : new_block(&IMAGE.hot_part, size);
}

/* The engine calls these for all that it stores, and most of what it stores is small. */
void *allocate(size_t wanted) {
  if (LARGEST == 0 || wanted - 1 >= MOST_SMALL || !IMAGE.is_made) return allocate_rare(wanted);
  size_t size = (wanted + sizeof(struct head) + 7) & ~(size_t)7;
  struct free_block **list = &IMAGE.hot_part.free_blocks[size / 8], *block = *list;
  if (!block) return new_block(&IMAGE.hot_part, size);
  *list = block->next;
  return block;
}

void *allocate_zeroed(size_t wanted) {
  void *memory = allocate(wanted);
  if (memory) memset(memory, 0, wanted);
  return memory;
}

void *resize(void *memory, size_t wanted) {
  size_t present = usable_size(memory);
  if (wanted <= present && (wanted > present / 2 || present <= LARGEST)) return memory;
  if (wanted > MOST) return NULL;
  size_t size = with_head(wanted);
  if (is_large(memory) && size > LARGEST && !is_in_image(memory))
    return large_block(realloc(large_of(memory), size + sizeof(struct head)), size);
  void *other = allocate(wanted);
  if (!other) return NULL;
  /* What the engine has in the head stays with what is in the block. */
  head_of(other)->kind = head_of(memory)->kind;
  head_of(other)->references = head_of(memory)->references;
  memcpy(other, memory, present < wanted ? present : wanted);
  release(memory);
  return other;
}

static void *allocate_record(void *opaque, size_t count, size_t size) {
  (void)opaque;
  return size && count > MOST / size ? NULL : allocate_zeroed(count * size);
}

const JSMallocFunctions MEMORY = { .js_calloc = allocate_record, .js_malloc_usable_size = usable_size };
