/** A new plugin as people see it: its files, and what to run next. */

import { relative } from "node:path";

import type { NewPlugin } from "../../app/plugins/new-plugin.ts";
import type { CliContext } from "../cli-context.ts";
import { shortPath } from "./short-path.ts";
import type { Style } from "../report/reporter.ts";

type Row = readonly [left: string, right: string];

export function renderNewPlugin(plugin: NewPlugin, { context, places, calledAs }: CliContext, style: Style): string[] {
  const { name, folder, files, test, isInUse, isSetUp } = plugin;
  const near = relative(context.cwd, folder);
  const typed = near.startsWith("..") ? homePath(folder, context.home) : shellWord(near || ".");
  const plugins = homePath(places.userPlugins, context.home);
  const next: readonly Row[] = [
    [`sh ${typed === "." ? "" : `${typed}/`}${test}`, "run the hook on its sample calls"],
    [`${calledAs} plugin validate ${typed}`, "check the plugin"],
    ...(isInUse
      ? []
      : [[`mkdir -p ${plugins} && cp -R ${typed} ${plugins}/${typed === "." ? name : ""}`, "use it in every project"] as const]),
    isSetUp ? [`${calledAs} sync`, "install its skill in a project"] : [`${calledAs} init`, "register hooks with your agents"],
  ];
  return [
    `${style("good", "created")} ${style("strong", name)} in ${shortPath(folder, context.home)}`,
    ...table(
      files.map(({ path, about }): Row => [path, about]),
      style,
    ),
    "",
    "Next:",
    ...next.flatMap(([command, why]) => [`  ${style("faint", `# ${why}`)}`, `  ${style("code", style("pointer", command))}`]),
  ];
}

function table(rows: readonly Row[], style: Style): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${style("pointer", left)}${" ".repeat(width - left.length)}  ${right}`);
}

/** A quoted `~` would not mean the home folder. */
/** As it is typed in a shell. */
export function homePath(folder: string, home: string): string {
  const short = shortPath(folder, home);
  return shellWord(short.replace(/^~/, "")) === short.replace(/^~/, "") ? short : shellWord(folder);
}

function shellWord(path: string): string {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
