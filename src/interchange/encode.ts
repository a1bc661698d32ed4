/** A manifest as the texts of an agent's own hook files (IX-4 to IX-8), which are read again: a difference is our mistake, and an error. */

import { parse as parseToml, stringify as stringifyToml } from "smol-toml";

import type { Scope } from "../agents/agent.ts";
import type { FileEntry, HookFileForm } from "../agents/hook-files.ts";
import { InternalError } from "../errors.ts";
import { lookUp, put } from "../lookup.ts";
import { elementsOf, hasTool, type HookManifest, type ManifestHook } from "../model/hook-manifest.ts";
import { isObject, type Json, parseJson } from "../model/json.ts";
import { decodeHooks } from "./decode.ts";
import type { ConversionLoss } from "./losses.ts";
import { toAtoms } from "./matchers.ts";
import { type ExpectedHook, planHooks, type PlanOptions } from "./plan-hook.ts";
import type { Target } from "./target.ts";

export interface EncodeOptions extends PlanOptions {
  /** Absent: the project's file, or the user's where the agent has no other. */
  readonly scope?: Scope;
  readonly name?: string;
}

export interface EncodedFile {
  readonly path: string;
  /** What to add to an existing file. */
  readonly entries: readonly FileEntry[];
  readonly content: string;
}

export interface Encoded {
  readonly files: readonly EncodedFile[];
  readonly losses: readonly ConversionLoss[];
  /** Positions in the manifest of the hooks that are in the files. */
  readonly written: readonly number[];
}

export function encodeHooks(manifest: HookManifest, target: Target, options: EncodeOptions = {}): Encoded {
  const plans = planHooks(manifest, target, options);
  const natives = plans.flatMap((plan) => plan.natives);
  const expected = plans.flatMap((plan) => plan.expected);
  const losses = plans.flatMap((plan) => plan.losses);
  const written = [...plans.entries()].flatMap(([index, plan]) => (plan.natives.length === 0 ? [] : [index]));
  if (natives.length === 0) return { files: [], losses, written };
  const documents = target.form.write(natives);
  const files = documents.map((entries, at) => ({
    path: pathOf(target.form, options, at, documents.length),
    entries,
    content: textOf(documentOf(entries), target.form),
  }));
  const wrong = differenceInFiles(files, expected, target);
  if (wrong !== undefined) throw new InternalError(wrong);
  return { files, losses, written };
}

function pathOf({ paths }: HookFileForm, { scope, name = "hooks" }: EncodeOptions, at: number, count: number): string {
  const path = (scope === undefined ? (paths.project ?? paths.user) : (paths[scope] ?? paths.project ?? paths.user)) ?? "";
  return path.replace("*", count === 1 ? name : `${name}-${at + 1}`);
}

function documentOf(entries: readonly FileEntry[]): Json {
  const document: Record<string, Json> = {};
  for (const { kind, path, value } of entries) {
    let parent = document;
    for (const key of path.slice(0, -1)) {
      const inner = lookUp(parent, key);
      const next = isObject(inner) ? (inner as Record<string, Json>) : {};
      if (next !== inner) put(parent, key, next);
      parent = next;
    }
    const last = path.at(-1) ?? "";
    const list = lookUp(parent, last);
    if (kind === "key") put(parent, last, value);
    else if (Array.isArray(list)) (list as Json[]).push(value);
    else put(parent, last, [value] as readonly Json[]);
  }
  return document;
}

function textOf(document: Json, { format, code, safeText }: Pick<HookFileForm, "format" | "code" | "safeText">): string {
  if (code !== undefined) return code.wrap(document);
  if (format === "toml") return `${stringifyToml(document)}\n`;
  const text = `${JSON.stringify(document, null, 2)}\n`;
  return safeText?.(text) ?? text;
}

/** `undefined` for a text that is not of this form. Comments in JSON are not read here: see the editors. */
export function documentIn(text: string, { format, code }: Pick<HookFileForm, "format" | "code">): Json | undefined {
  if (code !== undefined) return code.unwrap(text);
  if (format !== "toml") return parseJson(text);
  try {
    return parseToml(text) as Json;
  } catch {
    return undefined;
  }
}

export function differenceInFiles(
  files: readonly Pick<EncodedFile, "path" | "content">[],
  expected: readonly ExpectedHook[],
  target: Target,
): string | undefined {
  const hooks: ManifestHook[] = [];
  for (const { path, content } of files) {
    const document = documentIn(content, target.form);
    const decoded = document === undefined ? undefined : decodeHooks(document, target);
    if (decoded?.ok !== true) return `the hooks for ${target.title} in ${path} cannot be read again`;
    hooks.push(...decoded.manifest.hooks);
  }
  const written = (all: readonly ExpectedHook[]) => all.map((one) => asWritten(one, target));
  const wrong = difference(written(expected), written(expanded(hooks, target)));
  return wrong && `the hooks for ${target.title} are not the same when they are read again: ${wrong}`;
}

/** With the agent's own text for the tool: where a server's name ends cannot always be told from it (`mcp_my_server_tool`). */
function asWritten(hook: ExpectedHook, target: Target): ExpectedHook {
  if (hook.element === undefined) return hook;
  const translated = toAtoms(hook.element, target, target);
  const text = translated.kind === "atoms" ? target.files.matcher?.write(translated.atoms) : undefined;
  return text === undefined ? hook : { ...hook, element: text };
}

/** Hooks as a set of event, one tool and handler: two files that give the same set do the same (IX-8). */
function expanded(hooks: readonly ManifestHook[], { files }: Target): ExpectedHook[] {
  return hooks.flatMap(({ event, matcher, handler }) => {
    // Where each kind of tool has its own event, all of them are every tool.
    const every = (files.split ?? [])
      .filter((one) => one.event === event && one.isEncoded === true)
      .flatMap((one) => elementsOf(one.matcher));
    const elements = matcher === undefined ? every : elementsOf(matcher);
    const isAny = !hasTool(event) || (matcher === undefined && every.length === 0);
    return (isAny ? [undefined] : elements).map((element) => ({ event, element, handler }));
  });
}

/** What is in one set and not in the other, as text; duplicates count. */
function difference(left: readonly ExpectedHook[], right: readonly ExpectedHook[]): string | undefined {
  const counts = new Map<string, number>();
  const count = (hooks: readonly ExpectedHook[], by: 1 | -1) => {
    for (const text of hooks.map((hook) => JSON.stringify(ordered(hook)))) counts.set(text, (counts.get(text) ?? 0) + by);
  };
  count(left, 1);
  count(right, -1);
  return [...counts].find(([, number]) => number !== 0)?.[0];
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, one]) => [key, ordered(one)]),
  );
}
