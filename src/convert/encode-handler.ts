/** The native entry of a handler, and the handler that is left: what the agent has no key for is a loss. */

import type { EntryFields } from "../agents/hook-files.ts";
import type { ManifestHandler, ManifestHook, ManifestPlatform } from "../canonical/hook-manifest.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import { lookUp, put } from "../lookup.ts";
import { type CommandPlace, type CommandText, commandText } from "./command-text.ts";
import { leftOut, type Lose } from "./lose.ts";
import { curlCommand } from "./shell-text.ts";
import { writesHttp } from "./support.ts";
import type { Target } from "./target.ts";

export interface EncodedHandler {
  readonly entry: JsonObject;
  /** What reading the entry again gives. */
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

const TOLD_ELSEWHERE = new Set(["cwd", "env", "async"]);

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
  const { broken } = writeCommands(handler, entry, reduced, target, place, lose);
  if (broken !== undefined) {
    lose("handler.command", broken, leftOut(hook));
    return undefined;
  }
  for (const [field, name] of PLAIN) {
    const value = handler[field] as Json | undefined;
    const key = fields[name];
    if (value === undefined || (key === undefined && TOLD_ELSEWHERE.has(field))) continue;
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

/** What an HTTP hook does, as a command. */
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
): { readonly broken?: string | undefined } {
  if (command === undefined) return {};
  const { fields } = target.form;
  const usual = commandText(command, target, place);
  if (usual.broken !== undefined) return usual;
  tellChanges(usual, "handler.command", lose);
  put(entry, fields.command, usual.command);
  reduced.command = usual.command;
  const commands: Partial<Record<ManifestPlatform, string>> = {};
  for (const [name, one] of Object.entries(platform) as [ManifestPlatform, string][]) {
    const key = fields.platform?.[name];
    const field = `handler.platform.${name}`;
    const text = commandText(one, target, place);
    if (key !== undefined && text.broken === undefined) {
      tellChanges(text, field, lose);
      put(entry, key, text.command);
      commands[name] = text.command;
    } else if (fields.platform !== undefined) lose(field, text.broken ?? `${target.title} has no command for this system alone`, "dropped");
  }
  if (Object.keys(commands).length > 0) reduced.platform = commands;
  return {};
}

function tellChanges({ changes }: CommandText, field: string, lose: Lose): void {
  for (const change of changes) lose(field, change, "adapted");
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
