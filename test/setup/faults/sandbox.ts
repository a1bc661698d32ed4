/** A home, a project in it and our package with a small program: the command line is run there, in this process or as one of its own. */

import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

import type { FileTree } from "fs-fixture";

import type { Terminal } from "../../../src/commands/cli-context.ts";
import { type Ended, runInProcess } from "../../support/run-in-process.ts";
import { type TemporaryHome, temporaryHome, userOf } from "../../support/temporary-home.ts";
import { answering, smallPackage } from "../program/program-package.ts";

/** The exit code is -1 where it was ended by a signal. */
export type Ran = Ended;

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: string;
  readonly calledAs?: "symposium" | "cargo agents";
  readonly terminal?: Terminal;
  readonly now?: () => number;
}

/** Its project is a git repository inside the home. */
export interface Sandbox extends TemporaryHome {
  readonly dist: string;
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ran>;
  readonly start: (args: readonly string[], options?: RunOptions & { readonly node?: readonly string[] }) => Started;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
}

export const NOW = Date.UTC(2026, 10, 15, 12);

export async function createSandbox(files: FileTree = {}): Promise<Sandbox> {
  const there = await temporaryHome({
    files: { home: { "work/.git/HEAD": "ref: refs/heads/main\n", ...files } },
    project: "home/work",
    env: (home) => ({ ...userOf(home), GIT_ALLOW_PROTOCOL: "file" }),
  });
  const { context, home } = there;
  const dist = copyPackage(there.at("package/dist"));
  const run: Sandbox["run"] = (args, { cwd = home, env, home: other = home, now = () => NOW, ...options } = {}) =>
    runInProcess({ args, context: { ...context, home: other, cwd, env: { ...context.env, ...env }, now }, dist, ...options });
  const start: Sandbox["start"] = (args, { cwd = home, env, home: other = home, node = [] } = {}) =>
    started([...node, join(dist, "symposium.cjs"), ...args], { cwd, env: { ...context.env, HOME: other, ...env } });
  return { ...there, dist, run, start };
}

/** The whole build, but with a script for the native program. */
export function copyPackage(dist: string, version = "0.1.0"): string {
  const parts = ["symposium.cjs", "cargo-agents.cjs", "chunks", "bin", "plugins"];
  return smallPackage(dist, { parts, native: answering(version) });
}

function started(args: readonly string[], options: { readonly cwd: string; readonly env: Record<string, string> }): Started {
  const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const out = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) child[name].setEncoding("utf8").on("data", (text: string) => (out[name] += text));
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...out, exitCode: code ?? -1 }));
  });
  return { child, ended };
}
