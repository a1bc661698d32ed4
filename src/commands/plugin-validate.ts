/** `plugin validate`: whether a plugin, a skill, a package, a policy or a whole source is fit to be published. */

import { type ValidatedItem, validatePlugins, type Validation } from "../diagnose/validate/validate-plugins.ts";
import { UserError } from "../errors.ts";
import { argument, command, toggle } from "./command.ts";
import type { Ink, Text } from "./terminal/reporter.ts";
import { counted, problemLines, renderOptions, type RenderOptions } from "./terminal/text.ts";

export const pluginValidateCommand = command({
  brief: "Check a plugin, a skill, a policy or a folder of them",
  about:
    "Checks a source, a plugin, a skill, a manifest of any name, a package with metadata, or a policy (symposium-policy.toml, policy.toml). Stricter\n" +
    "than loading: an unknown key and a missing gate are errors. Looks up package names at their registry. Exits with 1 on errors; with -q prints nothing if all is well.",
  examples: [
    { input: ".", brief: "Check the plugin in this folder" },
    { input: "~/.symposium/plugins --no-check-crates", brief: "Check all your plugins, without the network" },
  ],
  flags: { noCheckCrates: toggle("Skip the lookup of package names at their registry") },
  positional: argument("path", "The folder or file to check"),
  async run(cli, { noCheckCrates }, path) {
    const validation = await validatePlugins(cli, { path, checkNames: !noCheckCrates });
    const { errors, warnings } = validation;
    const text: Text = (style) => renderValidation(validation, renderOptions(cli, style));
    // `-q` is for scripts, which want to see what is wrong and nothing else.
    cli.report({ type: "answer", value: validation, text, isReport: errors + warnings === 0 ? true : undefined });
    if (errors > 0) throw new UserError("INVALID", `${counted(errors, "error", "errors")} in ${validation.path}`);
  },
});

function renderValidation({ items, problems }: Validation, how: RenderOptions): string[] {
  return [...items.flatMap((item) => itemLines(item, 0, how)), ...problems.flatMap((problem) => problemLines(problem, how.style))];
}

const INKS: Readonly<Record<ValidatedItem["verdict"], Ink>> = { good: "good", warning: "caution", error: "bad" };

function itemLines({ kind, name, file, verdict, findings, children }: ValidatedItem, depth: number, how: RenderOptions): string[] {
  const { style, verbose } = how;
  const word = style(INKS[verdict], verdict) + " ".repeat("warning".length - verdict.length);
  const indent = "  ".repeat(depth);
  const below = findings.flatMap((problem) => problemLines(problem, style)).map((line) => `${indent}    ${line}`);
  return [
    `${indent}${word}  ${name} ${style("faint", `(${kind})`)}${verbose ? `  ${style("faint", file)}` : ""}`,
    ...below,
    ...children.flatMap((child) => itemLines(child, depth + 1, how)),
  ];
}
