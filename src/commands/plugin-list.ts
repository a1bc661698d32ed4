/** `plugin list`: the sources in their order, what each brings, and why something of it does nothing. */

import { type ListedPlugin, type ListedSource, listPlugins, type PluginList } from "../diagnose/list-plugins.ts";
import { command } from "./command.ts";
import { fetchAndWarn } from "./plugin-sync.ts";
import { answer } from "./terminal/reporter.ts";
import { counted, problemLines, renderOptions, type RenderOptions, shortPath, versioned } from "./terminal/text.ts";

export const pluginListCommand = command({
  brief: "List plugin sources and their plugins",
  about:
    "Lists every plugin source with its plugins, whether each is active here, and the problems in their files. With -v also lists active hooks and\n" +
    "manifests. Reads what is on this machine; --update check or fetch updates git sources first.",
  examples: [
    { input: "", brief: "List what is on this machine" },
    { input: "--update check", brief: "Update git sources first, where they changed" },
  ],
  async run(cli) {
    if (cli.update !== undefined && cli.update !== "none") await fetchAndWarn(cli, { update: cli.update });
    const list = listPlugins(cli);
    answer(cli, list, (style) => renderPlugins(list, renderOptions(cli, style)));
  },
});

function renderPlugins({ sources, problems }: PluginList, how: RenderOptions): string[] {
  const news = problems.filter(({ code }) => code !== "dormant");
  const blocks = [...sources.map((source) => sourceLines(source, how)), ...news.map((problem) => problemLines(problem, how.style))];
  return blocks.flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
}

function sourceLines({ name, origin, unavailable, plugins }: ListedSource, how: RenderOptions): string[] {
  const { style } = how;
  const head = `${style("strong", name)}  ${style("faint", shortPath(origin, how.home))}`;
  if (unavailable !== undefined) return [head, `  ${style("caution", `not available: ${unavailable}`)}`];
  if (plugins.length === 0) return [head, `  ${style("faint", "no plugins")}`];
  const width = Math.max(...plugins.map((plugin) => versioned(plugin.name, plugin.package?.version).length));
  return [head, ...plugins.flatMap((plugin) => pluginLines(plugin, width, how))];
}

function pluginLines(plugin: ListedPlugin, width: number, { style, verbose, home }: RenderOptions): string[] {
  const { manifest, active, reason, hooks } = plugin;
  const line = (word: string) => `  ${versioned(plugin.name, plugin.package?.version).padEnd(width)}  ${word}`;
  const file = verbose ? [`    ${style("faint", shortPath(manifest, home))}`] : [];
  if (!active) return [line(`${style("caution", "inactive")}: ${reason}`), ...file];
  const shown = hooks
    .filter((hook) => verbose || !hook.active)
    .map((hook) => `    ${hook.name}  ${hook.active ? style("good", "active") : `${style("caution", "inactive")}: ${hook.reason}`}`);
  const why = reason === undefined ? "" : `: ${reason}`;
  return [line(`${style("good", "active")}, ${counted(hooks.length, "hook", "hooks")}${why}`), ...file, ...shown];
}
