/** `hooks validate`: whether files are valid manifests. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { UserError } from "../../errors.ts";
import { several } from "../parameters.ts";
import { counted } from "../render/counted.ts";

export const hooksValidateCommand = buildCommand<Record<never, never>, string[], CliContext>({
  docs: {
    brief: "Check manifests of the Hook Interchange Format",
    fullDescription:
      "Checks manifests in JSON or YAML, of hooks/1.0 and hooks/0.1. Exits with 1 if one is not valid; with -q prints nothing if all is well.",
    customUsage: ["hooks.json", "hooks.yaml team/hooks.json"],
  },
  parameters: { positional: several("file", "Manifests; stdin without any") },
  async func(_flags, ...files) {
    const { validateManifests } = await import("../../app/hooks/validate.ts");
    const { renderManifests } = await import("../render/hooks.ts");
    const found = await validateManifests(this, { files, stdin: this.stdin });
    const { errors, warnings } = found;
    this.report({
      type: "answer",
      value: found,
      text: (style) => renderManifests(found, style),
      ...(errors + warnings === 0 ? { isReport: true } : {}),
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
