/** The hook manifest that a plugin's own manifest names: `hooks-manifest = "hooks.json"` (IX-10). */

import { resolve } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { readTextFile, type TextFile } from "../../documents/text-file.ts";
import type { Surroundings } from "../../installations/resolve-command.ts";
import { boundsOf } from "../../platform/bounds.ts";
import type { Stamped } from "../../platform/stamp.ts";
import { consentStamp } from "../../trust/consent-stamp.ts";
import type { Hook } from "../plugin.ts";
import type { Finding } from "../report.ts";
import { isHookManifestName } from "./manifest-file.ts";
import { manifestHooks } from "./manifest-hooks.ts";

export interface BesideSurroundings extends Surroundings {
  /** Reads the file; by default as it is. */
  readonly readBeside?: (file: string) => TextFile;
}

export interface HooksBeside {
  readonly file: string;
  readonly hooks: readonly Hook[];
  readonly problems: readonly Problem[];
}

/** Throws only what `withYamlManifests` handles. */
export function hooksBeside(named: string, { directory, os, readBeside = readTextFile }: BesideSurroundings): HooksBeside | Finding {
  const key = "hooks-manifest";
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
  const read = readBeside(file);
  if (read.kind === "missing") return { key, message: `there is no file ${file}`, hint: "create it, or remove `hooks-manifest`" };
  if (read.kind === "bad") return { file, hooks: [], problems: [read.problem] };
  const { hooks = [], problems } = manifestHooks(file, read.text, os, [own]);
  return { file, hooks, problems };
}
