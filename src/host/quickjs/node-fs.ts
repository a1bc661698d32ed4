/** As much of `node:fs` as hook code uses, with Node's names and errors: the build of the native program puts it in that module's place. */

import system from "symposium:system";

import { dirname } from "./node-path.ts";

export const { constants } = system;

/** The type bits of a mode. */
const TYPE = 0o170000;
const [PIPE, CHARACTER_DEVICE, FOLDER, FILE, LINK, SOCKET] = [0o010000, 0o020000, 0o040000, 0o100000, 0o120000, 0o140000];

/** The system fills it, for one look at a time. */
const numbers = new Float64Array(9);
const room = new Uint8Array(numbers.buffer);

class Stats {
  readonly dev = numbers[0]!;
  readonly mode = numbers[1]!;
  readonly uid = numbers[2]!;
  readonly gid = numbers[3]!;
  readonly size = numbers[4]!;
  readonly ino = numbers[5]!;
  readonly mtimeMs = numbers[6]!;
  readonly ctimeMs = numbers[7]!;
  readonly atimeMs = numbers[8]!;

  isFile(): boolean {
    return (this.mode & TYPE) === FILE;
  }
  isDirectory(): boolean {
    return (this.mode & TYPE) === FOLDER;
  }
  isSymbolicLink(): boolean {
    return (this.mode & TYPE) === LINK;
  }
  isSocket(): boolean {
    return (this.mode & TYPE) === SOCKET;
  }
  isFIFO(): boolean {
    return (this.mode & TYPE) === PIPE;
  }
  isCharacterDevice(): boolean {
    return (this.mode & TYPE) === CHARACTER_DEVICE;
  }
}

const ENOENT = 2;

type Looking = { readonly throwIfNoEntry?: boolean };

export function statSync(path: string, options?: Looking): Stats | undefined {
  const error = system.stat(path, room);
  return error === 0 ? new Stats() : missing(error, "stat", path, options);
}

export function lstatSync(path: string, options?: Looking): Stats | undefined {
  const error = system.lstat(path, room);
  return error === 0 ? new Stats() : missing(error, "lstat", path, options);
}

export function fstatSync(fd: number): Stats {
  const error = system.fstat(fd, room);
  return error === 0 ? new Stats() : system.fail(error, "fstat");
}

function missing(error: number, call: string, path: string, options: Looking | undefined): undefined {
  if (error !== ENOENT || options?.throwIfNoEntry !== false) system.fail(error, call, path);
}

/** A path with a null byte does not exist either. */
export function existsSync(path: string): boolean {
  try {
    return system.exists(path);
  } catch {
    return false;
  }
}

export function accessSync(path: string, mode = constants.F_OK): void {
  system.access(path, mode);
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC, O_EXCL, O_APPEND } = constants;
const FLAGS = { r: O_RDONLY, w: O_WRONLY | O_CREAT | O_TRUNC, wx: O_WRONLY | O_CREAT | O_EXCL, a: O_WRONLY | O_CREAT | O_APPEND } as const;
type Flags = keyof typeof FLAGS | number;

export function openSync(path: string, flags: Flags = "r", mode = 0o666): number {
  return system.open(path, typeof flags === "number" ? flags : FLAGS[flags], mode);
}

export const closeSync: (fd: number) => void = system.close;

export function readSync(
  fd: number,
  bytes: Uint8Array,
  offset = 0,
  length = bytes.length - offset,
  position: number | null = null,
): number {
  return system.read(fd, bytes, offset, length, position ?? -1);
}

export function writeSync(fd: number, bytes: Uint8Array, offset = 0): number {
  return system.write(fd, bytes, offset, bytes.length - offset);
}

export function readFileSync(file: string | number, encoding?: "utf8"): string | Uint8Array {
  return encoding === "utf8" ? system.readFile(file, true) : system.readFile(file, false);
}

interface Writing {
  readonly flag?: Flags;
  readonly mode?: number;
}

export function writeFileSync(file: string | number, data: string | Uint8Array, { flag = "w", mode = 0o666 }: Writing = {}): void {
  const bytes = typeof data === "string" ? system.encode(data) : data;
  const fd = typeof file === "number" ? file : openSync(file, flag, mode);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
  } finally {
    if (fd !== file) system.close(fd);
  }
}

interface Making {
  readonly recursive?: boolean;
  readonly mode?: number;
}

export function mkdirSync(path: string, { recursive = false, mode = 0o777 }: Making = {}): void {
  try {
    system.mkdir(path, mode);
  } catch (error) {
    if (!recursive) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const above = dirname(path);
    if (code === "ENOENT" && above !== path) {
      mkdirSync(above, { recursive, mode });
      mkdirSync(path, { recursive, mode });
    } else if (system.stat(path, room) !== 0 || (numbers[1]! & TYPE) !== FOLDER) {
      throw error;
    }
  }
}

class Entry {
  readonly name: string;
  readonly #type: number;

  constructor(name: string, type: number) {
    this.name = name;
    this.#type = type;
  }
  isFile(): boolean {
    return this.#type === FILE;
  }
  isDirectory(): boolean {
    return this.#type === FOLDER;
  }
  isSymbolicLink(): boolean {
    return this.#type === LINK;
  }
}

export function readdirSync(path: string, options?: { readonly withFileTypes?: boolean }): (string | Entry)[] {
  const entries = entriesOf(path, Number.POSITIVE_INFINITY);
  return options?.withFileTypes === true ? entries : entries.map(({ name }) => name);
}

function entriesOf(path: string, most: number): Entry[] {
  const listed = system.readdir(path, most);
  const entries: Entry[] = [];
  for (let at = 0; at < listed.length; at += 2) entries.push(new Entry(listed[at] as string, listed[at + 1] as number));
  return entries;
}

/** A folder may contain millions: it is listed again, and further, when the reader wants more than the beginning. */
export function opendirSync(path: string, { bufferSize = 32 }: { readonly bufferSize?: number } = {}) {
  let most = bufferSize;
  let entries = entriesOf(path, most);
  let at = 0;
  return {
    readSync(): Entry | null {
      if (at === most) entries = entriesOf(path, (most *= 16));
      return entries[at++] ?? null;
    },
    closeSync(): void {},
  };
}

interface Removing {
  readonly recursive?: boolean;
  readonly force?: boolean;
}

export function rmSync(path: string, { recursive = false, force = false }: Removing = {}): void {
  const error = system.lstat(path, room);
  if (error !== 0) {
    if (error !== ENOENT || !force) system.fail(error, "rm", path);
    return;
  }
  if ((numbers[1]! & TYPE) !== FOLDER) return system.unlink(path);
  if (!recursive) system.fail(EISDIR, "rm", path);
  for (const { name } of entriesOf(path, Number.POSITIVE_INFINITY)) rmSync(`${path}/${name}`, { recursive, force: true });
  system.rmdir(path);
}

const EISDIR = 21;

export function copyFileSync(from: string, to: string): void {
  const { mode } = statSync(from)!;
  writeFileSync(to, system.readFile(from, false), { mode: mode & 0o777 });
  system.chmod(to, mode & 0o7777);
}

interface Copying {
  readonly preserveTimestamps?: boolean;
  readonly verbatimSymlinks: true;
}

/** Of a file or a link. */
export function cpSync(from: string, to: string, { preserveTimestamps = false }: Copying): void {
  const stat = lstatSync(from)!;
  if (stat.isSymbolicLink()) return system.symlink(system.readlink(from), to);
  copyFileSync(from, to);
  if (preserveTimestamps) system.utimes(to, stat.atimeMs / 1000, stat.mtimeMs / 1000);
}

export const rmdirSync: (path: string) => void = system.rmdir;
export const unlinkSync: (path: string) => void = system.unlink;
export const renameSync: (from: string, to: string) => void = system.rename;
export const readlinkSync: (path: string) => string = system.readlink;
export const chmodSync: (path: string, mode: number) => void = system.chmod;
export const chownSync: (path: string, user: number, group: number) => void = system.chown;
export const fsyncSync: (fd: number) => void = system.fsync;
export const utimesSync: (path: string, accessed: number, modified: number) => void = system.utimes;

export function realpathSync(path: string): string {
  return system.realpath(path);
}
realpathSync.native = realpathSync;
