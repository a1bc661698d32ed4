/* Files and folders. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host.h"

/* Ends a function that has one path. */
static JSValue finish(JSContext *ctx, int result, const char *call, const char *path) {
  JSValue value = result == 0 ? JS_UNDEFINED : throw_errno(ctx, call, path);
  JS_FreeCString(ctx, path);
  return value;
}

SCRIPT_FUNCTION(open_file) {
  UNUSED_ARGUMENTS;
  INTEGER(flags, 1);
  INTEGER(mode, 2);
  PATH(path, 0);
  int fd = open(path, flags | O_CLOEXEC, (mode_t)mode);
  JSValue value = fd < 0 ? throw_errno(ctx, "open", path) : JS_NewInt32(ctx, fd);
  JS_FreeCString(ctx, path);
  return value;
}

SCRIPT_FUNCTION(close_file) {
  UNUSED_ARGUMENTS;
  INTEGER(fd, 0);
  return close(fd) ? throw_errno(ctx, "close", NULL) : JS_UNDEFINED;
}

/* The arguments `bytes, offset, length` from `at` on. */
static uint8_t *part_of(JSContext *ctx, JSValueConst *argv, int at, size_t *length) {
  size_t size;
  double offset, count;
  if (JS_ToFloat64(ctx, &offset, argv[at + 1]) || JS_ToFloat64(ctx, &count, argv[at + 2])) return NULL;
  uint8_t *bytes = JS_GetUint8Array(ctx, &size, argv[at]);
  if (!bytes) return NULL;
  if (!(offset >= 0 && count >= 0 && offset + count <= (double)size)) {
    JS_ThrowRangeError(ctx, "outside of the buffer");
    return NULL;
  }
  *length = (size_t)count;
  return bytes + (size_t)offset;
}

/* A negative position means the current one. */
SCRIPT_FUNCTION(read_part) {
  UNUSED_ARGUMENTS;
  INTEGER(fd, 0);
  NUMBER(position, 4);
  size_t length;
  uint8_t *bytes = part_of(ctx, argv, 1, &length);
  if (!bytes) return JS_EXCEPTION;
  ssize_t count = position < 0 ? read(fd, bytes, length) : pread(fd, bytes, length, (off_t)position);
  return count < 0 ? throw_errno(ctx, "read", NULL) : JS_NewInt64(ctx, count);
}

SCRIPT_FUNCTION(write_part) {
  UNUSED_ARGUMENTS;
  INTEGER(fd, 0);
  size_t length;
  uint8_t *bytes = part_of(ctx, argv, 1, &length);
  if (!bytes) return JS_EXCEPTION;
  ssize_t count = write(fd, bytes, length);
  return count < 0 ? throw_errno(ctx, "write", NULL) : JS_NewInt64(ctx, count);
}

/* Reads to the end, whatever the size was said to be. Gives NULL with an exception pending. */
static uint8_t *read_to_end(JSContext *ctx, int fd, const char *path, size_t *size) {
  struct stat stat;
  if (fstat(fd, &stat)) return throw_errno(ctx, "fstat", path), NULL;
  size_t room = S_ISREG(stat.st_mode) && stat.st_size > 0 ? (size_t)stat.st_size + 1 : 8192;
  uint8_t *bytes = js_malloc(ctx, room);
  *size = 0;
  while (bytes) {
    ssize_t count = read(fd, bytes + *size, room - *size);
    if (count == 0) break;
    if (count < 0) {
      if (errno == EINTR) continue;
      throw_errno(ctx, "read", errno == EISDIR ? NULL : path);
      js_free(ctx, bytes);
      return NULL;
    }
    *size += (size_t)count;
    if (*size < room) continue;
    uint8_t *more = js_realloc(ctx, bytes, room *= 2);
    if (!more) js_free(ctx, bytes);
    bytes = more;
  }
  return bytes;
}

/* `readFile(path or descriptor, isText)` */
SCRIPT_FUNCTION(read_file) {
  UNUSED_ARGUMENTS;
  bool is_open = JS_IsNumber(argv[0]), is_text = JS_ToBool(ctx, argv[1]) > 0;
  const char *path = NULL;
  int fd;
  if (is_open) {
    if (JS_ToInt32(ctx, &fd, argv[0])) return JS_EXCEPTION;
  } else {
    path = path_of(ctx, argv[0]);
    if (!path) return JS_EXCEPTION;
    fd = open(path, O_RDONLY | O_CLOEXEC);
  }
  JSValue value = JS_EXCEPTION;
  if (fd < 0) {
    throw_errno(ctx, "open", path);
  } else {
    size_t size;
    uint8_t *bytes = read_to_end(ctx, fd, path, &size);
    if (bytes) value = is_text ? decode(ctx, bytes, size, false, false) : JS_NewUint8ArrayCopy(ctx, bytes, size);
    js_free(ctx, bytes);
    if (!is_open) close(fd);
  }
  if (path) JS_FreeCString(ctx, path);
  return value;
}

#ifdef __APPLE__
#define MODIFIED st_mtimespec
#define CHANGED st_ctimespec
#define ACCESSED st_atimespec
#else
#define MODIFIED st_mtim
#define CHANGED st_ctim
#define ACCESSED st_atim
#endif

static double milliseconds(struct timespec time) {
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* Into the memory of an array of numbers that the scripts reuse. Gives the error's number, or 0: most looks find nothing. */
static JSValue put_stat(JSContext *ctx, JSValueConst into, int error, const struct stat *stat) {
  if (error) return JS_NewInt32(ctx, error);
  double numbers[] = {
    (double)stat->st_dev, (double)stat->st_mode, (double)stat->st_uid, (double)stat->st_gid, (double)stat->st_size, (double)stat->st_ino,
    milliseconds(stat->MODIFIED), milliseconds(stat->CHANGED), milliseconds(stat->ACCESSED),
  };
  size_t size;
  uint8_t *bytes = JS_GetUint8Array(ctx, &size, into);
  if (!bytes) return JS_EXCEPTION;
  if (size != sizeof numbers) return JS_ThrowRangeError(ctx, "not the array for a stat");
  memcpy(bytes, numbers, sizeof numbers);
  return JS_NewInt32(ctx, 0);
}

static JSValue stat_path(JSContext *ctx, JSValueConst *argv, int (*ask)(const char *, struct stat *)) {
  struct stat found;
  PATH(path, 0);
  int error = ask(path, &found) ? errno : 0;
  JS_FreeCString(ctx, path);
  return put_stat(ctx, argv[1], error, &found);
}

SCRIPT_FUNCTION(stat_file) {
  UNUSED_ARGUMENTS;
  return stat_path(ctx, argv, stat);
}

SCRIPT_FUNCTION(stat_link) {
  UNUSED_ARGUMENTS;
  return stat_path(ctx, argv, lstat);
}

SCRIPT_FUNCTION(stat_open) {
  UNUSED_ARGUMENTS;
  INTEGER(fd, 0);
  struct stat found;
  return put_stat(ctx, argv[1], fstat(fd, &found) ? errno : 0, &found);
}

/* `fail(number, call, path?)` throws the error of that number. */
SCRIPT_FUNCTION(fail) {
  UNUSED_ARGUMENTS;
  INTEGER(number, 0);
  PATH(call, 1);
  const char *path = JS_IsString(argv[2]) ? path_of(ctx, argv[2]) : NULL;
  errno = number;
  throw_errno(ctx, call, path);
  JS_FreeCString(ctx, call);
  if (path) JS_FreeCString(ctx, path);
  return JS_EXCEPTION;
}

SCRIPT_FUNCTION(exists) {
  UNUSED_ARGUMENTS;
  PATH(path, 0);
  bool found = access(path, F_OK) == 0;
  JS_FreeCString(ctx, path);
  return JS_NewBool(ctx, found);
}

SCRIPT_FUNCTION(access_file) {
  UNUSED_ARGUMENTS;
  INTEGER(mode, 1);
  PATH(path, 0);
  return finish(ctx, access(path, mode), "access", path);
}

SCRIPT_FUNCTION(make_folder) {
  UNUSED_ARGUMENTS;
  INTEGER(mode, 1);
  PATH(path, 0);
  return finish(ctx, mkdir(path, (mode_t)mode), "mkdir", path);
}

SCRIPT_FUNCTION(remove_folder) {
  UNUSED_ARGUMENTS;
  PATH(path, 0);
  return finish(ctx, rmdir(path), "rmdir", path);
}

SCRIPT_FUNCTION(remove_file) {
  UNUSED_ARGUMENTS;
  PATH(path, 0);
  return finish(ctx, unlink(path), "unlink", path);
}

SCRIPT_FUNCTION(change_mode) {
  UNUSED_ARGUMENTS;
  INTEGER(mode, 1);
  PATH(path, 0);
  return finish(ctx, chmod(path, (mode_t)mode), "chmod", path);
}

SCRIPT_FUNCTION(change_owner) {
  UNUSED_ARGUMENTS;
  INTEGER(user, 1);
  INTEGER(group, 2);
  PATH(path, 0);
  return finish(ctx, chown(path, (uid_t)user, (gid_t)group), "chown", path);
}

SCRIPT_FUNCTION(flush_file) {
  UNUSED_ARGUMENTS;
  INTEGER(fd, 0);
  return fsync(fd) ? throw_errno(ctx, "fsync", NULL) : JS_UNDEFINED;
}

static JSValue with_two_paths(JSContext *ctx, JSValueConst *argv, int (*act)(const char *, const char *), const char *call) {
  PATH(path, 0);
  const char *other = path_of(ctx, argv[1]);
  if (!other) {
    JS_FreeCString(ctx, path);
    return JS_EXCEPTION;
  }
  JSValue value = act(path, other) ? throw_errno(ctx, call, path) : JS_UNDEFINED;
  JS_FreeCString(ctx, path);
  JS_FreeCString(ctx, other);
  return value;
}

SCRIPT_FUNCTION(rename_file) {
  UNUSED_ARGUMENTS;
  return with_two_paths(ctx, argv, rename, "rename");
}

SCRIPT_FUNCTION(make_link) {
  UNUSED_ARGUMENTS;
  return with_two_paths(ctx, argv, symlink, "symlink");
}

static struct timespec time_of(double seconds) {
  time_t whole = (time_t)seconds;
  /* Before 1970 too, the fraction is added. */
  if ((double)whole > seconds) whole--;
  return (struct timespec){ whole, (long)((seconds - (double)whole) * 1e9) };
}

SCRIPT_FUNCTION(change_times) {
  UNUSED_ARGUMENTS;
  NUMBER(accessed, 1);
  NUMBER(modified, 2);
  struct timespec times[2] = { time_of(accessed), time_of(modified) };
  PATH(path, 0);
  return finish(ctx, utimensat(AT_FDCWD, path, times, 0), "utime", path);
}

SCRIPT_FUNCTION(read_link) {
  UNUSED_ARGUMENTS;
  PATH(path, 0);
  char target[PATH_MAX];
  ssize_t length = readlink(path, target, sizeof target);
  JSValue value = length < 0 ? throw_errno(ctx, "readlink", path) : text_of(ctx, target, (size_t)length);
  JS_FreeCString(ctx, path);
  return value;
}

SCRIPT_FUNCTION(resolve_path) {
  UNUSED_ARGUMENTS;
  PATH(path, 0);
  char target[PATH_MAX];
  JSValue value = realpath(path, target) ? text_of(ctx, target, strlen(target)) : throw_errno(ctx, "realpath", path);
  JS_FreeCString(ctx, path);
  return value;
}

/* `readdir(path, most)`: a list of names and kinds in turn; a kind is the type bits of a mode. */
SCRIPT_FUNCTION(list_folder) {
  UNUSED_ARGUMENTS;
  NUMBER(most, 1);
  PATH(path, 0);
  DIR *folder = opendir(path);
  if (!folder) return finish(ctx, -1, "scandir", path);
  JSValue names = JS_NewArray(ctx);
  uint32_t count = 0;
  while (count < 2 * most) {
    errno = 0;
    const struct dirent *entry = readdir(folder);
    if (!entry && errno) {
      JS_FreeValue(ctx, names);
      names = throw_errno(ctx, "scandir", path);
    }
    if (!entry) break;
    const char *name = entry->d_name;
    if (!strcmp(name, ".") || !strcmp(name, "..")) continue;
    mode_t kind = (mode_t)DTTOIF(entry->d_type);
    struct stat stat;
    if (entry->d_type == DT_UNKNOWN && !fstatat(dirfd(folder), name, &stat, AT_SYMLINK_NOFOLLOW)) kind = stat.st_mode & S_IFMT;
    bool is_put = put_at(ctx, names, count++, text_of(ctx, name, strlen(name)));
    if (is_put && put_at(ctx, names, count++, JS_NewInt32(ctx, (int32_t)kind))) continue;
    JS_FreeValue(ctx, names);
    names = JS_EXCEPTION;
    break;
  }
  closedir(folder);
  JS_FreeCString(ctx, path);
  return names;
}

#define NUMBER_DEF(name) JS_PROP_INT32_DEF(#name, name, JS_PROP_ENUMERABLE)

static const JSCFunctionListEntry CONSTANTS[] = {
  NUMBER_DEF(O_RDONLY), NUMBER_DEF(O_WRONLY), NUMBER_DEF(O_RDWR),     NUMBER_DEF(O_CREAT),    NUMBER_DEF(O_EXCL),
  NUMBER_DEF(O_TRUNC),  NUMBER_DEF(O_APPEND), NUMBER_DEF(O_NONBLOCK), NUMBER_DEF(O_NOFOLLOW), NUMBER_DEF(O_DIRECTORY),
  NUMBER_DEF(F_OK),     NUMBER_DEF(R_OK),     NUMBER_DEF(W_OK),       NUMBER_DEF(X_OK),
};

static const JSCFunctionListEntry ENTRIES[] = {
  JS_OBJECT_DEF("constants", CONSTANTS, sizeof CONSTANTS / sizeof *CONSTANTS, JS_PROP_ENUMERABLE),
  JS_CFUNC_DEF("open", 3, open_file),
  JS_CFUNC_DEF("close", 1, close_file),
  JS_CFUNC_DEF("read", 5, read_part),
  JS_CFUNC_DEF("write", 4, write_part),
  JS_CFUNC_DEF("readFile", 2, read_file),
  JS_CFUNC_DEF("stat", 2, stat_file),
  JS_CFUNC_DEF("lstat", 2, stat_link),
  JS_CFUNC_DEF("fstat", 2, stat_open),
  JS_CFUNC_DEF("fail", 3, fail),
  JS_CFUNC_DEF("exists", 1, exists),
  JS_CFUNC_DEF("access", 2, access_file),
  JS_CFUNC_DEF("mkdir", 2, make_folder),
  JS_CFUNC_DEF("rmdir", 1, remove_folder),
  JS_CFUNC_DEF("unlink", 1, remove_file),
  JS_CFUNC_DEF("chmod", 2, change_mode),
  JS_CFUNC_DEF("chown", 3, change_owner),
  JS_CFUNC_DEF("fsync", 1, flush_file),
  JS_CFUNC_DEF("utimes", 3, change_times),
  JS_CFUNC_DEF("rename", 2, rename_file),
  JS_CFUNC_DEF("symlink", 2, make_link),
  JS_CFUNC_DEF("readlink", 1, read_link),
  JS_CFUNC_DEF("realpath", 1, resolve_path),
  JS_CFUNC_DEF("readdir", 2, list_folder),
};
FUNCTIONS(FILE_FUNCTIONS, ENTRIES);
