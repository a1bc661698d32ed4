/** `plugin validate`: whether a plugin, a skill, a package, a policy or a whole source is fit to be published. */

import { buildCommand } from "@stricli/core";

import { UserError } from "../../errors.ts";
import type { CliContext } from "../cli-context.ts";
import { counted } from "../render/counted.ts";
import { argument, toggle } from "../parameters.ts";
import type { Text } from "../report/reporter.ts";

export const pluginValidateCommand = buildCommand<{ readonly noCheckCrates: boolean }, [string], CliContext>({
  docs: {
    brief: "Check a plugin, a skill, a policy or a folder of them",
    fullDescription:
      "Checks a source, a plugin, a skill, a manifest of any name, a package with metadata, or a policy (symposium-policy.toml, policy.toml). Stricter\n" +
      "than loading: an unknown key and a missing gate are errors. Looks up package names at their registry. Exits with 1 on errors; with -q prints nothing if all is well.",
    customUsage: [
      { input: ".", brief: "Check the plugin in this folder" },
      { input: "~/.symposium/plugins --no-check-crates", brief: "Check all your plugins, without the network" },
    ],
  },
  parameters: {
    flags: { noCheckCrates: toggle("Skip the lookup of package names at their registry") },
    positional: argument("path", "The folder or file to check"),
  },
  async func({ noCheckCrates }, path) {
    const { validatePlugins } = await import("../../app/validate/validate-plugins.ts");
    const { renderValidation } = await import("../render/validation.ts");
    const validation = await validatePlugins(this, { path, checkNames: !noCheckCrates });
    const { errors, warnings } = validation;
    const text: Text = (style) => renderValidation(validation, { style, verbose: this.verbose });
    // `-q` is for scripts, which want to see what is wrong and nothing else.
    this.report({ type: "answer", value: validation, text, ...(errors + warnings === 0 ? { isReport: true } : {}) });
    if (errors > 0) throw new UserError("INVALID", `${counted(errors, "error", "errors")} in ${validation.path}`);
  },
});
