/**
 * The package managers that install programs for a user: where each puts ours, how it installs a newer one, and which of them installed this
 * build.
 */

import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";

import type { Context } from "../context.ts";
import { commandLine } from "../host/command-line.ts";
import { realPath } from "../host/paths.ts";
import { runHandler } from "../host/run-handler.ts";
import { isObject, parseJson } from "../model/json.ts";

export interface Installer {
  readonly program: string;
  readonly asks: readonly string[];
  readonly folderIn: (answer: string) => string | undefined;
  readonly installs: readonly string[];
  readonly adds: string;
  readonly locks: readonly string[];
}

export const PACKAGE = "@symposium-agents/symposium";

const LATEST = `${PACKAGE}@latest`;

export const INSTALLERS = [
  {
    program: "npm",
    asks: ["root", "--global"],
    folderIn: (answer) => inFolder(answer.trim()),
    installs: ["install", "--global", LATEST],
    adds: `npm install ${LATEST}`,
    locks: ["package-lock.json"],
  },
  {
    program: "pnpm",
    asks: ["list", "--global", "--json", "--depth=0"],
    folderIn: pnpmFolder,
    installs: ["add", "--global", LATEST],
    adds: `pnpm add ${LATEST}`,
    locks: ["pnpm-lock.yaml"],
  },
  {
    // Yarn 2 and later install nothing globally, and fail here.
    program: "yarn",
    asks: ["global", "dir"],
    folderIn: (answer) => inFolder(answer.trim(), "node_modules"),
    installs: ["global", "add", LATEST],
    adds: `yarn add ${LATEST}`,
    locks: ["yarn.lock"],
  },
  {
    program: "bun",
    asks: ["pm", "ls", "--global"],
    folderIn: (answer) => inFolder(/^(.+) node_modules \(/m.exec(answer)?.[1] ?? "", "node_modules"),
    installs: ["add", "--global", LATEST],
    adds: `bun add ${LATEST}`,
    locks: ["bun.lock", "bun.lockb"],
  },
] as const satisfies readonly Installer[];

export function commandOf({ program, installs }: Installer): string {
  return [program, ...installs].join(" ");
}

const PATIENCE_MS = 20_000;

/** The folder in which a package manager has Symposium; the reason where it does not say. */
export async function globalFolder(context: Context, installer: Installer): Promise<{ folder: string | undefined } | { trouble: string }> {
  const { program, asks: args } = installer;
  const end = await runInstaller(context, { program, args, patienceMs: PATIENCE_MS });
  if ("trouble" in end) return end;
  if (end.code !== 0) return { trouble: `ended with exit code ${end.code}` };
  const folder = installer.folderIn(end.stdout);
  return { folder: folder === undefined ? undefined : realPath(folder) };
}

/** `undefined` for an empty answer, which must not mean the current folder. */
function inFolder(folder: string, ...more: readonly string[]): string | undefined {
  return folder === "" ? undefined : join(folder, ...more, PACKAGE);
}

function pnpmFolder(answer: string): string | undefined {
  const listed = parseJson(answer);
  for (const one of Array.isArray(listed) ? listed : []) {
    const dependencies = isObject(one) && isObject(one["dependencies"]) ? one["dependencies"] : {};
    const own = dependencies[PACKAGE];
    if (isObject(own) && typeof own["path"] === "string") return own["path"];
  }
  return undefined;
}

export type InstalledBy =
  | { readonly kind: "global"; readonly installer: Installer }
  /** Run from a package manager's cache, without being installed: `npx`, `pnpm dlx`, `bunx`. */
  | { readonly kind: "once" }
  /** A dependency of a project, whose folder contains the `node_modules`. */
  | { readonly kind: "project"; readonly folder: string; readonly installer: Installer }
  | { readonly kind: "checkout"; readonly folder: string }
  | { readonly kind: "copy"; readonly folder: string };

export async function installedBy(context: Context, dist: string): Promise<InstalledBy> {
  const own = dirname(realPath(dist));
  if (!own.endsWith(join("node_modules", PACKAGE))) {
    return { kind: existsSync(join(own, ".git")) ? "checkout" : "copy", folder: own };
  }
  if (own.split(sep).some((name) => ONCE.test(name))) return { kind: "once" };
  // Asking takes a while, so those whose name is in our path come first: a package manager's folders usually contain its name.
  const [npm, ...others] = INSTALLERS;
  for (const installer of new Set([...others.filter(({ program }) => own.includes(program)), npm, ...others])) {
    const answer = await globalFolder(context, installer);
    if ("folder" in answer && answer.folder === own) return { kind: "global", installer };
  }
  const names = own.split(sep);
  const store = names.indexOf(".pnpm");
  // pnpm has the packages of a project below one of its own folders.
  const folder = names.slice(0, store > 0 ? store - 1 : names.lastIndexOf("node_modules")).join(sep);
  const installer = INSTALLERS.find(({ locks }) => locks.some((lock) => existsSync(join(folder, lock)))) ?? INSTALLERS[0];
  return { kind: "project", folder, installer };
}

const ONCE = /^(?:_npx|dlx(?:-.*)?|bunx-.*)$/;

/** `trouble`: why there is no answer, to follow the program's name. */
type InstallerEnd = { readonly code: number; readonly stdout: string; readonly stderr: string } | { readonly trouble: string };

/**
 * Runs a package manager as the user would: its registry, proxies and credentials are its own. Never rejects, and takes at most `patienceMs`. It
 * runs in the home folder: a project's settings must not decide where our program comes from.
 */
export async function runInstaller(
  { os, env, home }: Context,
  { program, args, patienceMs }: { readonly program: string; readonly args: readonly string[]; readonly patienceMs: number },
): Promise<InstallerEnd> {
  const command = commandLine({ kind: "executable", path: program, args }, os, env);
  if ("missing" in command) return { trouble: "was not found" };
  const end = await runHandler({ ...command, cwd: home, env, input: "", os, timeoutMs: patienceMs });
  if (end.kind === "exited") return { code: end.code, stdout: end.stdout, stderr: end.stderr };
  if (end.kind === "timed-out") return { trouble: `did not answer within ${patienceMs / 1000} seconds` };
  return { trouble: end.kind === "signalled" ? `was ended by ${end.signal}` : `cannot be started: ${end.message}` };
}
