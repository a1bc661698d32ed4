/** `plugin show`: one plugin in full. */

import { type Brought, type ShownPlugin, showPlugin } from "../diagnose/show-plugin.ts";
import { argument, command } from "./command.ts";
import { answer, type Style } from "./terminal/reporter.ts";
import { codeLines, problemLines } from "./terminal/text.ts";

export const pluginShowCommand = command({
  brief: "Show a plugin or a skill, and its file",
  about:
    "Shows every plugin or standalone skill of this name: where it comes from, whether it is active here, what it brings, and its file.",
  examples: [{ input: "my-plugin", brief: "Show why my-plugin is active or not, and its manifest" }],
  positional: argument("plugin", "The name of a plugin or a skill"),
  async run(cli, _flags, name) {
    const plugins = await showPlugin(cli, name);
    answer(cli, { plugins }, (style) => plugins.flatMap((plugin, at) => [...(at === 0 ? [] : [""]), ...pluginLines(plugin, style)]));
  },
});

function pluginLines(plugin: ShownPlugin, style: Style): string[] {
  const { package: of } = plugin;
  const because = plugin.because === undefined ? "" : `: ${plugin.because}`;
  const state = plugin.reason === undefined ? `${style("good", "active")}${because}` : `${style("caution", "inactive")}: ${plugin.reason}`;
  const through = (plugin.through ?? []).map(
    ({ title, takes, folder }) => `${title}: ${takes.join(" and ")} through the agent itself  ${style("faint", folder)}`,
  );
  const rows: readonly (readonly [term: string, lines: readonly string[]])[] = [
    ["source", [`${plugin.source}  ${style("faint", plugin.origin)}`]],
    ["package", of === undefined ? [] : [`${of.ecosystem}:${of.name}${of.version === undefined ? "" : ` ${of.version}`}`]],
    ["manifest", [plugin.manifest]],
    ["data", plugin.data === undefined ? [] : [plugin.data]],
    ["state", [state]],
    ["policy", plugin.denied === undefined ? [] : [plugin.denied]],
    ["applies", plugin.gate === undefined ? [] : [plugin.gate]],
    ["covers", coveredLines(plugin.consent, style)],
    ...broughtRows(plugin.brings, style),
    ["agents", through],
  ];
  const shown = rows.filter(([, lines]) => lines.length > 0);
  const width = Math.max(...shown.map(([term]) => term.length));
  return [
    style("strong", plugin.name) + (plugin.kind === "skill" ? " (skill)" : ""),
    ...shown.flatMap(([term, lines]) => lines.map((line, at) => `  ${(at === 0 ? term : "").padEnd(width)}  ${line}`)),
    ...plugin.problems.flatMap((problem) => problemLines(problem, style)),
    "",
    ...codeLines(plugin.text, style),
  ];
}

function coveredLines(consent: ShownPlugin["consent"], style: Style): readonly string[] {
  if (consent?.digest === undefined) return [];
  const width = Math.max(0, ...consent.files.map(({ path }) => path.length));
  return [
    `${consent.digest}  ${style("faint", consent.state)}`,
    ...consent.files.map(({ path, digest }) => `${path.padEnd(width)}  ${style("faint", digest)}`),
  ];
}

function broughtRows(brings: Brought, style: Style): readonly (readonly [string, readonly string[]])[] {
  const why = (reason: string | undefined) => (reason === undefined ? "" : `  ${style("caution", "inactive")}: ${reason}`);
  const skills = brings.skills.map(({ source, ...gates }) =>
    [sourceText(source), ...Object.values(gates).flatMap((gate) => gate ?? [])].join("  "),
  );
  const withWord = (name: string, word: string) => `${name}  ${style("faint", word)}`;
  return [
    ["hooks", brings.hooks.map(({ name, event, reason }) => withWord(name, event) + why(reason))],
    ["skills", skills],
    ["servers", brings.servers.map(({ name, transport, runs, reason }) => withWord(name, `${transport} ${runs}`) + why(reason))],
    ["commands", brings.subcommands.map(({ name, description, reason }) => withWord(name, description) + why(reason))],
    ["predicates", brings.predicates],
    ["installs", brings.installations],
    ["plugins", brings.plugins],
  ];
}

function sourceText(source: Brought["skills"][number]["source"]): string {
  if (source === undefined) return "from nowhere";
  if (typeof source === "string") return "from the packages themselves";
  const parts = Object.entries(source).map(([key, value]) => `${key} ${value}`);
  return parts.join(", ");
}
