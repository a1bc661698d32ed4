/** Workspace, sources, plugins and skills as people see them: a block for each, a line for each thing in it. */

import { titleOf } from "../agents/agents-by-name.ts";
import { notGuardedWords } from "../agents/describe.ts";
import type { PluginStatus, SourceStatus } from "../diagnose/plugin-status.ts";
import { printable, quotedPath } from "../model/safe-text.ts";
import type { WorkspaceRoot } from "../packages/workspace-folder.ts";
import type { PluginHere } from "../plugins/here/plugin-here.ts";
import type { DevFolder } from "../setup/trust/develop.ts";
import { type Cell, columns } from "./terminal/layout.ts";
import type { Ink } from "./terminal/reporter.ts";
import { counted, minute, problemLines, type RenderOptions, shortPath, versioned } from "./terminal/text.ts";

export function renderPluginStatus(status: PluginStatus, options: RenderOptions): string[] {
  const { style, verbose, calledAs, home } = options;
  const block = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", style("strong", title), ...lines.map((line) => `  ${line}`)];
  const sources = status.sources.filter(({ unavailable, failure }) => verbose || unavailable !== undefined || failure !== undefined);
  const noPlugin = `none: \`${calledAs} search <word>\` finds plugins, and \`${calledAs} plugin new <name>\` creates one`;
  const skills = status.skills.map((one) => [shortPath(one.folder, home), one.skills.map(({ name }) => name).join(", ")]);
  // What is dormant is listed as such already.
  const news = status.problems.filter(({ code }) => code !== "dormant");
  return [
    "",
    ...workspaceLines(status, options),
    ...block("policy", policyLines(status, options)),
    ...block("sources", sources.length === 0 && verbose ? ["none"] : sources.map((source) => sourceLine(source, options))),
    ...block("plugins", status.plugins.length === 0 ? [noPlugin] : pluginLines(status.plugins, options)),
    ...block("skills", columns(skills, style)),
    ...block("not guarded", [
      ...status.notGuarded.map((one) => `${titleOf(one.agent)}: ${notGuardedWords(one)}`),
      ...status.guardsInVain.map(({ agent, hook, event }) => `${titleOf(agent)}: ${hook} cannot prevent anything at ${event}`),
    ]),
    ...news.flatMap((problem) => ["", ...problemLines(problem, style)]),
  ];
}

function workspaceLines({ workspace, passedOver, lookedFor }: PluginStatus, { style, home }: RenderOptions): string[] {
  const title = style("strong", "workspace");
  if (passedOver !== undefined)
    return [`${title}  none: ${shortPath(passedOver, home)} is your home folder or above it, which never counts as a workspace`];
  if (workspace === null) return [`${title}  none: here and in the folders above there is none of ${lookedFor.join(", ")}`];
  const { folder, roots, lastSync } = workspace;
  const noRoot = roots.length === 0 ? [`  none of ${lookedFor.filter((name) => name !== ".git").join(", ")} in it`] : [];
  const synced = lastSync === undefined ? [] : [`  skills as of ${minute(lastSync)}`];
  return [`${title}  ${shortPath(folder, home)}`, ...roots.map((root) => `  ${rootLine(root, folder, home)}`), ...noRoot, ...synced];
}

function rootLine({ ecosystem, folder, members, dependencies, locked }: WorkspaceRoot, workspace: string, home: string): string {
  const where = folder === workspace ? "" : ` in ${shortPath(folder, home)}`;
  const counts = [counted(members, "member", "members"), counted(dependencies, "dependency", "dependencies")].join(", ");
  return `${ecosystem}${where}: ${counts}${locked ? "" : ", no lock file: versions are those that the manifests require"}`;
}

/** What could not be fetched at all is not available for the same reason. */
function sourceLine({ name, origin, unavailable, fetched, failure }: SourceStatus, { style, home, verbose }: RenderOptions): string {
  const trouble = unavailable === undefined ? "could not be updated" : "not available";
  const parts = [
    name,
    ...(verbose ? [style("faint", shortPath(origin, home))] : []),
    ...(verbose && fetched !== undefined ? [`fetched ${minute(fetched.at)}, commit ${fetched.commit.slice(0, 12)}`] : []),
    ...(unavailable === undefined && failure === undefined ? [] : [style("caution", `${trouble}: ${failure ?? unavailable}`)]),
  ];
  return parts.join("  ");
}

const INKS: Readonly<Record<PluginHere["state"], Ink>> = {
  active: "good",
  candidate: "caution",
  dormant: "faint",
  inactive: "faint",
  disabled: "faint",
};

const STATES = Object.keys(INKS) as PluginHere["state"][];

/** More plugins than this that do nothing here are counted. */
const MOST_IDLE = 3;

function pluginLines(plugins: readonly PluginHere[], { style, calledAs, verbose }: RenderOptions): string[] {
  const idle = plugins.filter(({ state }) => state === "inactive" || state === "disabled");
  const isCounted = !verbose && idle.length > MOST_IDLE;
  const rows = STATES.flatMap((state) => plugins.filter((plugin) => plugin.state === state))
    .filter((plugin) => !isCounted || !idle.includes(plugin))
    .map((plugin): Cell[] => {
      const change = changeText(plugin, calledAs);
      const { skills = [] } = plugin;
      const brings = skills.length === 0 ? "" : `; brings ${skills.length === 1 ? "the skill" : "the skills"} ${skills.join(", ")}`;
      const through = (plugin.through ?? []).map(({ title, takes }) => `; ${takes.join(" and ")} on ${title} through the agent itself`);
      return [[INKS[plugin.state], plugin.state], shownName(plugin), `${plugin.reason}${brings}${through.join("")}${change}`];
    });
  return [...columns(rows, style), ...(isCounted ? [`${idle.length} plugins are inactive here; -v lists them`] : [])];
}

function changeText({ name, state, change }: PluginHere, calledAs: string): string {
  if (state === "dormant") return `; \`${calledAs} use ${name}\` enables it`;
  return state === "candidate" && change !== undefined ? `; \`${calledAs} ${change}\` enables it` : "";
}

function shownName({ name, kind, package: of }: PluginHere): string {
  if (of !== undefined) return versioned(name, of.version);
  return kind === "skill" ? `${name} (skill)` : name;
}

const MOST_DENIED = 10;

function policyLines({ policies, denied }: Pick<PluginStatus, "policies" | "denied">, options: RenderOptions): string[] {
  const shown = options.verbose ? denied : denied.slice(0, MOST_DENIED);
  const more = denied.length - shown.length;
  const rows = policies.map(({ level, file, isUnread, rules }): Cell[] => {
    const texts = Object.entries(rules).flatMap(([key, value]) => (value === undefined ? [] : ruleTexts(key, value)));
    const unread = isUnread === true && options.style("caution", "cannot be read, so nothing that it governs runs");
    return [level, shortPath(file, options.home), unread || (texts.length === 0 ? "no rules" : printable(texts.join(", ")))];
  });
  return [
    ...columns(rows, options.style),
    ...shown.map(({ plugin, what, reason }) => printable(`${plugin}: ${what} ${reason}`)),
    ...(more === 0 ? [] : [`and ${counted(more, "other", "others")}; -v lists them`]),
  ];
}

function ruleTexts(key: string, value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${key} = ${JSON.stringify(value)}`];
  return Object.entries(value).map(([name, each]) => `${key}.${name} = ${JSON.stringify(each)}`);
}

/** The folders of `use --dev`, in every `status`: whatever is written there runs as the user. */
export function renderDevFolders(folders: readonly DevFolder[], { style, home, calledAs }: RenderOptions): string[] {
  if (folders.length === 0) return [];
  const lines = folders.map(
    ({ folder, plugin, workspace, until }) =>
      `  ${shortPath(folder, home)} runs in ${shortPath(workspace, home)} until ${minute(until)} without asking; \`${calledAs} trust revoke ${quotedPath(plugin)}\` there ends that`,
  );
  return ["", style("strong", "whatever writes here, an agent too, runs as you"), ...lines];
}
