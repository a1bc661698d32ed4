/** The native entry of a handler, and the handler that is left: what the agent has no key for is a loss. */

import type { EntryFields } from "../agents/hook-files.ts";
import { HOOK_FILES } from "../agents/hook-files-list.ts";
import { lookUp, put } from "../lookup.ts";
import type { ManifestHandler, ManifestHook, ManifestPlatform } from "../model/hook-manifest.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Reply } from "../model/outcome.ts";
import { mentionsVariable, quotedWord } from "../model/safe-text.ts";
import { writesHttp } from "./capabilities.ts";
import { leftOut, type Lose } from "./losses.ts";
import { withBase } from "./script-place.ts";
import type { Target } from "./target.ts";

export interface EncodedHandler {
  readonly entry: JsonObject;
  readonly reduced: ManifestHandler;
}

type Fields = { -readonly [K in keyof ManifestHandler]: ManifestHandler[K] };

/** Fields that are written as they are. `cwd`, `env` and `async` are capabilities: their losses are told with those. */
const PLAIN = [
  ["url", "url"],
  ["headers", "headers"],
  ["allowed_env_vars", "allowedEnvVars"],
  ["prompt", "prompt"],
  ["model", "model"],
  ["agent", "agent"],
  ["cwd", "cwd"],
  ["env", "env"],
  ["async", "async"],
] as const satisfies readonly (readonly [keyof ManifestHandler, keyof EntryFields])[];

const REPORTED_ELSEWHERE = new Set(["cwd", "env", "async"]);

/** `undefined` where the command could never work; the loss says why. */
export function encodeHandler(
  hook: ManifestHook,
  target: Target,
  place: CommandPlace & { readonly source?: Target | undefined },
  lose: Lose,
): EncodedHandler | undefined {
  const { fields } = target.form;
  const handler = hook.handler.type === "http" && !writesHttp(hook.handler, target) ? asCommand(hook.handler) : hook.handler;
  const entry: Record<string, Json | undefined> = {};
  const reduced: Fields = { type: handler.type };
  if (fields.name !== undefined && hook.name !== undefined) put(entry, fields.name, hook.name);
  else if (hook.name !== undefined) lose("name", `${target.title} has no names for hooks`, "unwritten");
  if (fields.type !== undefined)
    put(entry, fields.type.key, lookUp<string>(fields.type.words as Readonly<Record<string, string>>, handler.type) ?? handler.type);
  const broken = writeCommands(handler, entry, reduced, target, place, lose);
  if (broken !== undefined) return lose("handler.command", broken, leftOut(hook));
  for (const [field, name] of PLAIN) {
    const value = handler[field] as Json | undefined;
    const key = fields[name];
    if (value === undefined || (key === undefined && REPORTED_ELSEWHERE.has(field))) continue;
    if (key === undefined) lose(`handler.${field}`, `${target.title} has no field for it`, "dropped");
    else {
      put(entry, key, value);
      Object.assign(reduced, { [field]: value });
    }
  }
  const isOwn = place.source?.agent === target.agent;
  writeTime(handler, { isBlocking: hook.blocking === true, isOwn }, entry, reduced, target, lose);
  if (handler.status_message !== undefined) {
    if (fields.statusMessage === undefined) lose("handler.status_message", `${target.title} shows no such message`, "unwritten");
    else {
      put(entry, fields.statusMessage, handler.status_message);
      reduced.status_message = handler.status_message;
    }
  }
  if (fields.blocking !== undefined) put(entry, fields.blocking, hook.blocking === true);
  return { entry, reduced };
}

export function asCommand(handler: ManifestHandler): ManifestHandler {
  const { url: _url, headers: _headers, allowed_env_vars: _allowed, ...rest } = handler;
  return { ...rest, type: "command", command: curlCommand(handler) };
}

function writeCommands(
  { command, platform = {} }: ManifestHandler,
  entry: Record<string, Json | undefined>,
  reduced: Fields,
  target: Target,
  place: CommandPlace,
  lose: Lose,
): string | undefined {
  if (command === undefined) return undefined;
  const { fields } = target.form;
  const usual = commandText(command, target, place);
  if (usual.broken !== undefined) return usual.broken;
  for (const change of usual.changes) lose("handler.command", change, "adapted");
  put(entry, fields.command, usual.command);
  reduced.command = usual.command;
  const commands: Partial<Record<ManifestPlatform, string>> = {};
  for (const [name, one] of Object.entries(platform) as [ManifestPlatform, string][]) {
    const key = fields.platform?.[name];
    const field = `handler.platform.${name}`;
    const text = commandText(one, target, place);
    if (key !== undefined && text.broken === undefined) {
      for (const change of text.changes) lose(field, change, "adapted");
      put(entry, key, text.command);
      commands[name] = text.command;
    } else if (fields.platform !== undefined) lose(field, text.broken ?? `${target.title} has no command for this system alone`, "dropped");
  }
  if (Object.keys(commands).length > 0) reduced.platform = commands;
  return undefined;
}

function writeTime(
  { type, timeout, timeout_action }: ManifestHandler,
  { isBlocking, isOwn }: { readonly isBlocking: boolean; readonly isOwn: boolean },
  entry: Record<string, Json | undefined>,
  reduced: Fields,
  { form: { fields }, title }: Target,
  lose: Lose,
): void {
  // 0 means the default.
  if (timeout !== undefined && timeout > 0) {
    if (fields.timeout === undefined) lose("handler.timeout", `${title} has no time limit for a hook`, "dropped");
    else {
      const { unit, whole, millisecondsFrom = Infinity } = fields.timeout;
      const factor = unit === "milliseconds" || (type === "command" && timeout >= millisecondsFrom) ? 1000 : 1;
      const exact = timeout * factor;
      const native = whole === true ? Math.ceil(exact) : exact;
      put(entry, fields.timeout.key, native);
      reduced.timeout = native / factor;
      if (native !== exact) lose("handler.timeout", `${title} takes whole seconds`, "adapted");
    }
  }
  if (timeout_action === undefined) return;
  if (fields.timeoutAction !== undefined) {
    put(entry, fields.timeoutAction, timeout_action);
    reduced.timeout_action = timeout_action;
  } else if (timeout_action === "warn")
    lose("handler.timeout_action", `${title} has no field for it, and goes on after a timeout`, "unwritten");
  else if (fields.failClosed === undefined || !(isBlocking || isOwn))
    lose(
      "handler.timeout_action",
      isBlocking ? `${title} goes on when a hook times out` : "the hook does not block",
      isBlocking ? "dropped" : "unwritten",
    );
  else {
    put(entry, fields.failClosed.key, fields.failClosed.value);
    reduced.timeout_action = "block";
    if (!isOwn) lose("handler.timeout_action", `${title} then also blocks when the hook fails`, "adapted");
  }
}

export interface CommandPlace {
  /** From the project to the manifest's folder, `""` for the project itself; an absolute path for a user's file. */
  readonly base?: string;
  /** Variables that our shim sets, whichever agent calls. */
  readonly isSet?: readonly string[];
}

interface CommandText {
  readonly command: string;
  readonly changes: readonly string[];
  readonly broken?: string;
}

/** A handler's command as it is written for an agent: where its script is, and which variables it may count on. */
export function commandText(given: string, target: Target, { base = "", isSet: setByUs = [] }: CommandPlace): CommandText {
  if (!given.includes("$")) return { command: withBase(given, base), changes: [] };
  const needed = HOOK_FILES.flatMap(({ pluginVariables = [] }) => pluginVariables).find((name) => mentionsVariable(given, name));
  const isSet = target.form.isOfPlugin === true && needed !== undefined && target.files.pluginVariables?.includes(needed);
  if (needed !== undefined && isSet !== true)
    return { command: given, changes: [], broken: `the command needs ${needed}, which only hooks of a plugin have` };
  return withProjectVariable(withBase(given, base), target, setByUs);
}

function withProjectVariable(command: string, { files, title }: Target, setByUs: readonly string[]): CommandText {
  const isForeign = (name: string) => ![...files.projectVariables, ...setByUs].includes(name) && mentionsVariable(command, name);
  const foreign = new Set(HOOK_FILES.flatMap(({ projectVariables }) => projectVariables.filter(isForeign)));
  if (foreign.size === 0) return { command, changes: [] };
  const changes = [...foreign].map((name) => `${title} does not set ${name}`);
  const [own] = files.projectVariables;
  if (own === undefined) return { command: `${[...foreign].map((name) => `export ${name}="$PWD"; `).join("")}${command}`, changes };
  let text = command;
  for (const name of foreign)
    text = text.replace(new RegExp(`\\$(?:${name}(?!\\w)|\\{${name}(?=[}:%#/-]))`, "g"), (one) => one.replace(name, own));
  return { command: text, changes };
}

export function replyCommand({ stdout, stderr, exitCode }: Reply): string {
  return [
    ...(stdout === "" ? [] : [`printf '%s' ${quotedWord(stdout)}`]),
    ...(stderr === "" ? [] : [`printf '%s' ${quotedWord(stderr)} >&2`]),
    `exit ${exitCode}`,
  ].join("; ");
}

/**
 * What an HTTP hook does, with curl: the payload as the body, and the answer on stdout only where it succeeds. A redirect is an error, which
 * it is only for a curl that would follow it. An error is told and prevents nothing: some agents take any exit code but 0 for a denial.
 */
export function curlCommand({ url = "", headers = {}, allowed_env_vars = [], timeout }: ManifestHandler): string {
  const texts = Object.entries(headers).map(([name, value]) => `-H ${withVariables(`${name}: ${value}`, new Set(allowed_env_vars))}`);
  const time = timeout === undefined || timeout === 0 ? [] : [`--max-time ${timeout}`];
  const options = [...time, "-H 'Content-Type: application/json'", ...texts].join(" ");
  return `curl -fsSL --max-redirs 0 ${options} --data-binary @- ${quotedWord(url)} || true`;
}

/** `$NAME` and `${NAME}` of allowed variables stay references, in a form that only a shell replaces; everything else is text. */
function withVariables(text: string, allowed: ReadonlySet<string>): string {
  const parts = text.split(/(\$\{[A-Za-z_]\w*\}|\$[A-Za-z_]\w*)/);
  const pieces = parts.map((part, at) => {
    const name = at % 2 === 1 ? part.replace(/^\$\{?|\}$/g, "") : undefined;
    return name !== undefined && allowed.has(name) ? `"\${${name}-}"` : part === "" ? "" : quotedWord(part);
  });
  return pieces.join("");
}
