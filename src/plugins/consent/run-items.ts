/** Everything of a plugin that would run, as the question shows it (PL-17). */

import { relative } from "node:path";

import type { Matcher } from "../../canonical/matcher.ts";
import type { Installation } from "../../installations/installation.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import type { Runnable } from "../../platform/interpreter.ts";
import { printable } from "../../platform/printable.ts";
import { quotedPath } from "../../platform/quoted-path.ts";
import { type Gate, leavesOf } from "../../predicates/predicate.ts";
import type { RunItem } from "../../trust/subject.ts";
import { gitText } from "../chained-text.ts";
import { SCRIPT_WORD } from "../hooks-manifest/hook-command.ts";
import { expandedCommand, serverFolder } from "./server-words.ts";
import { type Covering, startsCovered } from "./starts-covered.ts";
import type { Hook, NamedValue, Plugin, ProcessServer, RemoteServer, Started } from "../plugin.ts";

export interface Running {
  /** What the consent covers. Relative words begin in `folder`; without one they are another file in each folder that the agent works in. */
  readonly coveringIn: (folder: string | undefined) => Covering;
  readonly workspace: string;
  /** The plugin itself, or the one whose folder it is in. */
  readonly top: Plugin;
  /** Its `[[plugins]]` may lead to repositories, which Symposium then fetches. */
  readonly isLeading: boolean;
}

/** Something with a name that is started. */
type Ran = Omit<Started, "installation"> &
  Pick<ProcessServer, "cwd" | "packageRoot"> &
  Partial<Pick<ProcessServer, "variables"> & Pick<Hook, "keepEnv">> & { readonly name: string; readonly installation?: string };

export function runItems(plugin: Plugin, running: Running): readonly RunItem[] {
  const { top, isLeading } = running;
  const items = ownItems(plugin, running);
  const fetched = isLeading ? repositoryItems(plugin) : [];
  const isPart = plugin !== top;
  return [...items, ...fetched].map((item) => (isPart && item.kind !== "shell" ? { ...item, name: `${plugin.name}/${item.name}` } : item));
}

function ownItems(plugin: Plugin, { coveringIn, workspace, top: { directory: folder } }: Running): readonly RunItem[] {
  const started = (kind: RunItem["kind"], one: Ran, when?: string): RunItem => ({
    kind,
    name: one.name,
    ...(when === undefined ? {} : { when }),
    commands: [one.isAcquired === true ? acquiredText(one) : commandText(one.command, folder)],
    variables: [],
    // What is acquired is shown by itself. An Agent Plugin's server starts in a folder of the plugin.
    isOpenEnded:
      one.isAcquired !== true &&
      !startsCovered(expandedCommand(one), coveringIn(one.packageRoot === undefined ? undefined : serverFolder(one)), givenTo(one)),
  });
  return [
    ...plugin.hooks.map((hook) => hookItem(hook, started)),
    ...plugin.servers.map((server) => (server.transport === "stdio" ? processItem(server, started) : remoteItem(server))),
    ...plugin.subcommands.map((subcommand) => started("subcommand", subcommand, subcommand.description)),
    ...plugin.predicates.map((predicate) => started("predicate", predicate)),
    ...shellCommands(plugin).map((command): RunItem => ({
      kind: "shell",
      name: command,
      commands: [command],
      variables: [],
      isOpenEnded: !startsCovered({ kind: "shell", path: command, args: [] }, coveringIn(workspace), []),
    })),
    ...plugin.installations.flatMap(installationItem),
  ];
}

function givenTo({ env, keepEnv = [], variables = [] }: Ran): readonly string[] {
  return [...Object.keys(env), ...keepEnv, ...variables.map(({ name }) => name)];
}

/** What an author names here is fetched after a yes, so the question shows it (PL-32). */
function repositoryItems({ chained }: Plugin): readonly RunItem[] {
  return chained.flatMap(({ source }): RunItem[] =>
    source.kind === "git"
      ? [
          {
            kind: "plugin",
            name: source.address.readable,
            commands: [`git: ${gitText(source.address)}`],
            variables: [],
            isOpenEnded: false,
          },
        ]
      : [],
  );
}

/** Seen from the plugin's folder, so that the next version of a package shows the same text. */
function commandText({ kind, path, args }: Runnable, folder: string): string {
  const seen = (file: string) =>
    file !== folder && isAtOrBelow(file, folder) ? `./${relative(folder, file).replaceAll("\\", "/")}` : file;
  if (kind !== "shell") return [seen(path), ...args].map(quotedPath).join(" ");
  const [script] = args;
  return script !== undefined && path.startsWith(SCRIPT_WORD)
    ? printable(quotedPath(seen(script)) + path.slice(SCRIPT_WORD.length))
    : printable(path);
}

/** A request goes where its URL says; every variable that it may take is shown. */
function hookItem(hook: Hook, started: (kind: RunItem["kind"], one: Ran, when?: string) => RunItem): RunItem {
  const item = started("hook", hook, occasionOf(hook));
  const { contract, command, env, keepEnv } = hook;
  if (contract?.http === undefined) {
    const set = command.kind === "shell" ? settingTexts(env) : [];
    return {
      ...item,
      commands: [...item.commands, ...folderTexts(contract?.cwd)],
      variables: [...set, ...keepEnv.map((name) => `$${name}`)],
    };
  }
  const { headers, allowedVariables } = contract.http;
  return { ...item, variables: [...headers.map(settingText), ...allowedVariables.map((name) => `$${name}`)], isOpenEnded: false };
}

/** The same before and after it is acquired. */
function acquiredText({ installation = "", command }: Ran): string {
  return [installation, ...command.args].map(quotedPath).join(" ");
}

function occasionOf({ event, matcher, agent, onFailure }: Hook): string {
  const name = "event" in event ? event.event : `${event.native} of ${event.agent}`;
  const tools = matcher.kind === "all" ? "" : `, tools ${matcherText(matcher)}`;
  const only = agent === undefined ? "" : `, on ${agent}`;
  return `${name}${tools}${only}${onFailure === "closed" ? ", denies if it fails" : ""}`;
}

function matcherText(matcher: Matcher): string {
  if (matcher.kind === "all") return "*";
  if (matcher.kind === "any") return matcher.of.map(matcherText).join(", ");
  return matcher.kind === "words" ? matcher.words.join("|") : matcher.text;
}

/** Its program is shown as that of a hook is. */
function processItem(server: ProcessServer, started: (kind: RunItem["kind"], one: Ran, when?: string) => RunItem): RunItem {
  const item = started("server", server, server.transport);
  return { ...item, commands: [...item.commands, ...folderTexts(server.cwd)], variables: server.variables.map(settingText) };
}

function remoteItem({ name, transport, url, headers }: RemoteServer): RunItem {
  return { kind: "server", name, when: transport, commands: [url], variables: headers.map(settingText), isOpenEnded: false };
}

/** Where it starts, unless that is the project's folder. */
export function folderTexts(cwd: string | undefined): readonly string[] {
  return cwd === undefined ? [] : [`in ${printable(quotedPath(cwd))}`];
}

export function settingTexts(env: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(env).map(([name, value]) => printable(settingText({ name, value })));
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
  const from = source === undefined ? [] : [`${source.source}: ${fetchedFrom(source)}`];
  return [{ kind: "installation", name, commands: [...from, ...installCommands], variables: [], isOpenEnded: false }];
}

function fetchedFrom(source: NonNullable<Installation["source"]>): string {
  return Object.entries(source.wanted)
    .map(([key, value]) => `${key} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join(", ");
}
