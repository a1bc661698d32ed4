/** `hooks validate`: whether files are valid manifests. */

import { buildCommand } from "@stricli/core";

import { UserError } from "../errors.ts";
import { type HooksValidation, validateManifests } from "../interchange/validate.ts";
import type { CliContext } from "./cli-context.ts";
import { several } from "./parameters.ts";
import type { Style } from "./terminal/reporter.ts";
import { counted, problemLines } from "./terminal/text.ts";

export const hooksValidateCommand = buildCommand<Record<never, never>, string[], CliContext>({
  docs: {
    brief: "Check manifests of the Hook Interchange Format",
    fullDescription:
      "Checks manifests in JSON or YAML, of hooks/1.0 and hooks/0.1. Exits with 1 if one is not valid; with -q prints nothing if all is well.",
    customUsage: ["hooks.json", "hooks.yaml team/hooks.json"],
  },
  parameters: { positional: several("file", "Manifests; stdin without any") },
  async func(_flags, ...files) {
    const found = await validateManifests(this, { files, stdin: this.stdin });
    const { errors, warnings } = found;
    this.report({
      type: "answer",
      value: found,
      text: (style) => renderManifests(found, style),
      isReport: errors + warnings === 0 ? true : undefined,
    });
    if (errors > 0)
      throw new UserError(
        "INVALID",
        `${counted(errors, "error", "errors")} in ${found.files
          .filter(({ valid }) => !valid)
          .map(({ file }) => file)
          .join(", ")}`,
      );
  },
});

export function renderManifests({ files }: HooksValidation, style: Style): string[] {
  return files.flatMap(({ file, valid, hooks = 0, problems }) => [
    `${valid ? style("good", "valid  ") : style("bad", "invalid")}  ${file}${valid ? `  ${style("faint", counted(hooks, "hook", "hooks"))}` : ""}`,
    ...problems.flatMap((problem) => problemLines(problem, style)).map((line) => `    ${line}`),
  ]);
}
