/** `hooks validate`: whether files are valid manifests. */

import { UserError } from "../errors.ts";
import { type HooksValidation, validateManifests } from "../interchange/validate.ts";
import { command, several } from "./command.ts";
import type { Style, Text } from "./terminal/reporter.ts";
import { counted, problemLines } from "./terminal/text.ts";

export const hooksValidateCommand = command({
  brief: "Check manifests of the Hook Interchange Format",
  about:
    "Checks manifests in JSON or YAML, of hooks/1.0 and hooks/0.1. Exits with 1 if one is not valid; with -q prints nothing if all is well.",
  examples: ["hooks.json", "hooks.yaml team/hooks.json"],
  positional: several("file", "Manifests; stdin without any"),
  async run(cli, _flags, ...files) {
    const found = await validateManifests(cli, { files, stdin: cli.stdin });
    const { errors, warnings } = found;
    const text: Text = (style) => renderManifests(found, style);
    cli.report({ type: "answer", value: found, text, isReport: errors + warnings === 0 ? true : undefined });
    const wrong = found.files.filter(({ valid }) => !valid).map(({ file }) => file);
    if (errors > 0) throw new UserError("INVALID", `${counted(errors, "error", "errors")} in ${wrong.join(", ")}`);
  },
});

function renderManifests({ files }: HooksValidation, style: Style): string[] {
  return files.flatMap(({ file, valid, hooks = 0, problems }) => [
    valid
      ? `${style("good", "valid  ")}  ${file}  ${style("faint", counted(hooks, "hook", "hooks"))}`
      : `${style("bad", "invalid")}  ${file}`,
    ...problems.flatMap((problem) => problemLines(problem, style)).map((line) => `    ${line}`),
  ]);
}
