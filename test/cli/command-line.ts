/** Runs the command line in process, in a home of its own, and gives what it wrote. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture, type FileTree } from "fs-fixture";

import { runCli } from "../../src/cli/run.ts";

const DIST = join(import.meta.dirname, "..", "..", "dist");

export interface Ran {
  /** With the path of the home told as `~`. */
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** What is in our directory afterwards: path → text. */
  readonly files: Readonly<Record<string, string>>;
}

export interface RunOptions {
  /** What is in the home folder. */
  readonly home?: FileTree;
  readonly env?: Readonly<Record<string, string>>;
  readonly calledAs?: "symposium" | "cargo agents";
  readonly terminal?: boolean;
  readonly now?: () => number;
}

export async function symposium(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const fixture = await createFixture(options.home ?? {});
  const home = fixture.path.replace(/[\\/]$/, "");
  const out = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof out) => ({ write: (text: string) => void (out[name] += text), isTTY: options.terminal ?? false });
  try {
    const exitCode = await runCli({
      calledAs: options.calledAs ?? "symposium",
      args,
      context: { os: "linux", home, cwd: home, env: options.env ?? {}, now: options.now ?? Date.now },
      stdout: stream("stdout"),
      stderr: stream("stderr"),
      dist: DIST,
    });
    const plain = (text: string) => text.replaceAll(home, "~");
    return { stdout: plain(out.stdout), stderr: plain(out.stderr), exitCode, files: filesIn(join(home, ".symposium"), plain) };
  } finally {
    await fixture.rm();
  }
}

function filesIn(folder: string, plain: (text: string) => string): Record<string, string> {
  let entries;
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return {};
  }
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), plain(readFileSync(path, "utf8"))]));
}
