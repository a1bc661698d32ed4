/** The files in which an agent reads hooks, and their shape (IX-4), as data for the converter. A hook call does not load it. */

import type { Table } from "../lookup.ts";
import type { HandlerType, ManifestHandler, ManifestMatcher, ManifestPlatform } from "../model/hook-manifest.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { NativeAtom } from "../model/manifest-matcher.ts";
import type { Reply } from "../model/outcome.ts";
import type { EventFacts, HookTime, Scope } from "./agent.ts";

export interface HookFiles {
  readonly agent: string;
  readonly events: Table<EventFacts>;
  /** The kinds of files that it reads; `convert --to <agent>` writes the first, `--to <agent>:<form>` another. */
  readonly forms: readonly [HookFileForm, ...HookFileForm[]];
  /** Native name → interchange name, for events without a neutral name in `payload.ts`. */
  readonly exclusive?: Table<string>;
  /** Native events that fire for one kind of tool. They decode as one neutral event with a matcher. */
  readonly split?: readonly SplitEvent[];
  /** How a matcher names tools; absent where the agent takes none, and where split events stand for it. */
  readonly matcher?: MatcherSyntax;
  /** Neutral tools that the agent does with a tool that also does something else: `file_edit` with `Write`. */
  readonly covers?: Table<string>;
  /** Native events without a tool whose matcher takes the words that Claude's takes (`startup`, `manual` …). */
  readonly wordMatchers?: readonly string[];
  /** Keys of an entry or group, without a neutral place, that narrow when it runs. Elsewhere the hook would run more often. */
  readonly filters?: readonly string[];
  /** The one of `filters` that is a condition, which the agent's shim judges. */
  readonly condition?: string;
  /** Keys of an entry that change what its command means, each with the value that changes nothing. */
  readonly needs?: Table<Json>;
  /** It replaces `$NAME` in every text of the file, before a shell or anything else reads it. */
  readonly expandsText?: true;
  /** It starts the hooks of one event at once, not one after the other. */
  readonly startsTogether?: true;
  /** Variables in which its hooks find the project's folder. */
  readonly projectVariables: readonly string[];
  /** Variables that only hooks of its own plugins have, first the plugin's folder; a command that needs one works nowhere else. */
  readonly pluginVariables?: readonly string[];
  /** Its commands speak the interchange format instead of the agent's own, because we write the code that calls them. */
  readonly speaksInterchange?: true;
  /** Native events at which a hook prevents something by its answer, and not by exit code 2. */
  readonly answersOnly?: readonly string[];
  /** What a hook must print and return so that this agent denies. */
  readonly denial: (event: string, reason: string) => Reply;
}

export interface SplitEvent {
  readonly native: string;
  readonly event: string;
  readonly matcher: ManifestMatcher;
  /** A hook can deny there, though `payload.ts`, which is about what we register, does not say so. */
  readonly blocks?: true;
  /** The agent has no event for all tools, so an encoded hook is written to each of these that its matcher needs. */
  readonly isEncoded?: true;
}

export interface HookFileForm {
  /** `settings`, `hooks`, `toml`, `ide` … */
  readonly name: string;
  readonly format: "json" | "toml" | "javascript";
  /** Below the home before relocation, and below the project. `*` stands for a name that the user chooses. */
  readonly paths: Readonly<Partial<Record<Scope, string>>>;
  /** Further files of this form that the agent reads besides. */
  readonly more?: Readonly<Partial<Record<Scope, readonly string[]>>>;
  /** Whether a document of unknown origin is of this form (`--from auto`). Forms are asked in the order of agents. */
  readonly recognise: (document: Json, path: string) => "certainly" | "possibly" | "no";
  readonly read: (document: Json) => readonly NativeHook[] | UnreadableHooks;
  /** What to put into a document, so that the agent reads these hooks there. Several documents where one holds one hook. */
  readonly write: (hooks: readonly NativeHook[]) => readonly (readonly FileEntry[])[];
  readonly fields: EntryFields;
  /** It is part of a plugin of the agent, so that `pluginVariables` are set. */
  readonly isOfPlugin?: true;
  /** Of a plugin: a file that may have further hooks under this key, as they are or as paths of files. */
  readonly alsoIn?: { readonly path: string; readonly key: string };
  /** For a file of code: the document in it, and the code around a document. */
  readonly code?: { readonly unwrap: (text: string) => Json | undefined; readonly wrap: (document: Json) => string };
  /** Native events of this form → interchange names; absent: all of `payload.ts`. */
  readonly events?: Table<string>;
  /** Its hooks are sent something else than `payload.ts` reads, so that no shim can stand before them. */
  readonly sendsOther?: true;
  /** Where its matchers are not those of the agent's other files. */
  readonly matcher?: MatcherSyntax;
  /** For an agent whose reader is not quite one of JSON: the same JSON, as a text that it reads correctly. */
  readonly safeText?: (text: string) => string;
}

/** A key with its value, or one more item of a list; the editors in `src/files` take them as they are. */
export interface FileEntry {
  readonly kind: "key" | "item";
  readonly path: readonly string[];
  readonly value: Json;
  readonly shares?: string;
  readonly noCommentMarks?: true;
}

export interface NativeHook {
  readonly event: string;
  readonly matcher?: string;
  readonly entry: JsonObject;
  /** Keys of the group around it, besides the matcher and the list; on its first hook. */
  readonly group?: JsonObject;
  readonly withPrevious?: true;
}

export interface UnreadableHooks {
  readonly place: readonly (string | number)[];
  readonly message: string;
}

/** The native key of each field of a handler; absent where the agent has none. What a form has no key for is a loss. */
export interface EntryFields {
  /** The key of the handler's type, and the agent's word for each type that it has. `assumed`: the key may be missing. `onlyAt`: native events of a type that not all have. */
  readonly type?: {
    readonly key: string;
    readonly words: Readonly<Partial<Record<HandlerType, string>>>;
    readonly assumed?: HandlerType;
    readonly onlyAt?: Readonly<Partial<Record<HandlerType, readonly string[]>>>;
  };
  readonly command: string;
  /** Where it is a list, the command is a program, which is started without a shell. */
  readonly args?: string;
  readonly platform?: Readonly<Partial<Record<ManifestPlatform, string>>>;
  readonly timeout?: NativeTimeout;
  readonly cwd?: string;
  readonly env?: string;
  readonly async?: string;
  readonly statusMessage?: string;
  readonly name?: string;
  readonly url?: string;
  readonly headers?: string;
  readonly allowedEnvVars?: string;
  readonly prompt?: string;
  readonly model?: string;
  readonly agent?: string;
  /** Only a file that keeps the whole hook has this key and the next. */
  readonly blocking?: string;
  readonly timeoutAction?: string;
  /** The value that makes a hook block when it fails or times out. */
  readonly failClosed?: { readonly key: string; readonly value: Json };
}

interface NativeTimeout {
  readonly key: string;
  readonly unit: "seconds" | "milliseconds";
  /** Only whole numbers are read: a fraction is rounded up. */
  readonly whole?: true;
  /** For commands, this number of seconds or more is read as milliseconds. */
  readonly millisecondsFrom?: number;
}

export interface MatcherSyntax {
  readonly place: "group" | "entry";
  /** `undefined` where no matcher selects exactly these. */
  readonly write: (atoms: readonly NativeAtom[]) => string | undefined;
  /** `undefined` for one that selects every tool. */
  readonly read: (text: string) => readonly NativeAtom[] | undefined;
  /** An atom of an MCP server as the agent's own names say it, where they spell it differently. */
  readonly respelled?: (atom: NativeAtom) => NativeAtom;
  /** One entry can name one tool only: a hook for several becomes several entries, which decode as one hook. */
  readonly single?: true;
}

export function isUnreadable(hooks: readonly NativeHook[] | UnreadableHooks): hooks is UnreadableHooks {
  return !Array.isArray(hooks);
}

/** Adds what the agent's `payload.ts` already says. */
export function hookFilesOf(
  hookTime: HookTime,
  files: Omit<HookFiles, "agent" | "events" | "projectVariables" | "denial"> & Partial<Pick<HookFiles, "projectVariables" | "denial">>,
): HookFiles {
  const denial: HookFiles["denial"] = (event, reason) => hookTime.encode({ decision: "deny", reason }, hookTime.read({}, event));
  return { agent: hookTime.name, events: hookTime.events, projectVariables: [], denial, ...files };
}

/** Fields whose native keys are the same words. */
export function sameKeys<const K extends string>(...names: readonly K[]): Readonly<Record<K, string>> {
  return Object.fromEntries(names.map((name): [string, string] => [name, name])) as Record<K, string>;
}

/** The handler in a native entry, and the keys that have no neutral place. */
export interface DecodedHandler {
  readonly handler: ManifestHandler;
  readonly name?: string;
  readonly blocking?: boolean;
  /** Keys without a neutral place, and values of a wrong type. */
  readonly rest: JsonObject;
}

export function decodeHandler(entry: JsonObject, fields: EntryFields): DecodedHandler {
  const rest = new Map(Object.entries(entry));
  const take = <T extends Json>(key: string | undefined, isRight: (value: Json) => value is T): T | undefined => {
    const value = key === undefined ? undefined : rest.get(key);
    if (key === undefined || value === undefined || !isRight(value)) return undefined;
    rest.delete(key);
    return value;
  };
  const type = typeOf(take(fields.type?.key, isString), fields);
  const platform: Partial<Record<ManifestPlatform, string>> = {};
  for (const [name, key] of Object.entries(fields.platform ?? {}) as [ManifestPlatform, string][]) {
    const command = take(key, isString);
    if (command !== undefined) platform[name] = command;
  }
  const command = take(fields.command, isString) ?? platform.linux ?? platform.darwin ?? platform.windows;
  const time = take(fields.timeout?.key, isTime);
  const { unit, millisecondsFrom = Infinity }: Partial<NativeTimeout> = fields.timeout ?? {};
  const closed = fields.failClosed !== undefined && rest.get(fields.failClosed.key) === fields.failClosed.value;
  if (closed) rest.delete(fields.failClosed.key);
  const action = closed ? "block" : take(fields.timeoutAction, isAction);
  const handler: ManifestHandler = {
    type,
    ...defined({
      command,
      platform: Object.keys(platform).length === 0 ? undefined : platform,
      cwd: take(fields.cwd, isString),
      env: take(fields.env, isTexts),
      timeout: time && (unit === "milliseconds" || (type === "command" && time >= millisecondsFrom) ? time / 1000 : time),
      timeout_action: action,
      async: take(fields.async, isBoolean),
      status_message: take(fields.statusMessage, isString),
      url: take(fields.url, isString),
      headers: take(fields.headers, isTexts),
      allowed_env_vars: take(fields.allowedEnvVars, isStrings),
      prompt: take(fields.prompt, isString),
      model: take(fields.model, isString),
      agent: take(fields.agent, isAny),
    }),
  };
  const around = defined({ name: take(fields.name, isString), blocking: take(fields.blocking, isBoolean) });
  return { handler, ...around, rest: Object.fromEntries(rest) };
}

/** A type that has no neutral word keeps its own. */
function typeOf(word: string | undefined, { type }: EntryFields): string {
  if (word === undefined) return type?.assumed ?? "command";
  const known = (Object.entries(type?.words ?? {}) as [HandlerType, string][]).find(([, native]) => native === word);
  return known?.[0] ?? word;
}

function defined<T extends object>(fields: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as typeof fields as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

const isAny = (value: Json): value is Json => value !== undefined;
const isString = (value: Json): value is string => typeof value === "string";
const isBoolean = (value: Json): value is boolean => typeof value === "boolean";
const isAction = (value: Json): value is "warn" | "block" => value === "warn" || value === "block";
const isTime = (value: Json): value is number => typeof value === "number" && value >= 0;
const isStrings = (value: Json): value is string[] => Array.isArray(value) && (value as readonly Json[]).every(isString);
const isTexts = (value: Json): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((one) => typeof one === "string");
