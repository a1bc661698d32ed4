/** Runs the command line in process, in a home of its own, and gives what it wrote. */

import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import type { FileTree } from "fs-fixture";

import { runInProcess } from "../support/run-in-process.ts";
import { type TemporaryHome, temporaryHome } from "../support/temporary-home.ts";

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
  /** The width of that terminal. */
  readonly columns?: number;
  readonly now?: () => number;
  /** A user is there and could be asked. */
  readonly person?: boolean;
  /** What is piped to it. */
  readonly stdin?: string;
  /** The folder of our own build, where it matters. */
  readonly dist?: string;
}

export async function symposium(args: readonly string[], { home: files = {}, ...options }: RunOptions = {}): Promise<Ran> {
  await using there = await temporaryHome({ files, home: ".", project: "." });
  const plain = (text: string) => text.replaceAll(there.home, "~");
  const ran = await callIn(there, plain, args, options);
  return { ...ran, files: filesIn(join(there.home, ".symposium"), plain) };
}

/** A home and a project outside of it, in which several commands run one after the other. */
export interface Household extends TemporaryHome {
  /** In the project, unless told otherwise. */
  readonly run: (args: readonly string[], options?: CallOptions & { readonly cwd?: string }) => Promise<Omit<Ran, "files">>;
}

export interface HouseholdTree {
  readonly home?: FileTree;
  readonly project?: FileTree;
  readonly env?: Readonly<Record<string, string>>;
}

/** The home of a user without our own MCP server, for what is about hooks alone. */
export const HOOKS_ONLY: FileTree = { ".symposium": { "config.toml": "mcp-server = false\n" } };

/** In what it wrote the home is told as `~` and the folder of the project as `<project>`. */
export async function household({ home = {}, project = {}, env = {} }: HouseholdTree = {}): Promise<Household> {
  const there = await temporaryHome({ files: { home, project: { ...project, ".git": {} } } });
  mkdirSync(join(there.project, ".git"), { recursive: true });
  const plain = (text: string) => text.replaceAll(there.home, "~").replaceAll(there.project, "<project>");
  return { ...there, run: (args, options = {}) => callIn(there, plain, args, { env, ...options }) };
}

async function callIn(
  { context, project }: TemporaryHome,
  plain: (text: string) => string,
  args: readonly string[],
  {
    env = {},
    now = Date.now,
    cwd = project,
    terminal: isTTY = false,
    person = false,
    stdin,
    ...run
  }: CallOptions & { readonly cwd?: string },
): Promise<Omit<Ran, "files">> {
  const { stdout, stderr, exitCode } = await runInProcess({
    ...run,
    args,
    context: { ...context, cwd, env, now },
    isTTY,
    ...(stdin === undefined ? {} : { stdin: async () => stdin }),
    ...(person ? { terminal: { input: new PassThrough(), output: new PassThrough() } } : {}),
  });
  return { stdout: plain(stdout), stderr: plain(stderr), exitCode };
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
