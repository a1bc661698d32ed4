/** From a checked document to the model: one spelling of everything, and warnings about what will not do what it seems to. */

import {
  CAPABILITY_NAMES,
  elementsOf,
  HANDLER_TYPES,
  type HookManifest,
  type ManifestHook,
  type ManifestMatcher,
} from "../canonical/hook-manifest.ts";
import { isObject, type Json, type JsonObject } from "../canonical/json.ts";
import {
  CORE_EVENTS,
  EVENT_ALIASES,
  EXCLUSIVE_EVENTS,
  EXTENDED_EVENTS,
  hasTool,
  isKnownManifestEvent,
} from "../canonical/manifest-events.ts";
import { isImpossibleName } from "../canonical/manifest-matcher.ts";
import { similarWord } from "../documents/similar-word.ts";
import { hasWord, lookUp, put, tableOf } from "../lookup.ts";
import type { Path } from "./document.ts";

export type Warn = (path: Path, message: string, hint?: string) => void;

const EVENT_WORDS = [...CORE_EVENTS, ...EXTENDED_EVENTS, ...EXCLUSIVE_EVENTS];

/** Fields keep their order, and unknown ones stay. */
export function normalised(checked: Json, warn: Warn): HookManifest {
  const manifest = checked as JsonObject & { readonly hooks: readonly JsonObject[] };
  const hooks = manifest.hooks.map((hook, at) => normalisedHook(hook, ["hooks", at], warn));
  return { ...manifest, hooks } as unknown as HookManifest;
}

function normalisedHook(hook: JsonObject, path: Path, warn: Warn): ManifestHook {
  const handler = normalisedHandler(hook["handler"] as JsonObject, [...path, "handler"], warn);
  const written = hook["event"] as string;
  const event = lookUp(tableOf<string>(EVENT_ALIASES), written) ?? written;
  if (!isKnownManifestEvent(event)) {
    const near = similarWord(event, EVENT_WORDS);
    const hint = near === undefined ? "the hook is kept, and left out where an agent does not have it" : `did you mean \`${near}\`?`;
    warn([...path, "event"], `the format does not have an event \`${event}\``, hint);
  }
  if (hasTool(event)) warnOfNames(hook["matcher"] as ManifestMatcher | undefined, [...path, "matcher"], warn);
  if (hook["blocking"] === true && handler["async"] === true)
    warn([...path, "handler", "async"], "the hook is asynchronous, so it blocks nothing", "remove `async` or `blocking`");
  for (const name of Object.keys((hook["degradation"] ?? {}) as JsonObject)) {
    if ((CAPABILITY_NAMES as readonly string[]).includes(name)) continue;
    const near = similarWord(name, CAPABILITY_NAMES);
    const hint = near === undefined ? `known: ${CAPABILITY_NAMES.join(", ")}` : `did you mean \`${near}\`?`;
    warn([...path, "degradation", name], `the format does not have a capability \`${name}\``, hint);
  }
  return { ...hook, event, handler } as unknown as ManifestHook;
}

/** What was meant as a list or a pattern is one name, and the hook would never run. */
function warnOfNames(matcher: ManifestMatcher | undefined, path: Path, warn: Warn): void {
  for (const [at, element] of elementsOf(matcher ?? []).entries()) {
    if (typeof element !== "string" || !isImpossibleName(element)) continue;
    const names = element.split(/[|,]/).map((name) => name.trim());
    const isList = names.length > 1 && names.every((name) => name !== "" && !isImpossibleName(name));
    const usual = isList ? `write ${JSON.stringify(names)} for these tools` : 'write {"pattern": …} for a pattern';
    const hint = /^\.?\*$/.test(element) ? "leave `matcher` out for every tool" : usual;
    warn(Array.isArray(matcher) ? [...path, at] : path, `${JSON.stringify(element)} is one name, which no tool has`, hint);
  }
}

function normalisedHandler(handler: JsonObject, path: Path, warn: Warn): JsonObject {
  const renamed = oneSpelling(handler, "allowedEnvVars", "allowed_env_vars", path, warn);
  const type = renamed["type"] as string;
  if (!(HANDLER_TYPES as readonly string[]).includes(type)) {
    const near = similarWord(type, HANDLER_TYPES);
    warn(
      [...path, "type"],
      `the format does not have handlers of type \`${type}\``,
      near === undefined ? undefined : `did you mean \`${near}\`?`,
    );
  }
  const platform = renamed["platform"];
  if (!isObject(platform)) return renamed;
  return { ...renamed, platform: oneSpelling(platform, "osx", "darwin", [...path, "platform"], warn) };
}

function oneSpelling(fields: JsonObject, other: string, name: string, path: Path, warn: Warn): JsonObject {
  if (!hasWord(fields, other)) return fields;
  const both = hasWord(fields, name);
  if (both) warn([...path, other], `\`${other}\` and \`${name}\` are the same, and \`${name}\` counts`, `remove \`${other}\``);
  return renamedKey(fields, other, both ? undefined : name);
}

/** In its place; without a new name it is left out. */
export function renamedKey(fields: JsonObject, from: string, to: string | undefined): JsonObject {
  const made: Record<string, Json> = {};
  for (const [key, value] of Object.entries(fields)) {
    const name = key === from ? to : key;
    if (name !== undefined) put(made, name, value as Json);
  }
  return made;
}
