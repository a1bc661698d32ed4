/** Runs the command line in process, in a home of its own, and gives what it wrote. */

import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";

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

export interface RunOptions extends CallOptions {
  /** What is in the home folder. */
  readonly home?: FileTree;
}

interface CallOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly calledAs?: "symposium" | "cargo agents";
  readonly terminal?: boolean;
  readonly now?: () => number;
  /** Somebody sits there and could be asked. */
  readonly person?: boolean;
  /** The folder of our own build, where it matters. */
  readonly dist?: string;
}

export async function symposium(args: readonly string[], { home: tree, ...options }: RunOptions = {}): Promise<Ran> {
  await using fixture = await createFixture(tree ?? {});
  const home = fixture.path.replace(/[\\/]$/, "");
  const plain = (text: string) => text.replaceAll(home, "~");
  const ran = await callIn({ home, cwd: home, plain }, args, options);
  return { ...ran, files: filesIn(join(home, ".symposium"), plain) };
}

/** A home and a project outside of it, in which several commands run one after the other. */
export interface Household extends AsyncDisposable {
  readonly home: string;
  readonly project: string;
  /** In the project, unless told otherwise. */
  readonly run: (args: readonly string[], options?: CallOptions & { readonly cwd?: string }) => Promise<Omit<Ran, "files">>;
}

export interface HouseholdTree {
  readonly home?: FileTree;
  readonly project?: FileTree;
  readonly env?: Readonly<Record<string, string>>;
}

/** In what it wrote the home is told as `~` and the folder of the project as `<project>`. */
export async function household({ home: inHome = {}, project: inProject = {}, env = {} }: HouseholdTree = {}): Promise<Household> {
  const fixture = await createFixture({ home: inHome, project: { ...inProject, ".git": {} } });
  const home = fixture.getPath("home");
  const project = fixture.getPath("project");
  for (const folder of [home, join(project, ".git")]) mkdirSync(folder, { recursive: true });
  const plain = (text: string) => text.replaceAll(home, "~").replaceAll(project, "<project>");
  return {
    home,
    project,
    run: (args, { cwd = project, ...options } = {}) => callIn({ home, cwd, plain }, args, { env, ...options }),
    [Symbol.asyncDispose]: () => fixture.rm(),
  };
}

interface Surroundings {
  readonly home: string;
  readonly cwd: string;
  readonly plain: (text: string) => string;
}

async function callIn({ home, cwd, plain }: Surroundings, args: readonly string[], options: CallOptions): Promise<Omit<Ran, "files">> {
  const out = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof out) => ({ write: (text: string) => void (out[name] += text), isTTY: options.terminal ?? false });
  const exitCode = await runCli({
    calledAs: options.calledAs ?? "symposium",
    args,
    context: { os: "linux", home, cwd, env: options.env ?? {}, now: options.now ?? Date.now },
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    dist: options.dist ?? DIST,
    ...(options.person === true ? { terminal: { input: new PassThrough(), output: new PassThrough() } } : {}),
  });
  return { stdout: plain(out.stdout), stderr: plain(out.stderr), exitCode };
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
