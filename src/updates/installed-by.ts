/** How this build was installed: by its folder, and by what package managers say about theirs. */

import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";

import type { Context } from "../context.ts";
import { realPath } from "../platform/real-path.ts";
import { globalFolder, type Installer, INSTALLERS } from "./installers.ts";
import { PACKAGE } from "./package-name.ts";

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
  for (const installer of likelyFirst(own)) {
    const answer = await globalFolder(context, installer);
    if ("folder" in answer && answer.folder === own) return { kind: "global", installer };
  }
  const folder = projectOf(own);
  const installer = INSTALLERS.find(({ locks }) => locks.some((lock) => existsSync(join(folder, lock)))) ?? INSTALLERS[0];
  return { kind: "project", folder, installer };
}

const ONCE = /^(?:_npx|dlx(?:-.*)?|bunx-.*)$/;

/** Asking takes each of them a while, and its own folders usually have its name. */
function likelyFirst(own: string): readonly Installer[] {
  const [first, ...others] = INSTALLERS;
  return [...new Set([...others.filter(({ program }) => own.includes(program)), first, ...others])];
}

/** pnpm has the packages of a project below one of its own folders. */
function projectOf(own: string): string {
  const names = own.split(sep);
  const at = names.indexOf(".pnpm");
  return names.slice(0, at > 0 ? at - 1 : names.lastIndexOf("node_modules")).join(sep);
}
