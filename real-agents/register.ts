/**
 * How hooks get into an agent: by our own command line, run as a user runs it in the throw-away home and project, and by whatever else a
 * scenario does before the agent starts. Afterwards a script takes the place of the program that was put there, to note its calls.
 */

import { execFile } from "node:child_process";
import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { executableKind } from "../src/host/machine.ts";
import type { BuiltProgram, Form } from "./built-program.ts";
import type { Installed } from "./install.ts";
import { put, toolsIn } from "./sandbox.ts";
import type { Folders } from "./recipes/recipe.ts";
import { shellWord } from "./shell-word.ts";
import { changesSince, snapshot } from "./snapshot.ts";

/** One thing that is done before the agent starts. */
export type RegisteringStep =
  /** `symposium` with these words, in the project or in a folder of it. */
  | { readonly ours: readonly string[]; readonly below?: string }
  /** The same, where the scenario judges what came of it: exit code and output are put into this file of the run's folder. */
  | { readonly ours: (folders: Folders) => readonly string[]; readonly kept: string }
  /** The project's files as they are now are kept, and come back later as from a clone, whatever was done to them in between. */
  | { readonly project: "keep" | "put back" }
  /** What becomes of the program that `init` placed. */
  | { readonly program: "deleted" | "foreign" }
  /** What the user does. */
  | { readonly user: (surroundings: Surroundings) => void | Promise<void> };

export interface Surroundings {
  readonly folders: Folders;
  readonly installed: Installed;
  readonly program: BuiltProgram;
  /** Variables that the user has set, for our command line as for the agent. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Registered {
  /** What our command line printed. */
  readonly said: string;
  /** Its exit codes. */
  readonly exits: readonly number[];
  /** Files of home and project that are not as they were before the first step. */
  readonly changed: readonly string[];
  /** The form of the program that was placed, where one was. */
  readonly placed?: Form;
}

export async function register(at: Surroundings, steps: readonly RegisteringStep[]): Promise<Registered> {
  const { folders } = at;
  const ran: Ran[] = [];
  let placed: Form | undefined;
  const before = snapshot(folders);
  for (const step of steps) {
    if ("kept" in step) put(join(folders.root, step.kept), JSON.stringify(await runOurs(at, { ours: step.ours(folders) })));
    else if ("ours" in step) {
      ran.push(await runOurs(at, step));
      placed = formOf(folders) ?? placed;
    } else if ("project" in step) moveProject(folders, step.project);
    else if ("program" in step) spoilProgram(folders, step.program);
    else await step.user(at);
  }
  const changed = changesSince(before, snapshot(folders));
  if (!steps.some((step) => "program" in step)) noteCalls(folders);
  return {
    said: ran.map(({ output }) => output).join(""),
    exits: ran.map(({ exit }) => exit),
    changed,
    ...(placed === undefined ? {} : { placed }),
  };
}

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  /** With the words that were called, for a person. */
  readonly output: string;
}

/** Without a network, without a terminal, and with no process above: this one is started with names of agents. */
function runOurs(
  { folders, installed, program, env }: Surroundings,
  { ours: words, below = "." }: { readonly ours: readonly string[]; readonly below?: string },
): Promise<Ran> {
  const user = process.getuid?.() === 0 ? [] : ["-U", "-r"];
  const command = [join(installed.nodeFolder, "node"), join(program.dist, "symposium.cjs"), ...words];
  const options = {
    cwd: join(folders.project, below),
    env: { PATH: `${toolsIn(folders.root)}:${installed.nodeFolder}:/usr/bin:/bin`, HOME: folders.home, LANG: "C.UTF-8", ...env },
    timeout: 60_000,
  };
  return new Promise((done) => {
    const child = execFile(
      "unshare",
      [...user, "-n", "-p", "-f", "--mount-proc", "--kill-child", ...command],
      options,
      (error, stdout, stderr) => {
        const exit = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        done({ exit, stdout, output: `$ symposium ${words.join(" ")}\n${stdout}${stderr}` });
      },
    );
    child.stdin?.end();
  });
}

function formOf(folders: Folders): Form | undefined {
  const program = programIn(folders);
  return existsSync(program) ? (executableKind(program) === "script" ? "node" : "native") : undefined;
}

function moveProject({ project, root }: Folders, what: "keep" | "put back"): void {
  const kept = join(root, "kept-project");
  const [from, to] = what === "keep" ? [project, kept] : [kept, project];
  cpSync(from, to, { recursive: true });
}

/** Foreign: bytes that say of themselves that they are a program for another processor. */
function spoilProgram(folders: Folders, how: "deleted" | "foreign"): void {
  const program = programIn(folders);
  rmSync(program);
  if (how === "deleted") return;
  const machine = process.arch === "arm64" ? 0x3e : 0xb7;
  const header = Buffer.alloc(4096);
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  header.set([2, 0, machine, 0, 1], 16);
  writeFileSync(program, header, { mode: 0o755 });
}

/** Which events our program was started for, one a line as "agent event", and its exit codes: the registered text hides these from the agent. */
export const STARTS = "starts.txt";
export const EXIT_CODES = "exit-codes.txt";

/** The placed program stays in its folder, because the one for Node finds its scripts there. */
function noteCalls(folders: Folders): void {
  const program = programIn(folders);
  if (!existsSync(program)) return;
  const placed = `${program}.placed`;
  renameSync(program, placed);
  const [starts, codes] = [STARTS, EXIT_CODES].map((name) => shellWord(join(folders.root, name)));
  // Servers end by signals, and the refused ones with another code.
  const serves = `[ "$1" != serve ] || exec ${shellWord(placed)} "$@"`;
  const calls = [`${shellWord(placed)} "$@"`, "code=$?", `echo $code >> ${codes}`, "exit $code"];
  const lines = ["#!/bin/sh", `echo "$*" >> ${starts}`, serves, ...calls];
  put(program, `${lines.join("\n")}\n`, 0o755);
}

function programIn({ home }: Folders): string {
  return join(home, ".symposium", "bin", "symposium-hook");
}
