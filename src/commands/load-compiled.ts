/**
 * Loads the files of a command with the code that earlier runs compiled: compiling takes a third of a short command. The code lies beside
 * those files, in the build: a process that can change it can change the program itself. Where the build is read-only, files are compiled every time.
 *
 * The engine compiles a function when it is first called, and each command calls others. So every command adds what it compiled, until a run of
 * it adds nothing. That is then noted for a day, because finding out takes longer than many a command.
 */

import { closeSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

import { removeQuietly } from "../host/write-file.ts";

type Exports = Readonly<Record<string, unknown>>;
type Run = (exports: Exports, require: (name: string) => unknown, module: { exports: Exports }) => void;

/** Smaller files are compiled sooner than their code is found. */
const LEAST_BYTES = 8_192;

/** The same functions take a few bytes more or less in every run. */
const LEAST_NEW_BYTES = 128;

const DAY_MS = 86_400_000;

const loaded = new Map<string, { exports: Exports }>();
const kept: Kept[] = [];

/** Like `require`, for a file that imports only its neighbours and modules of Node. */
export function load(file: string): Exports {
  return loaded.get(file)?.exports ?? runAs(file, compile(file).runInThisContext() as Run);
}

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
  const script = new Script(text, { filename: file, cachedData: stored });
  // The agent of a hook call waits for the answer.
  if (kept.length === 0 && !process.argv.includes("hook")) process.once("exit", addCompiled);
  // The engine rejects the code of another version of Node.
  kept.push({ file, source, script, storedBytes: script.cachedDataRejected === true ? 0 : (stored?.length ?? 0) });
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

interface Kept {
  readonly file: string;
  readonly source: Buffer;
  readonly script: Script;
  readonly storedBytes: number;
}

/** At the end, when the code contains every function that was called. */
function addCompiled(): void {
  // One for each set of files, as far as their number and the last long one tell: commands that call other functions mostly load other files.
  const note = `${kept.at(-1)?.file}.${loaded.size}.nothing-new.compiled`;
  // The clock may have been set back.
  const isOfToday = () => Math.abs(Date.now() - (statSync(note, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY)) < DAY_MS;
  if (kept.every(({ storedBytes }) => storedBytes > 0) && isOfToday()) return;
  const added = kept.map(store);
  if (added.includes(true)) return;
  try {
    writeFileSync(note, "A command that loads these files had no compiled code to add.\n");
  } catch {
    // The build is read-only.
  }
}

function store({ file, source, script, storedBytes }: Kept): boolean {
  const temporary = `${file}.${process.pid}.compiled`;
  try {
    // Before anything is made: it fails where the build is read-only.
    closeSync(openSync(temporary, "wx"));
  } catch {
    return false;
  }
  try {
    const code = script.createCachedData();
    if (storedBytes > 0 && code.length < storedBytes + LEAST_NEW_BYTES) return false;
    // Where another process has added to it meanwhile, the next run adds to that.
    if (storedBytes > 0 && statSync(placeOf(file)).size !== source.length + 2 * storedBytes) return true;
    writeFileSync(temporary, Buffer.concat([source, code, code]));
    renameSync(temporary, placeOf(file));
    return true;
  } catch {
    return false;
  } finally {
    removeQuietly(temporary);
  }
}

function placeOf(file: string): string {
  return `${file}.compiled`;
}
