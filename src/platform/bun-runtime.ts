/**
 * The parts of Bun that the native program uses, typed here so that Node's types stay the only ones. Node's equivalents
 * (`node:child_process`, `node:crypto`, `process.stdin`, `node:tty`) add half a millisecond to three to every start.
 */

export interface BunProcess {
  readonly pid: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly exited: Promise<number>;
  readonly exitCode: number | null;
  readonly signalCode: string | null;
  unref(): void;
}

export interface BunSpawnOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Uint8Array;
  readonly stdout: "pipe";
  readonly stderr: "pipe";
  /** Nothing is read before `stdout` or `stderr` is accessed. */
  readonly lazy: true;
  readonly detached: boolean;
  readonly windowsHide: boolean;
  readonly windowsVerbatimArguments: boolean;
}

export interface BunHasher {
  update(bytes: string | Uint8Array): BunHasher;
  digest(encoding: "hex"): string;
}

export interface BunRuntime {
  readonly CryptoHasher: new (algorithm: "sha256") => BunHasher;
  spawn(command: readonly string[], options: BunSpawnOptions): BunProcess;
}

/** Bun, when the program runs in it. */
export const bun = (globalThis as { readonly Bun?: BunRuntime }).Bun;
