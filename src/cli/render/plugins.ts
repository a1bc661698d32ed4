/** The list of plugins as people see it: a block per source, then what is wrong in their files. */

import type { ListedPlugin, ListedSource, PluginList } from "../../app/plugins/list-plugins.ts";
import { counted } from "./counted.ts";
import { problemLines } from "./problem.ts";
import { shortPath } from "./short-path.ts";
import type { Style } from "../report/reporter.ts";

export interface PluginListStyle {
  readonly style: Style;
  /** Hooks that are active, and manifests, are shown too. */
  readonly verbose: boolean;
  readonly home: string;
}

export function renderPlugins({ sources, problems }: PluginList, how: PluginListStyle): string[] {
  const news = problems.filter(({ code }) => code !== "dormant");
  const blocks = [...sources.map((source) => sourceLines(source, how)), ...news.map((problem) => problemLines(problem, how.style))];
  return blocks.flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
}

function sourceLines({ name, origin, unavailable, plugins }: ListedSource, how: PluginListStyle): string[] {
  const { style } = how;
  const head = `${style("strong", name)}  ${style("faint", shortPath(origin, how.home))}`;
  if (unavailable !== undefined) return [head, `  ${style("caution", `not available: ${unavailable}`)}`];
  if (plugins.length === 0) return [head, `  ${style("faint", "no plugins")}`];
  const width = Math.max(...plugins.map((plugin) => shownName(plugin).length));
  return [head, ...plugins.flatMap((plugin) => pluginLines(plugin, width, how))];
}

function pluginLines(plugin: ListedPlugin, width: number, { style, verbose, home }: PluginListStyle): string[] {
  const { manifest, active, reason, hooks } = plugin;
  const line = (word: string) => `  ${shownName(plugin).padEnd(width)}  ${word}`;
  const file = verbose ? [`    ${style("faint", shortPath(manifest, home))}`] : [];
  if (!active) return [line(`${style("caution", "inactive")}: ${reason}`), ...file];
  const shown = hooks
    .filter((hook) => verbose || !hook.active)
    .map((hook) => `    ${hook.name}  ${hook.active ? style("good", "active") : `${style("caution", "inactive")}: ${hook.reason}`}`);
  const why = reason === undefined ? "" : `: ${reason}`;
  return [line(`${style("good", "active")}, ${counted(hooks.length, "hook", "hooks")}${why}`), ...file, ...shown];
}

function shownName({ name, package: of }: ListedPlugin): string {
  return of?.version === undefined ? name : `${name} ${of.version}`;
}
