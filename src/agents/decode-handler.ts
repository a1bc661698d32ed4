/** The handler in a native entry, and the keys that have no neutral place. */

import type { EntryFields, NativeTimeout } from "./hook-files.ts";
import type { HandlerType, ManifestHandler, ManifestPlatform } from "../canonical/hook-manifest.ts";
import { isObject, type Json, type JsonObject } from "../canonical/json.ts";

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
  const closed = fields.failClosed !== undefined && rest.get(fields.failClosed.key) === fields.failClosed.value;
  if (closed) rest.delete(fields.failClosed.key);
  const name = take(fields.name, isString);
  const blocking = take(fields.blocking, isBoolean);
  const action = closed ? "block" : take(fields.timeoutAction, isAction);
  const handler: ManifestHandler = {
    type,
    ...(command === undefined ? {} : { command }),
    ...(Object.keys(platform).length === 0 ? {} : { platform }),
    ...given("cwd", take(fields.cwd, isString)),
    ...given("env", take(fields.env, isTexts)),
    ...given("timeout", time === undefined || fields.timeout === undefined ? undefined : secondsOf(time, type, fields.timeout)),
    ...given("timeout_action", action),
    ...given("async", take(fields.async, isBoolean)),
    ...given("status_message", take(fields.statusMessage, isString)),
    ...given("url", take(fields.url, isString)),
    ...given("headers", take(fields.headers, isTexts)),
    ...given("allowed_env_vars", take(fields.allowedEnvVars, isStrings)),
    ...given("prompt", take(fields.prompt, isString)),
    ...given("model", take(fields.model, isString)),
    ...given("agent", take(fields.agent, isAny)),
  };
  return { handler, ...given("name", name), ...given("blocking", blocking), rest: Object.fromEntries(rest) };
}

function secondsOf(time: number, type: string, { unit, millisecondsFrom }: NativeTimeout): number {
  const isLong = millisecondsFrom !== undefined && type === "command" && time >= millisecondsFrom;
  return unit === "milliseconds" || isLong ? time / 1000 : time;
}

/** A type that has no neutral word keeps its own. */
function typeOf(word: string | undefined, { type }: EntryFields): string {
  if (word === undefined) return type?.assumed ?? "command";
  const known = (Object.entries(type?.words ?? {}) as [HandlerType, string][]).find(([, native]) => native === word);
  return known?.[0] ?? word;
}

function given<K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [key in K]?: V };
}

const isAny = (value: Json): value is Json => value !== undefined;
const isString = (value: Json): value is string => typeof value === "string";
const isBoolean = (value: Json): value is boolean => typeof value === "boolean";
const isAction = (value: Json): value is "warn" | "block" => value === "warn" || value === "block";
const isTime = (value: Json): value is number => typeof value === "number" && value >= 0;
const isStrings = (value: Json): value is string[] => Array.isArray(value) && (value as readonly Json[]).every(isString);
const isTexts = (value: Json): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((one) => typeof one === "string");
