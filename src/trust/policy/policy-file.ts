/** One policy file: of the system, or of a project. */

import type { PolicyRules } from "../../config/policy-rules.ts";
import { PolicyFile, policyMistakes } from "../../config/policy-table.ts";
import type { Problem } from "../../documents/problem.ts";
import { readBySchema } from "../../documents/read-by-schema.ts";
import type { TextFile } from "../../documents/text-file.ts";
import { readToml } from "../../documents/toml.ts";

export type PolicyReading =
  | { readonly kind: "missing" }
  | { readonly kind: "read"; readonly rules: PolicyRules; readonly problems: readonly Problem[] }
  /** A part that cannot be read might forbid anything, so none of the file counts. The problems are errors. */
  | { readonly kind: "unread"; readonly problems: readonly [Problem, ...Problem[]] };

export function readPolicy(file: string, read: TextFile): PolicyReading {
  if (read.kind === "missing") return read;
  if (read.kind === "bad") return { kind: "unread", problems: [read.problem] };
  const toml = readToml(read.text);
  if (!toml.ok) {
    const { ok: _, ...wrong } = toml;
    return { kind: "unread", problems: [{ severity: "error", file, ...wrong }] };
  }
  const reading = readBySchema(PolicyFile, file, toml);
  const rules = reading.value?.policy ?? {};
  const mistakes = policyMistakes(rules).map(({ path, ...mistake }): Problem => ({
    severity: "error",
    file,
    position: toml.positionOf(path),
    ...mistake,
  }));
  const problems = [...reading.problems, ...mistakes];
  const [first, ...others] = problems.filter(({ severity }) => severity === "error");
  if (first !== undefined) return { kind: "unread", problems: [first, ...others] };
  return { kind: "read", rules, problems };
}
