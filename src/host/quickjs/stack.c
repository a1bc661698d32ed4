/* A deep stack: the reader of JSON calls itself for each level of a payload, and a million levels must be read (RT-21). */
#include <pthread.h>

#include "host.h"

static struct {
  void (*act)(size_t size);
  size_t size;
} work;

static void *run(void *unused) {
  work.act(work.size);
  return unused;
}

/* The system gives memory to a stack as it is used, so the size costs nothing. Where limits forbid the first, the next is tried. */
static const size_t SIZES[] = { (size_t)512 << 20, (size_t)64 << 20, (size_t)8 << 20 };

void run_on_deep_stack(void (*act)(size_t size)) {
  work.act = act;
  for (size_t at = 0; at < sizeof SIZES / sizeof *SIZES; at++) {
    pthread_attr_t attributes;
    pthread_t thread;
    work.size = SIZES[at];
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, work.size);
    int failed = pthread_create(&thread, &attributes, run, NULL);
    pthread_attr_destroy(&attributes);
    if (failed) continue;
    pthread_join(thread, NULL);
    return;
  }
  work.size = (size_t)1 << 20;
  run(NULL);
}
