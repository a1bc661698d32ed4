/**
 * The hook program as a native executable. Bun is copied in front of our code, and some variables make such an executable do
 * something else: `BUN_OPTIONS` can preload a file, `BUN_BE_BUN` turns it back into Bun, `BUN_INSPECT` waits for a debugger,
 * `BUN_BYTECODE_ORDER_OUT` writes a file. Agents hand their whole environment to hooks, so these names are made unreachable
 * in the copy of Bun before our code is added; handlers still get the variables.
 */

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export interface NativeBuild {
  /** The bundle for Node: Bun starts what is already bundled sooner than the sources, and both forms run the same code. */
  readonly entry: string;
  /** A folder for what is needed on the way. */
  readonly scratch: string;
  readonly out: string;
  /** Another machine than this one. */
  readonly machine?: OtherMachine;
}

export interface OtherMachine {
  /** Its Bun, of the same version as ours. */
  readonly bun: string;
  /** What Bun calls it. */
  readonly target: string;
  /** The executable's name there. */
  readonly name: string;
}

export function buildNative({ entry, scratch, out, machine }: NativeBuild): void {
  const bun = bunExecutable();
  const base = join(scratch, "bun-sealed");
  const isKnown =
    machine === undefined ? `${process.platform}-${process.arch}` === "linux-x64" : machine.target.startsWith("bun-linux-x64");
  writeFileSync(base, withoutEngineOptions(sealed(readFileSync(machine?.bun ?? bun)), isKnown));
  chmodSync(base, 0o755);
  mkdirSync(out, { recursive: true });
  const name = machine?.name ?? (process.platform === "win32" ? "symposium-hook.exe" : "symposium-hook");
  const target = machine === undefined ? [] : [`--target=${machine.target}`];
  const args = ["build", ...FLAGS, ...target, `--compile-executable-path=${base}`, entry, "--outfile", join(out, name)];
  // Bun is started in the scratch folder: it leaves temporary files where it runs.
  execFileSync(bun, args, { cwd: scratch, stdio: ["ignore", "ignore", "inherit"] });
  rmSync(base);
}

/** Where npm put Bun; it has this name on every system. */
export function bunExecutable(): string {
  return join(dirname(createRequire(import.meta.url).resolve("bun/package.json")), "bin/bun.exe");
}

/**
 * CommonJS, because bytecode needs it. Code is compiled for the processor a hundred times later than usual: a call is over before that
 * pays, and loops that are really long still get there. The rest keeps the folder a hook is started in from changing what it does.
 */
const FLAGS = [
  "--compile",
  "--bytecode",
  "--minify",
  "--format=cjs",
  '--define=SYMPOSIUM_ENGINE="bun"',
  "--compile-jit-policy=100",
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  "--no-compile-autoload-tsconfig",
  "--no-compile-autoload-package-json",
];

const SEALED = ["BUN_OPTIONS", "BUN_BE_BUN", "BUN_INSPECT", "BUN_BYTECODE_ORDER_OUT"];

/**
 * `BUN_JSC_<option>` sets any option of the JavaScript engine, and one that does not exist or fit ends the program before our first
 * instruction. The prefix is compared byte by byte in code: `cmpb $"_",3(r); jne; cmpb $"J",4(r); jne; cmpb $"S",5(r)`. Where that is
 * not known to be so, on other systems and processors, the variables go on acting.
 */
function withoutEngineOptions(executable: Buffer, isKnown: boolean): Buffer {
  /** The end of such a comparison: where the byte is, and what it must be. */
  const comparison = (place: number, letter: string) => Buffer.from([place, letter.charCodeAt(0)]);
  const near = 12;
  let found = 0;
  const wanted = comparison(4, "J");
  for (let at = executable.indexOf(wanted); at !== -1; at = executable.indexOf(wanted, at + 1)) {
    const isAmongOthers =
      executable[at - 2] === 0x80 &&
      executable.subarray(at - near, at).includes(comparison(3, "_")) &&
      executable.subarray(at, at + near).includes(comparison(5, "S"));
    if (!isAmongOthers) continue;
    executable[at + 1] = "=".charCodeAt(0);
    found += 1;
  }
  if (isKnown && found !== 1) throw new Error("This Bun does not look for BUN_JSC_ in the known way: see how it reads it now");
  return executable;
}

/** A variable's name cannot contain `=`, so no one can set one that begins with it. */
function sealed(executable: Buffer): Buffer {
  for (const name of SEALED) {
    let found = 0;
    for (let at = executable.indexOf(name); at !== -1; at = executable.indexOf(name, at + 1)) {
      executable[at] = "=".charCodeAt(0);
      found += 1;
    }
    if (found === 0) throw new Error(`This Bun does not contain ${name}: see how it reads it now`);
  }
  return executable;
}
