/** `hooks validate`: whether files are valid manifests, and what is odd in them. */

import type { Problem } from "../files/problem.ts";
import type { PlacedContext } from "../host/places.ts";
import { readManifest } from "../plugins/hook-manifest/hook-manifest-text.ts";
import { type HookInputs, hookTexts } from "./read-hooks.ts";

interface ValidatedManifest {
  readonly file: string;
  readonly valid: boolean;
  readonly hooks?: number;
  readonly problems: readonly Problem[];
}

export interface HooksValidation {
  readonly files: readonly ValidatedManifest[];
  readonly errors: number;
  readonly warnings: number;
}

export async function validateManifests({ context }: Pick<PlacedContext, "context">, inputs: HookInputs): Promise<HooksValidation> {
  const files = (await hookTexts(inputs, context)).map(({ file, text }): ValidatedManifest => {
    const read = readManifest(text, file);
    return read.ok
      ? { file, valid: true, hooks: read.manifest.hooks.length, problems: read.warnings }
      : { file, valid: false, problems: read.problems };
  });
  const count = (severity: Problem["severity"]) =>
    files.flatMap(({ problems }) => problems).filter((one) => one.severity === severity).length;
  return { files, errors: count("error"), warnings: count("warning") };
}
