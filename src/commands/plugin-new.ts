/** `plugin new`: a plugin to start from. */

import { relative } from "node:path";

import { newPlugin, type NewPlugin } from "../plugins/new-plugin.ts";
import type { CliContext } from "./cli-context.ts";
import { argument, command, parsed, toggle } from "./command.ts";
import { type Style, tell } from "./terminal/reporter.ts";
import { homePath, shellWord, shortPath } from "./terminal/text.ts";

export const pluginNewCommand = command({
  brief: "Create a plugin with a hook, a skill and a test",
  about:
    "Creates a plugin that works at once: a manifest, a hook as a shell script, a skill, and a test that runs the hook on sample calls.\n" +
    "Writes only into a new or empty folder.",
  examples: [
    { input: "my-plugin", brief: "Create ./my-plugin" },
    { input: "my-plugin --agent-plugin", brief: "Create an Agent Plugin, with an MCP server: other clients read its skill and server" },
    { input: "my-plugin --dir ~/.symposium/plugins/my-plugin", brief: "Create it where Symposium loads it at once" },
  ],
  flags: {
    agentPlugin: toggle("Create a package of the Agent Plugins format, with plugin.json instead of SYMPOSIUM.toml"),
    dir: parsed("folder", "Write into this folder (default: ./<name>)"),
  },
  positional: argument("name", "The plugin's name: lower-case letters, digits and hyphens"),
  async run(cli, { dir, agentPlugin }, name) {
    const plugin = newPlugin(cli, { name, directory: dir, agentPlugin });
    tell(cli, plugin, (style) => renderNewPlugin(plugin, cli, style));
  },
});

function renderNewPlugin(plugin: NewPlugin, { context, places, calledAs }: CliContext, style: Style): string[] {
  const { name, folder, files, test, isInUse, isSetUp } = plugin;
  const near = relative(context.cwd, folder);
  const typed = near.startsWith("..") ? homePath(folder, context.home) : shellWord(near || ".");
  const plugins = homePath(places.userPlugins, context.home);
  const width = Math.max(...files.map(({ path }) => path.length));
  const next: readonly (readonly [command: string, why: string])[] = [
    [`sh ${typed === "." ? "" : `${typed}/`}${test}`, "run the hook on its sample calls"],
    [`${calledAs} plugin validate ${typed}`, "check the plugin"],
    ...(isInUse
      ? []
      : [[`mkdir -p ${plugins} && cp -R ${typed} ${plugins}/${typed === "." ? name : ""}`, "use it in every project"] as const]),
    isSetUp ? [`${calledAs} sync`, "install its skill in a project"] : [`${calledAs} init`, "register hooks with your agents"],
  ];
  return [
    `${style("good", "created")} ${style("strong", name)} in ${shortPath(folder, context.home)}`,
    ...files.map(({ path, about }) => `  ${style("pointer", path)}${" ".repeat(width - path.length)}  ${about}`),
    "",
    "Next:",
    ...next.flatMap(([command, why]) => [`  ${style("faint", `# ${why}`)}`, `  ${style("code", style("pointer", command))}`]),
  ];
}
