/** What the C files of this folder give to scripts. Paths and texts are strings; what fails throws an error as Node makes it. */
declare module "symposium:system" {
  // text.c
  export function decode(bytes: Uint8Array, dropsMark: boolean, isPart: boolean): string;
  export function isUtf8(bytes: Uint8Array): boolean;
  export function encode(text: string): Uint8Array<ArrayBuffer>;
  export function byteLength(text: string): number;

  // files.c
  export const constants: Readonly<Record<OpenFlag | "F_OK" | "R_OK" | "W_OK" | "X_OK", number>>;
  type OpenFlag = `O_${"RDONLY" | "WRONLY" | "RDWR" | "CREAT" | "EXCL" | "TRUNC" | "APPEND" | "NONBLOCK" | "NOFOLLOW" | "DIRECTORY"}`;
  export function open(path: string, flags: number, mode: number): number;
  export function close(fd: number): void;
  /** From the current position, if `position` is negative. */
  export function read(fd: number, into: Uint8Array, offset: number, length: number, position: number): number;
  export function write(fd: number, bytes: Uint8Array, offset: number, length: number): number;
  export function readFile(file: string | number, isText: true): string;
  export function readFile(file: string | number, isText: false): Uint8Array<ArrayBuffer>;
  /** These three put numbers into the memory of `into`, and give 0 or the number of the error. */
  export function stat(path: string, into: Uint8Array): number;
  export function lstat(path: string, into: Uint8Array): number;
  export function fstat(fd: number, into: Uint8Array): number;
  /** Throws the error of a number. */
  export function fail(number: number, call: string, path?: string): never;
  export function exists(path: string): boolean;
  export function access(path: string, mode: number): void;
  export function mkdir(path: string, mode: number): void;
  export function rmdir(path: string): void;
  export function unlink(path: string): void;
  export function chmod(path: string, mode: number): void;
  export function chown(path: string, user: number, group: number): void;
  export function fsync(fd: number): void;
  /** In seconds. */
  export function utimes(path: string, accessed: number, modified: number): void;
  export function rename(from: string, to: string): void;
  export function symlink(target: string, path: string): void;
  export function readlink(path: string): string;
  export function realpath(path: string): string;
  /** At most so many names and kinds in turn; a kind is the type bits of a mode. */
  export function readdir(path: string, most: number): (string | number)[];

  // process.c
  export const platform: "linux" | "darwin";
  export const arch: "x64" | "arm64";
  export function args(): string[];
  export function env(): Record<string, string>;
  export function cwd(): string;
  export function execPath(): string;
  export function pid(): number;
  export function uid(): number;
  export function euid(): number;
  export function isTerminal(fd: number): boolean;
  /** In milliseconds. */
  export function uptime(): number;
  export function random(): number;
  export function sleep(milliseconds: number): void;
  export function kill(pid: number, signal: number): true;
  export function exit(code: number): never;

  // signals.c
  export const signals: Readonly<Record<string, number>>;
  /** Gives the descriptor on which the numbers of heard signals arrive, a byte each. */
  export function hear(signal: number): number;
  export function unhear(signal: number): void;

  // spawn.c
  export const POLLIN: number;
  export const POLLOUT: number;
  export function pipe(): [read: number, write: number];
  export function stopBlocking(fd: number): void;
  /** -1 where the system has no such files. */
  export function memoryFile(bytes: Uint8Array): number;
  export function spawn(file: string, argv: readonly string[], env: readonly string[], cwd: string, fds: readonly number[]): number;
  export function exec(file: string, argv: readonly string[], env: readonly string[]): never;
  /** `undefined` while it runs; then its exit code, or minus the signal. */
  export function wait(pid: number): number | undefined;
  /** Descriptors and events in turn; what happened replaces the events. */
  export function poll(asked: number[], milliseconds: number): number;

  // sha256.c
  export function sha256(bytes: string | Uint8Array): string;

  // json.c
  export function outline(text: string, least: number, deepest: number): [members: number, ...parts: string[]] | undefined;

  // chunks.c
  export function load(chunk: string): unknown;

  // The object itself: the bundler reaches each name of a namespace through two functions, and a call asks the system thousands of times.
  const system: Omit<typeof import("symposium:system"), "default">;
  export default system;
}
