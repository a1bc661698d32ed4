/** `hooks convert`: hooks of one agent, or of a manifest, as files of other agents. */

import { UserError } from "../errors.ts";
import { type ConvertedFile, convertHooks, type ConvertResult } from "../interchange/convert.ts";
import { SPECS } from "../model/hook-manifest.ts";
import { CHANGE_FLAGS, CHECK_FLAGS, command, oneOf, parsed, several, toggle } from "./command.ts";
import { checkedLosses, refusal, reportLosses } from "./hook-losses.ts";
import { diffOf, headOf } from "./registration-report.ts";
import { say } from "./terminal/reporter.ts";
import { counted, renderOptions, type RenderOptions } from "./terminal/text.ts";
import { diffText } from "./terminal/unified-diff.ts";

export const hooksConvertCommand = command({
  brief: "Convert hooks of one agent into files of others",
  about:
    "Reads hooks from an agent's file or from a manifest of the Hook Interchange Format (JSON or YAML), and prints the file of another agent.\n" +
    "What cannot be carried over is printed to stderr. A guard that would not hold is left out, and the command exits with 1.\n" +
    "An entry for another agent calls your command through symposium-hook, which gives it the payload that it was written for and turns its\n" +
    "answer into that agent's. It needs Symposium on the machine that runs it; without it the agent goes on.",
  examples: [
    { input: "--to gemini ~/.claude/settings.json", brief: "Print what Gemini CLI would read" },
    { input: "--to hooks -o hooks.json ~/.claude/settings.json", brief: "Write a manifest" },
    { input: "--to all -o . hooks.json", brief: "Add the hooks to this project's files of every agent" },
    { input: "--to codex:toml --check --fail-on lossy-blocking hooks.json", brief: "In CI: fail if a guard is lost" },
  ],
  aliases: { o: "output" },
  flags: {
    from: parsed("agent", "Whose files they are: an agent, agent:form, `hooks` for a manifest, or auto (default)"),
    to: parsed("agent", "An agent, agent:form such as codex:toml, `hooks` for a manifest, or all (default: hooks)"),
    output: parsed("path", "Write to this file or below this folder; an existing file keeps all that is in it"),
    spec: oneOf(SPECS, "The version of a manifest that is written (default: hooks/1.0)"),
    noShim: toggle("Write entries that call your commands directly (default: through symposium-hook)"),
    ...CHANGE_FLAGS,
    ...CHECK_FLAGS,
  },
  positional: several("file", "Files with hooks; stdin without any"),
  async run(cli, flags, ...files) {
    const { from = "auto", to = "hooks", output, spec, noShim, dryRun, diff, check, failOn = "lossy" } = flags;
    const result = await convertHooks(cli, { files, stdin: cli.stdin, from, to, output, spec, noShim, dryRun: dryRun || check });
    reportLosses(cli, result);
    for (const { title, via } of result.served) say(cli, "note", `${title} reads the file of ${via}`);
    const shows = check ? "nothing" : diff ? "differences" : output === undefined ? "contents" : "files";
    const { source, hooks, losses } = result;
    const [only] = result.files;
    cli.report({
      type: "answer",
      value: { source, hooks, files: result.files.map((file) => fileValue(file, output !== undefined, diff)), losses },
      text: (style) => renderConverted(result, { ...renderOptions(cli, style, dryRun), diff: shows === "differences" }, shows),
      raw: shows === "contents" && result.files.length === 1 && only !== undefined ? only.content : undefined,
      isReport: shows === "files" ? true : undefined,
    });
    const failure = check ? checkedLosses(result, failOn) : (leftAlone(result, output) ?? refusal(result) ?? nothing(result));
    if (failure !== undefined) throw failure;
  },
});

function fileValue({ path, agent, content, written }: ConvertedFile, isPlaced: boolean, isDiff: boolean) {
  const { file, action, before, after, refused } = written;
  const place = isPlaced ? { content: after, file, action, refused } : { content };
  return { path, agent, ...place, diff: isDiff ? diffText(before, after) : undefined };
}

function leftAlone({ files }: ConvertResult, output: string | undefined): UserError | undefined {
  const refused = output === undefined ? [] : files.flatMap(({ written }) => written.refused ?? []);
  if (refused.length === 0) return undefined;
  const what = counted(refused.length, "file was left as it is", "files were left as they are");
  return new UserError("LEFT-ALONE", what, { details: refused, hint: "everything else is done; without -o the text is printed" });
}

function nothing({ files, hooks }: ConvertResult): UserError | undefined {
  if (files.length > 0) return undefined;
  return hooks === 0
    ? new UserError("NO-HOOKS", "there are no hooks to convert", { hint: "Symposium's own entries are left out" })
    : new UserError("NOTHING-LEFT", "none of the hooks can be written", { hint: "the messages above say why" });
}

function renderConverted(
  { files, losses }: ConvertResult,
  options: RenderOptions,
  shows: "contents" | "files" | "differences" | "nothing",
): string[] {
  const { style, dryRun } = options;
  if (shows === "nothing") return losses.length === 0 ? [style("good", "nothing is lost")] : [];
  if (shows === "contents")
    return files.flatMap(({ path, content }) => {
      const lines = content.replace(/\n$/, "").split("\n");
      const head = files.length === 1 ? [] : [style("strong", `==> ${path} <==`)];
      return [...head, ...lines.map((line) => style("code", line))];
    });
  const lines = files.flatMap(({ written, agent = "" }) => [
    ...headOf(written.action, written.file, agent, { ...options, verbose: true }),
    ...diffOf(written, options),
  ]);
  return dryRun && shows === "files" ? [...lines, "nothing was changed: this is a dry run; --diff shows the differences"] : lines;
}
