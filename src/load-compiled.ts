/**
 * Loads the files of a command with the code that an earlier run compiled: compiling takes a third of a short command. The code lies beside
 * those files, in the build: a process that can change it can change the program itself. Where the build is read-only, files are compiled every time.
 */

import { closeSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

import { removeQuietly } from "./platform/remove-quietly.ts";

type Exports = Readonly<Record<string, unknown>>;
type Run = (exports: Exports, require: (name: string) => unknown, module: { exports: Exports }) => void;

/** Smaller files are compiled sooner than their code is found. */
const LEAST_BYTES = 8_192;

const loaded = new Map<string, { exports: Exports }>();
const compiled: Compiled[] = [];

/** Like `require`, for a file that imports only its neighbours and modules of Node. */
export function load(file: string): Exports {
  return loaded.get(file)?.exports ?? runAs(file, compile(file).runInThisContext() as Run);
}

/** The same for a file whose code is here already. */
export function runAs(file: string, run: Run): Exports {
  const module = { exports: {} };
  loaded.set(file, module);
  run(module.exports, (name) => (name.startsWith("./") ? load(join(dirname(file), name)) : process.getBuiltinModule(name)), module);
  return module.exports;
}

function compile(file: string): Script {
  const source = readFileSync(file);
  const text = `(function (exports, require, module) {${source.toString()}\n})`;
  if (source.length < LEAST_BYTES) return new Script(text, { filename: file });
  const stored = readStored(file, source);
  const script = new Script(text, { filename: file, ...(stored === undefined ? {} : { cachedData: stored }) });
  // The engine rejects the code of another version of Node.
  if (stored === undefined || script.cachedDataRejected === true) storeAtEnd({ file, source, script });
  return script;
}

/**
 * The engine would run code that is damaged, or made from another text of the same length. So the text is stored before it, and the code twice:
 * comparing them takes less than loading a module of Node that has checksums.
 */
function readStored(file: string, source: Buffer): Buffer | undefined {
  try {
    const bytes = readFileSync(placeOf(file));
    const middle = (source.length + bytes.length) / 2;
    const code = bytes.subarray(source.length, middle);
    return source.equals(bytes.subarray(0, source.length)) && code.equals(bytes.subarray(middle)) ? code : undefined;
  } catch {
    return undefined;
  }
}

interface Compiled {
  readonly file: string;
  readonly source: Buffer;
  readonly script: Script;
}

/** By then it contains the functions that were called. */
function storeAtEnd(one: Compiled): void {
  if (compiled.length === 0) process.once("exit", () => compiled.forEach(store));
  compiled.push(one);
}

function store({ file, source, script }: Compiled): void {
  const temporary = `${placeOf(file)}.${process.pid}`;
  try {
    // Before anything is made: it fails where the build is read-only.
    closeSync(openSync(temporary, "wx"));
  } catch {
    return;
  }
  try {
    const code = script.createCachedData();
    writeFileSync(temporary, Buffer.concat([source, code, code]));
    renameSync(temporary, placeOf(file));
  } catch {
    removeQuietly(temporary);
  }
}

function placeOf(file: string): string {
  return `${file}.compiled`;
}
