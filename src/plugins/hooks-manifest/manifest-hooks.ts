/** The hooks of a manifest of the Hook Interchange Format (IX-10), with everything that is wrong with it. */

import { dirname } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import type { Problem } from "../../documents/problem.ts";
import { hookLabel } from "../../hook-manifest/hook-label.ts";
import { readLocatedManifest } from "../../hook-manifest/read-manifest.ts";
import type { Bounds } from "../../platform/bounds.ts";
import type { Stamped } from "../../platform/stamp.ts";
import { PRINTABLE } from "../gate-entry.ts";
import type { Hook } from "../plugin.ts";
import { keepEntry } from "../written-entry.ts";
import { checkContent } from "./content-hashes.ts";
import { strayReferences } from "./hook-request.ts";
import { manifestHooksOf } from "./manifest-hook.ts";

export interface ManifestHooks {
  /** Absent where all of it is unusable. */
  readonly hooks?: readonly Hook[];
  readonly problems: readonly Problem[];
}

/**
 * `own` is the fingerprint of the manifest itself, where calls must compare it; `bounds` is what scripts may not leave.
 */
export function manifestHooks(
  file: string,
  text: string,
  os: OperatingSystem,
  own: readonly Stamped[] = [],
  bounds?: Bounds,
): ManifestHooks {
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
    const name = distinct(printableLabel(hookLabel(hook, at), at));
    const tell = (severity: Problem["severity"], path: readonly string[], message: string, hint: string) =>
      void problems.push({ severity, file, position: positionOf(["hooks", at, ...path]), message: `${name}: ${message}`, hint });
    const made = manifestHooksOf(hook, { name, folder, os, verified, refusal, bounds }, tell);
    const [first] = made;
    const stray = first?.contract?.http === undefined ? [] : strayReferences(first.contract.http);
    if (stray.length > 0) {
      const message = `${stray.join(", ")} is not in \`allowed_env_vars\`, so it is sent as it is written`;
      tell("warning", ["handler", "headers"], message, "add it to allowed_env_vars, or remove the $");
    }
    return made.map((one) => keepEntry(one, hook));
  });
  return { hooks, problems };
}

function printableLabel(label: string, at: number): string {
  return PRINTABLE.test(label) ? label : hookLabel({}, at);
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
