/** The package managers that install programs for a user: where each puts ours, and how it installs a newer one. */

import { join } from "node:path";

import { isObject, parseJson } from "../canonical/json.ts";
import type { Context } from "../context.ts";
import { realPath } from "../platform/real-path.ts";
import { PACKAGE } from "./package-name.ts";
import { runInstaller } from "./run-installer.ts";

export interface Installer {
  readonly program: string;
  /** Asks where global packages are. */
  readonly asks: readonly string[];
  /** Symposium's folder, from the answer. */
  readonly folderIn: (answer: string) => string | undefined;
  readonly installs: readonly string[];
  /** The same in a project. */
  readonly adds: string;
  /** Its lock files in a project. */
  readonly locks: readonly string[];
}

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

/** Without an answer nothing, and not the current folder. */
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
