/** The hooks of a hook manifest (IX-10): one that a plugin's manifest names, or one that is a plugin by itself. */

import { basename, dirname, join, resolve } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import type { Problem } from "../../files/problem.ts";
import { readTextFile } from "../../files/text-file.ts";
import { type Bounds, boundsOf } from "../../host/bounds.ts";
import { sha256 } from "../../host/engine.ts";
import { realPath } from "../../host/paths.ts";
import { readRegular } from "../../host/read-file.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { changeStamp } from "../../host/stamp.ts";
import type { HookManifest } from "../../model/hook-manifest.ts";
import { printable } from "../../model/safe-text.ts";
import { EVERYWHERE } from "../gates/predicate.ts";
import type { BesideSurroundings, Finding, HooksBeside, Validated } from "../manifest/report.ts";
import { PRINTABLE } from "../manifest/schema.ts";
import { type Hook, NO_PARTS } from "../plugin.ts";
import { isHookManifestName } from "../sources/manifest-files.ts";
import { keepEntry } from "../written-entry.ts";
import { strayReferences } from "./handler.ts";
import { hookLabel, readLocatedManifest } from "./hook-manifest-text.ts";
import { manifestHooksOf } from "./manifest-hook.ts";

/** `key` is how the plugin's manifest names it, `bounds` the folder that the scripts of its hooks may not leave. */
export function hooksBeside(
  named: string,
  { directory, os, readBeside = (path) => readTextFile(path) }: BesideSurroundings,
  key = "hooks-manifest",
  bounds?: Bounds,
): HooksBeside | Finding {
  const file = resolve(directory, named);
  if (named.includes("\0") || boundsOf(directory).leadsOut(file) !== undefined)
    return { key, message: `${JSON.stringify(named)} leads out of the plugin's folder`, hint: "move the hook manifest into the folder" };
  if (!isHookManifestName(file)) {
    const message = `${JSON.stringify(named)} is not a valid name of a hook manifest`;
    return { key, message, hint: "the name ends with .json, .yaml or .yml" };
  }
  const own: Stamped = [file, changeStamp(file)];
  const read = readBeside(file, "hooks");
  if (read.kind === "missing") return { key, message: `there is no file ${file}`, hint: `create it, or remove \`${key}\`` };
  if (read.kind === "bad") return { file, hooks: [], problems: [read.problem] };
  const { hooks = [], problems } = manifestHooks(file, read.text, os, [own], bounds);
  return { file, hooks, problems };
}

/** A folder with nothing but a hook manifest is a plugin of its name, or of its package's in a workspace, for every workspace where it counts (IX-10). */
export function manifestPlugin(file: string, text: string, os: OperatingSystem, defaultName?: string): Validated {
  const { hooks, problems } = manifestHooks(file, text, os);
  if (hooks === undefined) return { problems };
  const directory = dirname(file);
  const name = printable(defaultName ?? basename(directory));
  // The format has no gates: a user who configures the source, or consents, means all of it.
  return { plugin: { ...NO_PARTS, name, directory, manifest: file, gate: EVERYWHERE, hooks }, isDormant: false, problems };
}

/** `own` is the fingerprint of the manifest itself, where calls must compare it. `hooks` is absent where the whole manifest is unusable. */
export function manifestHooks(
  file: string,
  text: string,
  os: OperatingSystem,
  own: readonly Stamped[] = [],
  bounds?: Bounds,
): { readonly hooks?: readonly Hook[]; readonly problems: readonly Problem[] } {
  const read = readLocatedManifest(text, file);
  if (!read.ok) return { problems: read.problems };
  const { manifest, warnings, positionOf } = read;
  const problems: Problem[] = [...warnings];
  const folder = dirname(file);
  const { files, differs } = checkContent(manifest, folder);
  const refusal = differs === undefined ? undefined : `${differs.name} ${differs.why} in ${file}`;
  if (differs !== undefined) {
    const hint = "restore the file, or update `content_hashes` if you trust what it is now";
    const message = `${differs.name} ${differs.why}, so no hook of this manifest runs, and those that block deny`;
    problems.push({ severity: "error", file, position: positionOf(["content_hashes", differs.name]), message, hint });
  }
  const distinct = distinctNames();
  const verified = [...own, ...files];
  const hooks = manifest.hooks.flatMap((hook, at): Hook[] => {
    const label = hookLabel(hook, at);
    const name = distinct(PRINTABLE.test(label) ? label : hookLabel({}, at));
    const tell = (severity: Problem["severity"], path: readonly string[], message: string, hint: string) =>
      void problems.push({ severity, file, position: positionOf(["hooks", at, ...path]), message: `${name}: ${message}`, hint });
    const made = manifestHooksOf(hook, { name, folder, os, verified, refusal, bounds }, tell);
    const http = made[0]?.contract?.http;
    const stray = http === undefined ? [] : strayReferences(http);
    if (stray.length > 0) {
      const message = `${stray.join(", ")} is not in \`allowed_env_vars\`, so it is sent as it is written`;
      tell("warning", ["handler", "headers"], message, "add it to allowed_env_vars, or remove the $");
    }
    return made.map((one) => keepEntry(one, hook));
  });
  return { hooks, problems };
}

/** The second `x` is `x (2)`. Thousands of hooks may have one name. */
function distinctNames(): (label: string) => string {
  const next = new Map<string, number>();
  return (label) => {
    let name = label;
    let n = next.get(label) ?? 1;
    while (next.has(name)) name = `${label} (${++n})`;
    next.set(label, n);
    if (name !== label) next.set(name, 1);
    return name;
  };
}

/** Far above any script. */
const LARGEST = 64 * 1024 * 1024;

/**
 * The files that must be what `content_hashes` says before anything of the manifest runs (IX-20), with their fingerprints from before they were
 * read. Never throws. A file outside the folder counts as a difference: no one vouches for it.
 */
function checkContent({ content_hashes: hashes = {} }: HookManifest, folder: string) {
  const bounds = boundsOf(folder);
  const files: Stamped[] = [];
  let differs: { readonly name: string; readonly why: string } | undefined;
  for (const [name, wanted] of Object.entries(hashes)) {
    const path = join(folder, name);
    if (name.includes("\0") || bounds.leadsOut(path) !== undefined) {
      differs ??= { name, why: "leads out of the manifest's folder" };
      continue;
    }
    // A link stays as it is when what it leads to changes.
    for (const one of new Set([path, realPath(path)])) files.push([one, changeStamp(one)]);
    const digest = digestOf(path);
    if (digest === wanted.toLowerCase()) continue;
    differs ??= { name, why: digest === undefined ? "cannot be read" : "is not what `content_hashes` says" };
  }
  return { files, differs };
}

function digestOf(path: string): string | undefined {
  try {
    return `sha256:${sha256(readRegular(path, { maxBytes: LARGEST }))}`;
  } catch {
    return undefined;
  }
}
