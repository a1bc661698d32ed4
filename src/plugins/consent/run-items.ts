/** Everything of a plugin that would run, as the question shows it (PL-17). */

import { relative } from "node:path";

import type { Part, RecordedHook, RunItem } from "../../consent/subject.ts";
import type { GitAddress } from "../../files/git/address.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import type { Runnable } from "../../host/command-line.ts";
import { type Matcher, selectorOf } from "../../model/matcher.ts";
import { printable, quotedPath } from "../../model/safe-text.ts";
import type { Installation } from "../../packages/programs/program-source.ts";
import { type Asked, isOpen, leavesOf, printPredicate, writtenGate } from "../gates/predicate.ts";
import { SCRIPT_WORD } from "../hook-manifest/handler.ts";
import { gitText } from "../manifest/source-text.ts";
import {
  type Hook,
  type HttpHandler,
  innerGates,
  type NamedValue,
  type Plugin,
  type ProcessServer,
  type RemoteServer,
  sectionOf,
  type Started,
} from "../plugin.ts";
import type { Bind, Bound, PartItem } from "./bind-part.ts";
import { expandedCommand, serverFolder } from "./named-files.ts";
import { startsCovered } from "./starts-covered.ts";

interface Running {
  readonly bind: Bind;
  readonly workspace: string;
  /** The plugin itself, or the one whose folder it is in. */
  readonly top: Plugin;
  /** Its `[[plugins]]` may lead to repositories, which Symposium then fetches. */
  readonly isLeading: boolean;
}

type Ran = Omit<Started, "installation"> &
  Pick<ProcessServer, "cwd" | "packageRoot"> &
  Partial<Pick<ProcessServer, "variables"> & Pick<Hook, "keepEnv">> & { readonly name: string; readonly installation?: string };

/** An item of something that is started. Commands are seen from the folder of the plugin at the top. */
type AsItem = (kind: RunItem["kind"], one: Ran, when?: string) => RunItem;

export function partsOf(plugin: Plugin, { bind, workspace, top, isLeading }: Running): readonly Part[] {
  const part = (kind: RunItem["kind"], item: PartItem, make: (started: AsItem, coveringIn: Bound["coveringIn"]) => RunItem): Part => {
    const { coveringIn, ...bound } = bind(kind, item);
    const started: AsItem = (as, one, when) => {
      const { env, keepEnv = [], variables = [], installation = "" } = one;
      const given = [...Object.keys(env), ...keepEnv, ...variables.map(({ name }) => name)];
      const isAcquired = one.isAcquired === true;
      // This text is the same before and after the program is acquired.
      const acquired = [installation, ...one.command.args].map(quotedPath).join(" ");
      const commands = [isAcquired ? acquired : commandText(one.command, top.directory)];
      // An Agent Plugin's server starts in a folder of the plugin.
      const covering = () => coveringIn(one.packageRoot === undefined ? undefined : serverFolder(one));
      // What is acquired is shown by itself.
      const isOpenEnded = !isAcquired && !startsCovered(expandedCommand(one), covering(), given);
      return { kind: as, name: one.name, when, commands, variables: [], isOpenEnded };
    };
    return { ...make(started, coveringIn), ...bound };
  };
  const parts = [
    ...plugin.hooks.map((hook) => ({ ...part("hook", hook, (started) => hookItem(hook, started)), hook: recordedHook(hook, plugin) })),
    ...plugin.servers.map((server) =>
      part("server", server, (started) => (server.transport === "stdio" ? processItem(server, started) : remoteItem(server))),
    ),
    ...plugin.subcommands.map((one) => part("subcommand", one, (started) => started("subcommand", one, one.description))),
    ...plugin.predicates.map((one) => part("predicate", one, (started) => started("predicate", one))),
    ...conditionsIn(plugin).map((asked) => {
      const text = conditionText(asked);
      return part("shell", text, (_, coveringIn) => {
        const isOpenEnded = asked.kind === "shell" && !startsCovered({ kind: "shell", path: text, args: [] }, coveringIn(workspace), []);
        return { kind: "shell", name: text, commands: [text], variables: [], isOpenEnded };
      });
    }),
    ...plugin.installations.flatMap((one) => installationItem(one).map((item) => part("installation", one, () => item))),
    ...(isLeading ? plugin.chained : []).flatMap(({ source }) =>
      source.kind === "git" ? [part("plugin", source.address.readable, () => repositoryItem(source.address))] : [],
    ),
  ];
  return plugin === top ? parts : parts.map((one) => (one.kind === "shell" ? one : { ...one, name: `${plugin.name}/${one.name}` }));
}

/** What an author names here is fetched after a yes, so the question shows it (PL-32). */
function repositoryItem(address: GitAddress): RunItem {
  return { kind: "plugin", name: address.readable, commands: [`git: ${gitText(address)}`], variables: [], isOpenEnded: false };
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
function hookItem(hook: Hook, started: AsItem): RunItem {
  const item = started("hook", hook, occasionOf(hook));
  const { contract, command, env, keepEnv } = hook;
  if (contract?.http === undefined) {
    const variables = [...(command.kind === "shell" ? settingTexts(env) : []), ...keepEnv.map((name) => `$${name}`)];
    return { ...item, commands: [...item.commands, ...folderTexts(contract?.cwd)], variables };
  }
  return { ...item, variables: requestTexts(contract.http), isOpenEnded: false };
}

export function requestTexts({ headers, allowedVariables }: HttpHandler): readonly string[] {
  return [...headers.map(settingText), ...allowedVariables.map((name) => `$${name}`)];
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

function processItem(server: ProcessServer, started: AsItem): RunItem {
  const item = started("server", server, server.transport);
  return { ...item, commands: [...item.commands, ...folderTexts(server.cwd)], variables: server.variables.map(settingText) };
}

function remoteItem({ name, transport, url, headers }: RemoteServer): RunItem {
  return { kind: "server", name, when: transport, commands: [url], variables: headers.map(settingText), isOpenEnded: false };
}

/** The folder that a hook or server starts in, unless it is the project's. */
export function folderTexts(cwd: string | undefined): readonly string[] {
  return cwd === undefined ? [] : [`in ${printable(quotedPath(cwd))}`];
}

export function settingTexts(env: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(env).map(([name, value]) => printable(settingText({ name, value })));
}

function settingText({ name, value }: NamedValue): string {
  return `${name}=${value}`;
}

/** What the gates of the plugin itself and of everything in it ask programs. */
function conditionsIn(plugin: Plugin): readonly Asked[] {
  const asked = [plugin.gate, ...innerGates(plugin)].flatMap(({ predicates }) =>
    leavesOf(predicates).filter((leaf) => leaf.kind === "shell" || leaf.kind === "custom"),
  );
  return [...new Map(asked.map((one) => [conditionText(one), one])).values()];
}

export function conditionText(asked: Asked): string {
  return asked.kind === "shell" ? asked.command : printPredicate(asked);
}

/** One without a source and without commands only names a program that something else starts. */
function installationItem({ name, source, installCommands }: Installation): readonly RunItem[] {
  if (source === undefined && installCommands.length === 0) return [];
  const text = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));
  const wanted = Object.entries(source?.wanted ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [`${key} ${text(value)}`]));
  const from = source === undefined ? [] : [`${source.source}: ${wanted.join(", ")}`];
  return [{ kind: "installation", name, commands: [...from, ...installCommands], variables: [], isOpenEnded: false }];
}

export function recordedHook(hook: Hook, { gate }: Pick<Plugin, "gate">): RecordedHook {
  const gates = [gate, hook.gate].filter((one) => !isOpen(one)).map(writtenGate);
  const { name, agent, except, format, native, pluginRoot, deniesIfChanged } = hook;
  const decides = { name, isClosed: hook.onFailure === "closed", deniesIfChanged, section: sectionOf(hook) };
  const applies = { selector: selectorOf(hook.matcher), agent, except, format, native, pluginRoot };
  return { ...decides, ...applies, gates: gates.length === 0 ? undefined : gates };
}
