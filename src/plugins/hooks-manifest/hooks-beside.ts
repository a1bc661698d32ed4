/** The hook manifest that a plugin's own manifest names: `hooks-manifest = "hooks.json"` (IX-10). */

import { resolve } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { readTextFile, type TextFile } from "../../documents/text-file.ts";
import type { Surroundings } from "../../installations/resolve-command.ts";
import { type Bounds, boundsOf } from "../../platform/bounds.ts";
import type { Stamped } from "../../platform/stamp.ts";
import { consentStamp } from "../../trust/consent-stamp.ts";
import type { Hook } from "../plugin.ts";
import type { Finding } from "../report.ts";
import { isHookManifestName } from "./manifest-file.ts";
import { manifestHooks } from "./manifest-hooks.ts";

/** A hook manifest, and the servers of an Agent Plugin. */
export type BesideKind = "hooks" | "servers";

export interface BesideSurroundings extends Surroundings {
  /** Reads a file beside the manifest; by default as it is. */
  readonly readBeside?: (file: string, as: BesideKind) => TextFile;
}

export interface HooksBeside {
  readonly file: string;
  readonly hooks: readonly Hook[];
  readonly problems: readonly Problem[];
}

/** How the manifest names it. */
interface Naming {
  readonly key: string;
  /** The folder that the scripts of its hooks may not leave. */
  readonly bounds?: Bounds;
}

export function hooksBeside(
  named: string,
  { directory, os, readBeside = (path) => readTextFile(path) }: BesideSurroundings,
  { key, bounds }: Naming = { key: "hooks-manifest" },
): HooksBeside | Finding {
  const file = resolve(directory, named);
  if (named.includes("\0") || boundsOf(directory).leadsOut(file) !== undefined)
    return { key, message: `${JSON.stringify(named)} leads out of the plugin's folder`, hint: "move the hook manifest into the folder" };
  if (!isHookManifestName(file))
    return {
      key,
      message: `${JSON.stringify(named)} is not a valid name of a hook manifest`,
      hint: "the name ends with .json, .yaml or .yml",
    };
  const own: Stamped = [file, consentStamp(file)];
  const read = readBeside(file, "hooks");
  if (read.kind === "missing") return { key, message: `there is no file ${file}`, hint: `create it, or remove \`${key}\`` };
  if (read.kind === "bad") return { file, hooks: [], problems: [read.problem] };
  const { hooks = [], problems } = manifestHooks(file, read.text, os, [own], bounds);
  return { file, hooks, problems };
}
