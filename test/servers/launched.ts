/** A home whose plugin brings MCP servers, and the launcher started there as an agent starts it. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

import type { FileTree } from "fs-fixture";

import { program } from "../foundation/programs.ts";
import type { BUILT } from "../support/home.ts";
import { manifest } from "../support/plugin.ts";
import { temporaryHome, type TemporaryHome, userOf } from "../support/temporary-home.ts";

export type BuiltForm = (typeof BUILT)[number];

export const CONFIG = "[defaults]\nsymposium-recommendations = false\n";

/** A server that runs this script of the shell. */
export function shellServer(name: string, script: string, more = ""): string {
  return `\n[[mcp_servers]]\nname = ${JSON.stringify(name)}\ncommand = "/bin/sh"\nargs = ["-c", ${JSON.stringify(script)}]\n${more}\n`;
}

/** A server that runs this script of Node. */
export function nodeServer(name: string, script: string, more = ""): string {
  return `\n[[mcp_servers]]\nname = "${name}"\ncommand = ${JSON.stringify(process.execPath)}\nargs = ["-e", ${JSON.stringify(script)}]\n${more}\n`;
}

/** The plugin `p` with these servers. */
export function serversHome(servers: string, project: FileTree = { ".git": { HEAD: "" } }, home = "home"): Promise<TemporaryHome> {
  return temporaryHome({
    files: { [home]: { ".symposium": { "config.toml": CONFIG, plugins: { p: manifest("p", servers) } } }, project },
    home,
  });
}

export interface LaunchOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export function launch(
  form: BuiltForm,
  { home, project }: TemporaryHome,
  word: string,
  { env = {}, cwd = project }: LaunchOptions = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(program(form), ["serve", word], { cwd, env: { ...userOf(home), ...env } });
  child.stdin.on("error", () => {});
  return child;
}

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export function endOf(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const pieces: { readonly stdout: Buffer[]; readonly stderr: Buffer[] } = { stdout: [], stderr: [] };
  for (const name of ["stdout", "stderr"] as const) child[name].on("data", (bytes: Buffer) => pieces[name].push(bytes));
  const text = (name: "stdout" | "stderr") => Buffer.concat(pieces[name]).toString();
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ stdout: text("stdout"), stderr: text("stderr"), code, signal }));
  });
}

/** Starts it, writes this, and closes its stdin. */
export function run(form: BuiltForm, home: TemporaryHome, word: string, input = "", options: LaunchOptions = {}): Promise<Ended> {
  const child = launch(form, home, word, options);
  child.stdin.end(input);
  return endOf(child);
}

/** The number of a process, which a server wrote into a file. */
export async function pidIn(file: string): Promise<number> {
  for (;;) {
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (text.endsWith("\n")) return Number(text);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export const INITIALIZE = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} })}\n`;

/** The message of the error that answers a request. */
export function refusalIn(stdout: string): string {
  const answer = JSON.parse(stdout) as { readonly id: unknown; readonly error: { readonly code: number; readonly message: string } };
  return answer.error.message;
}
