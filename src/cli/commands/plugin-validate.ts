/** `plugin validate`: whether a plugin, a skill, a package or a whole source is fit to be published. */

import { buildCommand } from "@stricli/core";

import { UserError } from "../../errors.ts";
import type { CliContext } from "../cli-context.ts";
import { counted } from "../counted.ts";
import { argument, toggle } from "../parameters.ts";

export const pluginValidateCommand = buildCommand<{ readonly noCheckCrates: boolean }, [string], CliContext>({
  docs: {
    brief: "Check a plugin, a skill or a folder of them",
    fullDescription:
      "Checks a source, a plugin's folder, a skill's folder, a manifest of any name, or a package with metadata. Stricter than loading: an unknown key\n" +
      "and a missing gate are errors. Names of packages are looked up at their registry.",
  },
  parameters: {
    flags: { noCheckCrates: toggle("Do not look up names of packages at their registry") },
    positional: argument("path", "What to check"),
  },
  async func({ noCheckCrates }, path) {
    const { validatePlugins } = await import("../../app/validate/validate-plugins.ts");
    const { renderValidation } = await import("../render-validation.ts");
    const validation = await validatePlugins(this, { path, checkNames: !noCheckCrates });
    this.report({ type: "answer", value: validation, text: (style) => renderValidation(validation, style) });
    const { errors } = validation;
    if (errors > 0) throw new UserError("INVALID", `${counted(errors, "error", "errors")} in ${validation.path}`);
  },
});
