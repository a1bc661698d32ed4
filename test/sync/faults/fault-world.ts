/** A home, a project in it and a package of ours with a small programme: the command line is run there, in this process or as one of its own. */

import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { createFixture, type FileTree } from "fs-fixture";

import type { Terminal } from "../../../src/cli/cli-context.ts";
import { runCli } from "../../../src/cli/run.ts";
import { programme } from "../../foundation/programmes.ts";
import { answering } from "../../placement/programme-package.ts";

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  /** -1 where it was ended by a signal. */
  readonly exitCode: number;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: string;
  readonly calledAs?: "symposium" | "cargo agents";
  readonly terminal?: Terminal;
  readonly now?: () => number;
}

export interface FaultWorld extends AsyncDisposable {
  readonly home: string;
  /** A git project inside the home. */
  readonly project: string;
  readonly dist: string;
  readonly at: (...parts: string[]) => string;
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ran>;
  readonly start: (args: readonly string[], options?: RunOptions & { readonly node?: readonly string[] }) => Started;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
}

export const NOW = Date.UTC(2026, 10, 15, 12);

export async function createWorld(files: FileTree = {}): Promise<FaultWorld> {
  const fixture = await createFixture({ home: { "work/.git/HEAD": "ref: refs/heads/main\n", ...files } });
  // Paths that are compared must not go through links.
  const root = realpathSync(fixture.path);
  const home = join(root, "home");
  const dist = join(root, "package/dist");
  copyPackage(dist);
  const worldEnv = { HOME: home, PATH: process.env["PATH"] ?? "", GIT_ALLOW_PROTOCOL: "file" };
  const run: FaultWorld["run"] = async (args, options = {}) => {
    const out = { stdout: "", stderr: "" };
    const stream = (name: keyof typeof out) => ({ write: (text: string) => void (out[name] += text) });
    const exitCode = await runCli({
      calledAs: options.calledAs ?? "symposium",
      args,
      context: {
        os: "linux",
        home: options.home ?? home,
        cwd: options.cwd ?? home,
        env: { ...worldEnv, ...options.env },
        now: options.now ?? (() => NOW),
      },
      stdout: stream("stdout"),
      stderr: stream("stderr"),
      dist,
      ...(options.terminal === undefined ? {} : { terminal: options.terminal }),
    });
    return { ...out, exitCode };
  };
  const start: FaultWorld["start"] = (args, options = {}) => {
    const env = { ...worldEnv, ...(options.home === undefined ? {} : { HOME: options.home }), ...options.env };
    return started([...(options.node ?? []), join(dist, "symposium.js"), ...args], { cwd: options.cwd ?? home, env });
  };
  return {
    home,
    project: join(home, "work"),
    dist,
    at: (...parts) => join(root, ...parts),
    run,
    start,
    [Symbol.asyncDispose]: () => fixture.rm(),
  };
}

/** The whole build, but with a script for the native programme: that one is large, and copied where it cannot be linked. */
export function copyPackage(dist: string, version = "0.1.0"): void {
  const built = dirname(programme("symposium"));
  for (const part of ["symposium.js", "cargo-agents.js", "chunks", "bin", "plugins"])
    cpSync(join(built, part), join(dist, part), { recursive: true });
  mkdirSync(join(dist, "native"), { recursive: true });
  writeFileSync(join(dist, "native/symposium-hook"), answering(version));
  chmodSync(join(dist, "native/symposium-hook"), 0o755);
  writeFileSync(join(dirname(dist), "package.json"), '{"version":"0.1.0","type":"module"}');
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
