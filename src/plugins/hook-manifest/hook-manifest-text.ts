/**
 * A manifest of the Hook Interchange Format as text (IX-1, IX-2): read from JSON or YAML into the model, or everything that is wrong with it;
 * written as JSON.
 */

import type { Position, Problem } from "../../files/problem.ts";
import { similarWord } from "../../files/similar-word.ts";
import { hasWord, lookUp, put, tableOf } from "../../lookup.ts";
import {
  CAPABILITY_NAMES,
  CORE_EVENTS,
  elementsOf,
  EVENT_ALIASES,
  EXCLUSIVE_EVENTS,
  EXTENDED_EVENTS,
  HANDLER_TYPES,
  hasTool,
  type HookManifest,
  isKnownManifestEvent,
  type ManifestHandler,
  type ManifestHook,
  type ManifestMatcher,
  type Spec,
} from "../../model/hook-manifest.ts";
import { fieldsOf, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { isImpossibleName } from "../../model/manifest-matcher.ts";
import { checkBySchema } from "./check-by-schema.ts";
import { type Path, type ReadDocument, readJsonDocument } from "./json-document.ts";
import { ManifestFile } from "./schema.ts";
import { readYamlDocument } from "./yaml-document.ts";

type Read = { readonly ok: true; readonly manifest: HookManifest; readonly warnings: readonly Problem[] };
type Unreadable = { readonly ok: false; readonly problems: readonly Problem[] };

export type ReadManifest = Read | Unreadable;

/** Never throws. `file` is what problems call it; its ending says which notation it is in. */
export function readManifest(text: string, file = "hooks.json"): ReadManifest {
  const read = readLocatedManifest(text, file);
  return read.ok ? { ok: true, manifest: read.manifest, warnings: read.warnings } : read;
}

export function readLocatedManifest(text: string, file: string): (Read & { readonly positionOf: (path: Path) => Position }) | Unreadable {
  const document = readDocument(text, file);
  if (!document.ok) return { ok: false, problems: inOrder(document.faults.map((fault) => ({ severity: "error", file, ...fault }))) };
  const { value, positionOf } = document;
  const problems: Problem[] = [];
  const report = (severity: Problem["severity"], path: Path, message: string, hint: string | undefined) => {
    problems.push({ severity, file, position: positionOf(path), message: `${labelOf(value, path)}${message}`, hint });
  };
  checkBySchema(ManifestFile, value, (path, message) =>
    report("error", path, message, message === "`spec` is missing" ? 'add "spec": "hooks/1.0"' : undefined),
  );
  if (problems.length > 0) return { ok: false, problems: inOrder(problems) };
  // Fields keep their order, and unknown ones stay.
  const checked = value as JsonObject & HookManifest;
  const warn: Warn = (path, message, hint) => report("warning", path, message, hint);
  const hooks = checked.hooks.map((hook, at) => normalisedHook(hook, ["hooks", at], warn));
  return { ok: true, manifest: { ...checked, hooks }, warnings: inOrder(problems), positionOf };
}

/** A person counts hooks, or knows them by name. */
function labelOf(document: Json, [list, at]: Path): string {
  if (list !== "hooks" || typeof at !== "number") return "";
  const hooks: unknown = fieldsOf(document)["hooks"];
  const hook: unknown = Array.isArray(hooks) ? hooks[at] : undefined;
  const name = isObject(hook) ? lookUp(hook, "name") : undefined;
  return `${hookLabel(typeof name === "string" ? { name } : {}, at)}: `;
}

function inOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    ({ position: left }, { position: right }) => (left?.line ?? 0) - (right?.line ?? 0) || (left?.column ?? 0) - (right?.column ?? 0),
  );
}

/** The name decides; a text without a telling name is JSON where it begins like JSON. Never throws. */
function readDocument(text: string, file: string): ReadDocument {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const isJson = /\.ya?ml$/i.test(file) ? false : /\.json[c5]?$/i.test(file) || /^\s*[[{]/.test(plain);
  return isJson ? readJsonDocument(plain) : readYamlDocument(plain);
}

export function hookLabel({ name }: Pick<ManifestHook, "name">, index: number): string {
  return name === undefined || name === "" ? `Hook ${index + 1}` : name;
}

type Warn = (path: Path, message: string, hint?: string) => void;

const EVENT_WORDS = [...CORE_EVENTS, ...EXTENDED_EVENTS, ...EXCLUSIVE_EVENTS];

function normalisedHook(hook: ManifestHook, path: Path, warn: Warn): ManifestHook {
  const handler = normalisedHandler(hook.handler, [...path, "handler"], warn);
  const written = hook.event;
  const event = lookUp(tableOf<string>(EVENT_ALIASES), written) ?? written;
  if (!isKnownManifestEvent(event)) {
    const hint = hintOn(event, EVENT_WORDS, "the hook is kept, and left out where an agent does not have it");
    warn([...path, "event"], `the format does not have an event \`${event}\``, hint);
  }
  if (hasTool(event)) warnOfNames(hook.matcher, [...path, "matcher"], warn);
  if (hook.blocking === true && handler.async === true)
    warn([...path, "handler", "async"], "the hook is asynchronous, so it blocks nothing", "remove `async` or `blocking`");
  for (const name of Object.keys(hook.degradation ?? {})) {
    if ((CAPABILITY_NAMES as readonly string[]).includes(name)) continue;
    const hint = hintOn(name, CAPABILITY_NAMES, `known: ${CAPABILITY_NAMES.join(", ")}`);
    warn([...path, "degradation", name], `the format does not have a capability \`${name}\``, hint);
  }
  return { ...hook, event, handler };
}

function hintOn(word: string, known: readonly string[], otherwise?: string): string | undefined {
  const near = similarWord(word, known);
  return near === undefined ? otherwise : `did you mean \`${near}\`?`;
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

function normalisedHandler(handler: ManifestHandler, path: Path, warn: Warn): ManifestHandler {
  const renamed = oneSpelling(handler, "allowedEnvVars", "allowed_env_vars", path, warn);
  const { type, platform } = renamed;
  if (!(HANDLER_TYPES as readonly string[]).includes(type))
    warn([...path, "type"], `the format does not have handlers of type \`${type}\``, hintOn(type, HANDLER_TYPES));
  if (!isObject(platform)) return renamed;
  return { ...renamed, platform: oneSpelling(platform, "osx", "darwin", [...path, "platform"], warn) };
}

function oneSpelling<T extends object>(fields: T, other: string, name: string, path: Path, warn: Warn): T {
  if (!hasWord(fields, other)) return fields;
  const both = hasWord(fields, name);
  if (both) warn([...path, other], `\`${other}\` and \`${name}\` are the same, and \`${name}\` counts`, `remove \`${other}\``);
  return renamedKey(fields, other, both ? undefined : name);
}

function renamedKey<T extends object>(fields: T, from: string, to: string | undefined): T {
  const made: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const name = key === from ? to : key;
    if (name !== undefined) put(made, name, value);
  }
  return made as T;
}

/** Fields stay in the order that the manifest has them in, unknown ones too. */
export function writeManifest(manifest: HookManifest, { spec = "hooks/1.0" }: { readonly spec?: Spec } = {}): string {
  const hooks = manifest.hooks.map((hook) => (spec === "hooks/1.0" ? withOsx(hook) : hook));
  return `${JSON.stringify({ ...manifest, spec, hooks }, null, 2)}\n`;
}

/** `hooks/1.0` calls macOS `osx`. */
function withOsx(hook: ManifestHook): ManifestHook {
  const { platform } = hook.handler;
  return isObject(platform) ? { ...hook, handler: { ...hook.handler, platform: renamedKey(platform, "darwin", "osx") } } : hook;
}
