/** How this build was installed, as far as its folder shows. */

import { dirname, join, sep } from "node:path";

import type { Context } from "../context.ts";
import { realPath } from "../platform/real-path.ts";
import { PACKAGE } from "./latest-version.ts";
import { runNpm } from "./run-npm.ts";

export type InstalledBy =
  | { readonly kind: "npm-global" }
  /** Run from npm's cache, without being installed. */
  | { readonly kind: "npx" }
  /** A dependency of a project, or installed by another package manager; `folder` contains the `node_modules`. */
  | { readonly kind: "folder"; readonly folder: string }
  /** A checkout or a copy. */
  | { readonly kind: "elsewhere"; readonly folder: string }
  | { readonly kind: "unknown"; readonly trouble: string };

const PATIENCE_MS = 20_000;

export async function installedBy(context: Context, dist: string): Promise<InstalledBy> {
  const own = dirname(realPath(dist));
  const modules = own.endsWith(join("node_modules", PACKAGE)) ? dirname(dirname(own)) : undefined;
  if (modules === undefined) return { kind: "elsewhere", folder: own };
  if (modules.split(sep).includes("_npx")) return { kind: "npx" };
  const answer = await runNpm(context, ["root", "--global"], PATIENCE_MS);
  if ("trouble" in answer) return { kind: "unknown", trouble: `npm ${answer.trouble}` };
  if (answer.code !== 0) return { kind: "unknown", trouble: `npm ended with exit code ${answer.code}` };
  return realPath(answer.stdout.trim()) === modules ? { kind: "npm-global" } : { kind: "folder", folder: dirname(modules) };
}
