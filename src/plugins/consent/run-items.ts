/** Everything of a plugin that would run, as the question shows it (PL-17). */

import { isAbsolute, relative } from "node:path";

import type { Matcher } from "../../canonical/matcher.ts";
import type { Installation } from "../../installations/installation.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import type { Runnable } from "../../platform/interpreter.ts";
import { quotedPath } from "../../platform/quoted-path.ts";
import { type Gate, leavesOf } from "../../predicates/predicate.ts";
import type { RunItem } from "../../trust/subject.ts";
import type { Hook, NamedValue, Plugin, Server, Started } from "../plugin.ts";

/** `areCovered` says whether such words, seen from the workspace's folder, name a file whose bytes the consent covers. */
export function runItems(plugin: Plugin, areCovered: (words: readonly string[]) => boolean): readonly RunItem[] {
  const started = (kind: RunItem["kind"], one: Started & { readonly name: string }, when?: string): RunItem => ({
    kind,
    name: one.name,
    ...(when === undefined ? {} : { when }),
    commands: [commandText(one.command, plugin.directory)],
    variables: [],
    isOpenEnded: !areCovered([one.command.path, ...one.command.args].filter(isFixed)),
  });
  return [
    ...plugin.hooks.map((hook) => started("hook", hook, occasionOf(hook))),
    ...plugin.servers.map((server) => serverItem(server, areCovered)),
    ...plugin.subcommands.map((subcommand) => started("subcommand", subcommand, subcommand.description)),
    ...plugin.predicates.map((predicate) => started("predicate", predicate)),
    ...shellCommands(plugin).map((command): RunItem => ({
      kind: "shell",
      name: command,
      commands: [command],
      variables: [],
      isOpenEnded: !areCovered([command]),
    })),
    ...plugin.installations.flatMap(installationItem),
  ];
}

/** Seen from the plugin's folder, so that the next version of a package shows the same text. */
function commandText({ path, args }: Runnable, folder: string): string {
  const isBelow = path !== folder && isAtOrBelow(path, folder);
  const program = isBelow ? `./${relative(folder, path).replaceAll("\\", "/")}` : path;
  return [program, ...args].map(quotedPath).join(" ");
}

function occasionOf({ event, matcher, agent, onFailure }: Hook): string {
  const name = "event" in event ? event.event : `${event.native} of ${event.agent}`;
  const tools = matcher.kind === "all" ? "" : `, tools ${matcherText(matcher)}`;
  const only = agent === undefined ? "" : `, on ${agent}`;
  return `${name}${tools}${only}${onFailure === "closed" ? ", denies if it fails" : ""}`;
}

function matcherText(matcher: Exclude<Matcher, { kind: "all" }>): string {
  return matcher.kind === "words" ? matcher.words.join("|") : matcher.text;
}

/** A relative name is another file in each folder that the agent works in; only conditions always run in the workspace's. */
function isFixed(word: string): boolean {
  return isAbsolute(word);
}

function serverItem(server: Server, areCovered: (words: readonly string[]) => boolean): RunItem {
  const values = server.transport === "stdio" ? server.env : server.headers;
  const words = server.transport === "stdio" ? [server.command, ...server.args] : [];
  return {
    kind: "server",
    name: server.name,
    when: server.transport,
    commands: [server.transport === "stdio" ? words.map(quotedPath).join(" ") : server.url],
    variables: values.map(settingText),
    isOpenEnded: server.transport === "stdio" && !areCovered(words.filter(isFixed)),
  };
}

function settingText({ name, value }: NamedValue): string {
  return `${name}=${value}`;
}

/** Of the plugin itself and of everything in it. */
export function shellCommands({ gate, hooks, skills, servers, subcommands, chained }: Plugin): readonly string[] {
  const gates: readonly Gate[] = [gate, ...[...hooks, ...skills, ...servers, ...subcommands, ...chained].map((one) => one.gate)];
  const commands = gates.flatMap(({ predicates }) => leavesOf(predicates).flatMap((leaf) => (leaf.kind === "shell" ? [leaf.command] : [])));
  return [...new Set(commands)];
}

/** One without a source and without commands only names a program that something else starts. */
function installationItem({ name, source, installCommands }: Installation): readonly RunItem[] {
  if (source === undefined && installCommands.length === 0) return [];
  const from = source === undefined ? [] : [`${source.kind}: ${fetchedFrom(source)}`];
  return [{ kind: "installation", name, commands: [...from, ...installCommands], variables: [], isOpenEnded: false }];
}

function fetchedFrom(source: NonNullable<Installation["source"]>): string {
  const { kind: _, ...rest } = source;
  return Object.entries(rest)
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(", ");
}
