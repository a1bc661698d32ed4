/*
 * Starts a program with any bytes as its arguments, its environment and its folder: Node takes texts alone. `launch <file>`, in which each of these ends
 * with a null byte: what stdin is, the folder, how many arguments there are, the arguments, of which the first is the program, and the environment.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *next(char **at) {
  char *found = *at;
  *at += strlen(found) + 1;
  return found;
}

int main(int count, char **values) {
  FILE *file = count == 2 ? fopen(values[1], "rb") : NULL;
  if (!file || fseek(file, 0, SEEK_END)) return 120;
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *at = calloc(size + 1, 1), *end = at + size, **strings = calloc(size + 2, sizeof *strings);
  if (!at || !strings || fread(at, 1, size, file) != size) return 121;
  fclose(file);
  char *stdin_is = next(&at), *folder = next(&at);
  size_t arguments = (size_t)atol(next(&at)), number = 0;
  for (size_t of_these = 0; of_these < arguments; of_these++) strings[number++] = next(&at);
  char **environment = strings + ++number;
  while (at < end) strings[number++] = next(&at);
  if (chdir(folder)) return 122;
  if (!strcmp(stdin_is, "closed")) close(0);
  if (!strcmp(stdin_is, "non-blocking")) fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
  execve(strings[0], strings, environment);
  return 123;
}
