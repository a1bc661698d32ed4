/** What runs first in the native program: it provides what every engine has as a global, and loads the other chunks. */

import system from "symposium:system";

type Chunk = (exports: object, require: (name: string) => unknown, module: { exports: unknown }) => void;

const loaded = new Map<string, { exports: unknown }>([["symposium:system", { exports: system }]]);

function load(name: string): unknown {
  const present = loaded.get(name);
  if (present !== undefined) return present.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  // `./hook-model-matcher.cjs` is the chunk `hook-model-matcher`.
  (system.load(name.slice(2, -4)) as Chunk).call(module.exports, module.exports, load, module);
  return module.exports;
}

// The program's chunks have the same one.
const { afterEvents, numberOf, offSignal, onSignal, startTimer, stopTimer, turn } = load("./loop.cjs") as typeof import("./loop.ts");

type OnSignal = (name: NodeJS.Signals) => void;
type OnError = (error: unknown) => void;

const onErrors = new Map<string, OnError>();
let environment: Record<string, string> | undefined;

const ownProcess = {
  get env() {
    return (environment ??= system.env());
  },
  get execPath() {
    return system.execPath();
  },
  get argv() {
    const [program = "symposium-hook", ...args] = system.args();
    return [program, program, ...args];
  },
  platform: system.platform,
  arch: system.arch,
  get pid() {
    return system.pid();
  },
  cwd: system.cwd,
  exit: system.exit,
  getuid: system.uid,
  geteuid: system.euid,
  uptime: () => system.uptime() / 1000,
  kill: (pid: number, signal: NodeJS.Signals | number = "SIGTERM") =>
    system.kill(pid, typeof signal === "number" ? signal : numberOf(signal)),
  on: (name: string, act: OnSignal & OnError) =>
    name.startsWith("SIG") ? onSignal(name as NodeJS.Signals, act) : void onErrors.set(name, act),
  off: (name: NodeJS.Signals, act: OnSignal) => offSignal(name, act),
  getBuiltinModule: (name: string) => load(`./${name.replace(":", "-")}.cjs`),
};

class Encoder {
  encode(text: string): Uint8Array {
    return system.encode(text);
  }
}

interface Decoding {
  readonly fatal?: boolean;
  readonly ignoreBOM?: boolean;
}

class Decoder {
  readonly #decoding: Decoding;

  constructor(_encoding = "utf-8", decoding: Decoding = {}) {
    this.#decoding = decoding;
  }
  decode(bytes: Uint8Array, { stream = false }: { readonly stream?: boolean } = {}): string {
    const { fatal = false, ignoreBOM = false } = this.#decoding;
    if (fatal && !system.isUtf8(bytes)) throw new TypeError("The bytes are not valid UTF-8");
    return system.decode(bytes, !ignoreBOM, stream);
  }
}

Math.random = system.random;

const globals = {
  process: ownProcess,
  TextEncoder: Encoder,
  TextDecoder: Decoder,
  setTimeout: startTimer,
  clearTimeout: stopTimer,
  setImmediate: afterEvents,
  performance: { now: system.uptime },
  console: { warn: (text: string) => void system.write(2, ...whole(`${text}\n`)) },
};

function whole(text: string): [Uint8Array, number, number] {
  const bytes = system.encode(text);
  return [bytes, 0, bytes.length];
}

for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
Object.defineProperty(globalThis, "URL", { get: () => (load("./node-url.cjs") as { URL: unknown }).URL, configurable: true });

export { turn };

/** Loads a chunk while the image is made. */
export function prepare(name: string): void {
  load(`./${name}.cjs`);
}

/** Whether the program deals with an error that nothing caught. */
export function onError(error: unknown): boolean {
  const act = onErrors.get("uncaughtException");
  act?.(error);
  return act !== undefined;
}

export function run(): void {
  const { runHook } = load("./hook.cjs") as typeof import("../../hook.ts");
  void runHook(ownProcess.argv.slice(2));
}
