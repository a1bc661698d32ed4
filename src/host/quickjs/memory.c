/*
 * Memory for the engine, which asks for pages of small objects, and for what is larger. Most calls need less than the first piece, which is taken from
 * the system at once: each page that is first touched alone costs a call a microsecond. Blocks are cut from pieces, and kept by size when they are
 * free: the system's own allocator asks the system for every few pages of a second thread. What is larger than these is its affair.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "host.h"

#ifndef MAP_POPULATE
#define MAP_POPULATE 0
#endif

enum {
  FIRST_PIECE = 512 << 10,
  PIECE = 1 << 20,
  GRAIN = 128,
  LARGEST = 64 << 10,
};

/* Before each block, and counted in its size. */
struct head {
  size_t size;
};

static uint8_t *piece, *piece_end;
static struct free_block {
  struct free_block *next;
} *free_blocks[LARGEST / GRAIN + 1];

static void take_piece(size_t size, int flags) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  piece = memory == MAP_FAILED ? NULL : memory;
  piece_end = piece ? piece + size : NULL;
}

void prepare_memory(void) {
  take_piece(FIRST_PIECE, MAP_POPULATE);
}

static size_t with_head(size_t size) {
  return (size + sizeof(struct head) + GRAIN - 1) & ~(size_t)(GRAIN - 1);
}

static void *after_head(void *block, size_t size) {
  struct head *head = block;
  head->size = size;
  return head + 1;
}

static struct head *head_of(const void *memory) {
  return (struct head *)(uintptr_t)memory - 1;
}

static void *allocate(void *opaque, size_t wanted) {
  (void)opaque;
  if (wanted > SIZE_MAX / 2) return NULL;
  size_t size = with_head(wanted);
  if (size > LARGEST) {
    void *block = malloc(size);
    return block ? after_head(block, size) : NULL;
  }
  struct free_block **list = &free_blocks[size / GRAIN];
  if (*list) {
    void *block = *list;
    *list = (*list)->next;
    return after_head(block, size);
  }
  if ((size_t)(piece_end - piece) < size) take_piece(PIECE, 0);
  if (!piece) return NULL;
  void *block = piece;
  piece += size;
  return after_head(block, size);
}

static void *allocate_zeroed(void *opaque, size_t count, size_t size) {
  if (size && count > SIZE_MAX / 2 / size) return NULL;
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
    free(head);
    return;
  }
  struct free_block *block = (void *)head;
  block->next = free_blocks[size / GRAIN];
  free_blocks[size / GRAIN] = block;
}

static size_t usable_size(const void *memory) {
  return memory ? head_of(memory)->size - sizeof(struct head) : 0;
}

static void *resize(void *opaque, void *memory, size_t wanted) {
  if (!memory) return allocate(opaque, wanted);
  size_t present = usable_size(memory);
  if (wanted <= present && (wanted > present / 2 || present <= LARGEST)) return memory;
  if (wanted > SIZE_MAX / 2) return NULL;
  if (present > LARGEST && with_head(wanted) > LARGEST) {
    void *block = realloc(head_of(memory), with_head(wanted));
    return block ? after_head(block, with_head(wanted)) : NULL;
  }
  void *other = allocate(opaque, wanted);
  if (!other) return NULL;
  memcpy(other, memory, present < wanted ? present : wanted);
  release(opaque, memory);
  return other;
}

const JSMallocFunctions MEMORY = { allocate_zeroed, allocate, release, resize, usable_size };
