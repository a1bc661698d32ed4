/** Reads a manifest of the Hook Interchange Format, JSON or YAML (IX-1, IX-2): the model, or everything that is wrong with it. */

import type { HookManifest } from "../canonical/hook-manifest.ts";
import { isObject, type Json } from "../canonical/json.ts";
import type { Position, Problem } from "../documents/problem.ts";
import { lookUp } from "../lookup.ts";
import { hookLabel } from "./hook-label.ts";
import { checkBySchema } from "./check-by-schema.ts";
import { type Path, readDocument } from "./document.ts";
import { ManifestFile } from "./manifest-schema.ts";
import { normalised } from "./normalise.ts";

export type LocatedManifest =
  | {
      readonly ok: true;
      readonly manifest: HookManifest;
      readonly warnings: readonly Problem[];
      /** Where something is written. */
      readonly positionOf: (path: Path) => Position;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export type ReadManifest =
  | { readonly ok: true; readonly manifest: HookManifest; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Never throws. `file` is what problems call it; its ending says which notation it is in. */
export function readManifest(text: string, file: string): ReadManifest {
  const read = readLocatedManifest(text, file);
  return read.ok ? { ok: true, manifest: read.manifest, warnings: read.warnings } : read;
}

/** The same, with positions. */
export function readLocatedManifest(text: string, file: string): LocatedManifest {
  const document = readDocument(text, file);
  if (!document.ok) return { ok: false, problems: inOrder(document.faults.map((fault) => ({ severity: "error", file, ...fault }))) };
  const { value, positionOf } = document;
  const problems: Problem[] = [];
  const report = (severity: Problem["severity"], path: Path, message: string, hint: string | undefined) => {
    const said = `${labelOf(value, path)}${message}`;
    problems.push({ severity, file, position: positionOf(path), message: said, ...(hint === undefined ? {} : { hint }) });
  };
  checkBySchema(ManifestFile, value, (path, message) => report("error", path, message, hintFor(message)));
  if (problems.length > 0) return { ok: false, problems: inOrder(problems) };
  const manifest = normalised(value, (path, message, hint) => report("warning", path, message, hint));
  return { ok: true, manifest, warnings: inOrder(problems), positionOf };
}

/** A person counts hooks, or knows them by name. */
function labelOf(document: Json, [list, at]: Path): string {
  if (list !== "hooks" || typeof at !== "number") return "";
  const hooks: unknown = isObject(document) ? document["hooks"] : undefined;
  const hook: unknown = Array.isArray(hooks) ? hooks[at] : undefined;
  const name = isObject(hook) ? lookUp(hook, "name") : undefined;
  return `${hookLabel(typeof name === "string" ? { name } : {}, at)}: `;
}

function hintFor(message: string): string | undefined {
  return message === "`spec` is missing" ? 'add "spec": "hooks/1.0"' : undefined;
}

function inOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    ({ position: left }, { position: right }) => (left?.line ?? 0) - (right?.line ?? 0) || (left?.column ?? 0) - (right?.column ?? 0),
  );
}
