/** `plugin show` as data: every plugin of a name, from whichever source, with what it brings and the manifest as it is written. */

import { resolveNativeEvent } from "../../agents/resolve-event.ts";
import { resolveAgent } from "../../agents/resolve.ts";
import { problemText, type Problem } from "../../documents/problem.ts";
import { configInForce } from "../../config/read-config.ts";
import { sameName } from "../../config/same-name.ts";
import { similarWord } from "../../documents/similar-word.ts";
import { readTextFile } from "../../documents/text-file.ts";
import { findWorkspace } from "../../ecosystems/find-workspace.ts";
import { UserError } from "../../errors.ts";
import { type LoadedPlugin, loadPlugins } from "../../plugins/active-plugins.ts";
import type { PluginSource } from "../../plugins/sources/source.ts";
import { workspaceAround } from "../../plugins/workspace-around.ts";
import { type WrittenSkills, writtenSkills } from "../../plugins/written-skills.ts";
import { printAtom, printGate } from "../../predicates/print.ts";
import type { CliContext } from "../../cli/cli-context.ts";

export interface ShownPlugin {
  readonly name: string;
  readonly source: string;
  /** The folder or address of the source. */
  readonly origin: string;
  readonly manifest: string;
  readonly active: boolean;
  /** Why it is not. */
  readonly reason?: string;
  /** When it applies, in a line; absent where nothing says so. */
  readonly gate?: string;
  readonly brings: Brought;
  readonly problems: readonly Problem[];
  /** The manifest as it is written. */
  readonly text: string;
}

export interface Brought {
  readonly hooks: readonly { readonly name: string; readonly event: string; readonly active: boolean; readonly reason?: string }[];
  readonly skills: readonly WrittenSkills[];
  readonly servers: readonly { readonly name: string; readonly transport: string; readonly runs: string }[];
  readonly subcommands: readonly { readonly name: string; readonly description: string }[];
  readonly predicates: readonly string[];
  readonly installations: readonly string[];
  /** Packages whose own plugins it wants along. */
  readonly plugins: readonly string[];
}

/** Reads local files only. A name that no plugin has is an error, with what may have been meant. */
export function showPlugin({ context, places }: Pick<CliContext, "context" | "places">, name: string): readonly ShownPlugin[] {
  const read = configInForce(places);
  if (!read.ok) throw new UserError("CONFIG", problemText(read.problem), { hint: read.problem.hint ?? "mend it and run this again" });
  const workspace = workspaceAround(findWorkspace(context.cwd), { context, places });
  const agents = { resolveAgent, resolveNativeEvent };
  const { sources, plugins, problems } = loadPlugins({ config: read.config, places, workspace, agents, context });
  const found = plugins.filter(({ plugin }) => sameName(plugin.name, name));
  if (found.length === 0) throw notFound(name, plugins, problems);
  return found.map((loaded) => shown(loaded, sources, problems));
}

function shown(loaded: LoadedPlugin, sources: readonly PluginSource[], problems: readonly Problem[]): ShownPlugin {
  const { plugin, source, inactive } = loaded;
  const { name, manifest, directory } = plugin;
  const gate = printGate(plugin.gate);
  const read = readTextFile(manifest);
  return {
    name,
    source,
    origin: sources.find((each) => each.name === source)?.origin ?? directory,
    manifest,
    active: inactive === undefined,
    ...(inactive === undefined ? {} : { reason: inactive }),
    ...(gate === "" ? {} : { gate }),
    brings: brought(loaded),
    problems: problems.filter(({ file }) => file === manifest),
    text: read.kind === "text" ? read.text : "",
  };
}

function brought({ plugin, hooks }: LoadedPlugin): Brought {
  const { skills, servers, subcommands, predicates, installations, chained } = plugin;
  return {
    hooks: hooks.map(({ hook: { name, event }, inactive }) => {
      const state = inactive === undefined ? { active: true } : { active: false, reason: inactive };
      return { name, event: "native" in event ? `${event.agent} ${event.native}` : event.event, ...state };
    }),
    skills: skills.map((group) => writtenSkills(group, plugin)),
    servers: servers.map((server) => {
      const runs = server.transport === "stdio" ? [server.command, ...server.args].join(" ") : server.url;
      return { name: server.name, transport: server.transport, runs };
    }),
    subcommands: subcommands.map(({ name, description }) => ({ name, description })),
    predicates: predicates.map(({ name }) => name),
    installations: installations.map(({ name }) => name),
    plugins: chained.map((each) => printAtom(each.package)),
  };
}

function notFound(name: string, plugins: readonly LoadedPlugin[], problems: readonly Problem[]): UserError {
  const names = [...new Set(plugins.map(({ plugin }) => plugin.name))];
  const near = similarWord(name, names);
  const broken = problems.find(({ severity, file }) => severity === "error" && file.split(/[\\/]/).at(-2) === name);
  const hint =
    broken !== undefined
      ? `a manifest in a folder of that name cannot be read: ${problemText(broken)}`
      : near !== undefined
        ? `did you mean ${near}?`
        : names.length === 0
          ? "no source has any plugin"
          : `there are ${names.join(", ")}`;
  return new UserError("NOT-FOUND", `plugin not found: ${name}`, { hint });
}
