/** Writes a manifest as an agent's own hook files (IX-4 to IX-8), with what is lost. Pure: it reads and writes no file. */

import type { Scope } from "../agents/agent.ts";
import type { FileEntry, HookFileForm } from "../agents/hook-files.ts";
import type { HookManifest } from "../canonical/hook-manifest.ts";
import type { ConversionLoss } from "./conversion-loss.ts";
import { documentOf, textOf } from "./document-text.ts";
import { type PlanOptions, planHooks } from "./plan-hook.ts";
import type { Target } from "./target.ts";
import { verifyFiles } from "./verify.ts";

export interface EncodeOptions extends PlanOptions {
  /** Absent: the project's file, or the user's where the agent has no other. */
  readonly scope?: Scope;
  /** The name of a file that can have any; default `hooks`. */
  readonly name?: string;
}

export interface EncodedFile {
  /** Below the project, or below the home. */
  readonly path: string;
  /** What the file needs, for an existing one. */
  readonly entries: readonly FileEntry[];
  /** A new file. */
  readonly content: string;
}

export interface Encoded {
  readonly files: readonly EncodedFile[];
  readonly losses: readonly ConversionLoss[];
  /** Positions in the manifest of the hooks that are in the files. */
  readonly written: readonly number[];
}

export function encodeHooks(manifest: HookManifest, target: Target, options: EncodeOptions = {}): Encoded {
  const plans = planHooks(manifest, target, options);
  const natives = plans.flatMap((plan) => plan.natives);
  const expected = plans.flatMap((plan) => plan.expected);
  const losses = plans.flatMap((plan) => plan.losses);
  const written = [...plans.entries()].flatMap(([index, plan]) => (plan.natives.length === 0 ? [] : [index]));
  if (natives.length === 0) return { files: [], losses, written };
  const documents = target.form.write(natives);
  const files = documents.map((entries, at) => ({
    path: pathOf(target.form, options, at, documents.length),
    entries,
    content: textOf(documentOf(entries), target.form),
  }));
  verifyFiles(files, expected, target);
  return { files, losses, written };
}

function pathOf({ paths }: HookFileForm, { scope, name = "hooks" }: EncodeOptions, at: number, count: number): string {
  const path = (scope === undefined ? (paths.project ?? paths.user) : (paths[scope] ?? paths.project ?? paths.user)) ?? "";
  return path.replace("*", count === 1 ? name : `${name}-${at + 1}`);
}
