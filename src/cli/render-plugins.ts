/** The list of plugins as people see it: a block per source, then what is wrong in their files. */

import { printable } from "../platform/printable.ts";
import type { ListedPlugin, ListedSource, PluginList } from "../app/plugins/list-plugins.ts";
import { counted } from "./counted.ts";
import { problemLines } from "./render-problem.ts";
import type { Style } from "./reporter.ts";

export function renderPlugins({ sources, problems }: PluginList, style: Style): string {
  const blocks = [...sources.map((source) => sourceLines(source, style)), ...problems.map((problem) => problemLines(problem, style))];
  return blocks.map((lines) => lines.map(printable).join("\n")).join("\n\n");
}

function sourceLines({ name, origin, unavailable, plugins }: ListedSource, style: Style): string[] {
  const head = `${style("strong", name)}  ${style("faint", origin)}`;
  if (unavailable !== undefined) return [head, `  ${style("faint", `not available: ${unavailable}`)}`];
  if (plugins.length === 0) return [head, `  ${style("faint", "no plugins")}`];
  const width = Math.max(...plugins.map((plugin) => plugin.name.length));
  return [head, ...plugins.flatMap((plugin) => pluginLines(plugin, width, style))];
}

function pluginLines({ name, reason, hooks }: ListedPlugin, width: number, style: Style): string[] {
  const line = (word: string) => `  ${name.padEnd(width)}  ${word}`;
  if (reason !== undefined) return [line(`${style("caution", "inactive")}: ${reason}`)];
  const count = counted(hooks.length, "hook", "hooks");
  const idle = hooks.filter((hook) => !hook.active).map((hook) => `    ${hook.name}  ${style("caution", "inactive")}: ${hook.reason}`);
  return [line(`${style("good", "active")}, ${count}`), ...idle];
}
