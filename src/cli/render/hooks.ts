/** What the commands of `hooks` come to, as people see it. */

import type { ConvertResult } from "../../app/hooks/convert.ts";
import type { InstallResult } from "../../app/hooks/install.ts";
import type { RemoveResult } from "../../app/hooks/remove.ts";
import type { HooksValidation } from "../../app/hooks/validate.ts";
import type { Style } from "../report/reporter.ts";
import { runLines } from "./consent.ts";
import { counted } from "./counted.ts";
import { dryRunLine } from "./last-lines.ts";
import { listed } from "./listed.ts";
import type { RenderOptions } from "./options.ts";
import { problemLines } from "./problem.ts";
import { diffOf, fileLines, headOf } from "./set-up.ts";

export type Shown = "contents" | "files" | "differences" | "nothing";

export function renderConverted({ files, losses }: ConvertResult, options: RenderOptions, shows: Shown): string[] {
  const { style, dryRun } = options;
  if (shows === "nothing") return losses.length === 0 ? [style("good", "nothing is lost")] : [];
  if (shows === "contents")
    return files.flatMap(({ path, content }) => [
      ...(files.length === 1 ? [] : [style("strong", `==> ${path} <==`)]),
      ...content
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => style("code", line)),
    ]);
  const lines = files.flatMap(({ written, agent = "" }) => [
    ...headOf(written.action, written.file, agent, { ...options, verbose: true }),
    ...diffOf(written, options),
  ]);
  return dryRun && shows === "files" ? [...lines, "nothing was changed: this is a dry run; --diff shows the differences"] : lines;
}

export function renderManifests({ files }: HooksValidation, style: Style): string[] {
  return files.flatMap(({ file, valid, hooks = 0, problems }) => [
    `${valid ? style("good", "valid  ") : style("bad", "invalid")}  ${file}${valid ? `  ${style("faint", counted(hooks, "hook", "hooks"))}` : ""}`,
    ...problems.flatMap((problem) => problemLines(problem, style)).map((line) => `    ${line}`),
  ]);
}

/** Before the question: what would run, where it is written, and what exactly. */
export function renderInstall({ hooks, files, scope, digest }: InstallResult, options: RenderOptions): string[] {
  const { style } = options;
  return [
    style("strong", scope === "user" ? "Your agents would run this in every project" : "Your agents would run this in this project"),
    ...hooks.flatMap((item) => runLines(item, style)),
    ...files.flatMap((file) => fileLines(file, [], { ...options, diff: true })),
    `digest  ${digest}`,
    style("caution", "What the scripts contain is not checked when the hooks run"),
  ];
}

export function renderInstalled({ files, agents, dryRun, digest }: InstallResult, options: RenderOptions): string[] {
  const { style } = options;
  const lines = files.flatMap((file) => fileLines(file, [], options));
  const more = agents.flatMap(({ title, hooks, via, without = "can have none of these hooks" }) =>
    hooks > 0 ? [] : [via === undefined ? `${title} ${without}` : `${title} reads the file of ${via}`],
  );
  if (dryRun) return [...lines, ...more, `digest  ${digest}`, dryRunLine(options)];
  if (files.every(({ action }) => action === "none"))
    return [...lines, ...more, style("good", "nothing to change: everything is installed")];
  const got = agents.filter(({ hooks }) => hooks > 0);
  const done =
    got.length === 0
      ? []
      : [style("good", `done: ${listed(got.map(({ title, hooks }) => `${title} (${counted(hooks, "hook", "hooks")})`))}`)];
  return files.some(({ action }) => action === "refused") ? [...lines, ...more] : [...lines, ...more, ...done];
}

export function removedLines({ files, imports, dryRun }: RemoveResult, options: RenderOptions): string[] {
  const imported = imports.map((name) => `${dryRun ? "would no longer import" : "no longer imported"}: ${name}`);
  return [...imported, ...files.flatMap((file) => fileLines(file, [], options))];
}

export function renderRemoved(result: RemoveResult, options: RenderOptions): string[] {
  const { files, manifests, imports, dryRun } = result;
  const lines = removedLines(result, options);
  if (manifests.length + imports.length === 0) return ["nothing to remove: no hooks are imported or installed"];
  if (dryRun) return [...lines, dryRunLine(options)];
  return files.some(({ action }) => action === "refused") ? lines : [...lines, options.style("good", "done: the hooks are removed")];
}
