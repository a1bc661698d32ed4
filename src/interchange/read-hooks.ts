/** Reads the hooks of files, or of stdin: manifests, or files of an agent. Our own entries in an agent's file are left out. */

import { resolve } from "node:path";

import { type HookFileForm, isUnreadable } from "../agents/hook-files.ts";
import { HOOK_FILES } from "../agents/hook-files-list.ts";
import { mentionsUs } from "../agents/registered-text.ts";
import type { Context } from "../context.ts";
import { UserError } from "../errors.ts";
import { jsoncEditor } from "../files/editors.ts";
import { type Problem, problemText } from "../files/problem.ts";
import { readUserFile } from "../files/user-file.ts";
import type { HookManifest } from "../model/hook-manifest.ts";
import { isObject } from "../model/json.ts";
import { readManifest } from "../plugins/hook-manifest/hook-manifest-text.ts";
import { decodeHooks } from "./decode.ts";
import { documentIn } from "./encode.ts";
import type { ConversionLoss } from "./losses.ts";
import { moved, scriptBase } from "./script-place.ts";
import { FORMAT, type Target, targetFor, targetNamed } from "./target.ts";

export interface HooksRead {
  readonly manifest: HookManifest;
  /** The agent whose files they are; absent for manifests. */
  readonly source?: Target;
  readonly losses: readonly ConversionLoss[];
  readonly warnings: readonly Problem[];
}

/** Adapts the hooks of one file to the place of what is made of them, from which the paths of scripts are different. */
export type Placing = (read: HooksRead, file: string) => HookManifest;

/** `from` is `auto`, `hooks` or an agent. The hooks of several files come one after the other. */
export function readHooks(texts: readonly HookText[], from: string, placing: Placing = ({ manifest }) => manifest): HooksRead {
  const read = texts.map((text) => {
    const source = from === FORMAT ? FORMAT : from === "auto" ? originOf(text) : targetNamed(from);
    const one = source === FORMAT ? manifestIn(text) : agentsHooks(text, source);
    return { ...one, manifest: placing(one, text.file) };
  });
  const [first] = read;
  if (first === undefined) throw new UserError("USAGE", "there is no file to read", { exitCode: 2 });
  const other = read.find(({ source }) => source?.agent !== first.source?.agent);
  if (other !== undefined) {
    const names = [first, other].map(({ source }) => source?.title ?? "manifests").join(" and ");
    throw new UserError("MIXED", `the files are of different kinds: ${names}`, { hint: "convert one kind at a time" });
  }
  return read.slice(1).reduce(joined, first);
}

function joined(one: HooksRead, next: HooksRead): HooksRead {
  const shift = one.manifest.hooks.length;
  const pinned = { ...one.manifest.content_hashes, ...next.manifest.content_hashes };
  return {
    ...one,
    manifest: {
      ...one.manifest,
      hooks: [...one.manifest.hooks, ...next.manifest.hooks],
      ...(Object.keys(pinned).length === 0 ? {} : { content_hashes: pinned }),
    },
    losses: [...one.losses, ...next.losses.map((loss) => ({ ...loss, index: loss.index + shift }))],
    warnings: [...one.warnings, ...next.warnings],
  };
}

function manifestIn({ file, text }: HookText): HooksRead {
  const read = readManifest(text, file);
  if (read.ok) return { manifest: read.manifest, losses: [], warnings: read.warnings };
  const [first, ...more] = read.problems.filter(({ severity }) => severity === "error");
  if (first === undefined) throw new UserError("INVALID", "the manifest is not valid");
  throw new UserError("INVALID", problemText(first), { details: more.length === 0 ? undefined : more.map(problemText), hint: first.hint });
}

function agentsHooks({ file, text }: HookText, source: Target): HooksRead {
  const document = parsed(text, source.form);
  if (!document.ok)
    throw new UserError("UNREADABLE", `${file}${document.line === undefined ? "" : `:${document.line}`}: ${document.message}`);
  const decoded = decodeHooks(document.value, source);
  if (!decoded.ok) {
    const place = decoded.place.join(".");
    throw new UserError("UNREADABLE", `${file}: ${place === "" ? "the file" : `\`${place}\``} ${decoded.message}`, {
      hint: `${source.title} would not read it; --from names another agent`,
    });
  }
  const { hooks } = decoded.manifest;
  const kept = hooks.map((hook) => !mentionsUs(hook.handler));
  const losses = decoded.losses.filter(({ index }) => kept[index] !== false);
  return {
    source,
    warnings: [],
    manifest: { ...decoded.manifest, hooks: hooks.filter((_, at) => kept[at]) },
    losses: losses.map((loss) => ({
      ...loss,
      index: loss.index < kept.length ? kept.slice(0, loss.index).filter(Boolean).length : loss.index,
    })),
  };
}

/** In an agent's own file commands start in the project. */
export function inProject(cwd: string): Placing {
  return ({ manifest, source }, file) => (source === undefined ? moved(manifest, scriptBase(resolve(cwd, file), cwd)) : manifest);
}

interface HookText {
  readonly file: string;
  readonly text: string;
}

/** Agents' JSON may have comments. */
function parsed(text: string, { format, code }: HookFileForm) {
  if (format === "json" && code === undefined) {
    const read = jsoncEditor.read(text);
    return read.ok ? read : { ok: false as const, ...read.trouble };
  }
  const value = documentIn(text, { format, code });
  if (value !== undefined) return { ok: true as const, value };
  const message = code === undefined ? `is not valid ${format.toUpperCase()}` : "has no hooks that Symposium wrote";
  return { ok: false as const, message, line: undefined };
}

/** Which agent's file it is, by its path and its content; `"hooks"` for a manifest. */
function originOf({ file, text }: HookText): Target | typeof FORMAT {
  if (/\.ya?ml$/i.test(file)) return FORMAT;
  const possible: string[] = [];
  for (const { agent, form } of HOOK_FILES.flatMap(({ agent, forms }) => forms.map((form) => ({ agent, form })))) {
    const document = parsed(text, form);
    if (!document.ok) continue;
    const spec = form.format === "json" && isObject(document.value) ? document.value["spec"] : undefined;
    if (typeof spec === "string" && spec.startsWith("hooks/")) return FORMAT;
    const verdict = form.recognise(document.value, file);
    const word = `${agent}:${form.name}`;
    if (verdict === "certainly") return targetFor(word)!;
    const read = verdict === "possibly" ? form.read(document.value) : [];
    if (!isUnreadable(read) && read.length > 0) possible.push(word);
  }
  const [first] = possible;
  if (first !== undefined) return targetFor(first)!;
  if (/^[ \t]*(?:[\w-]+\s*:|---)/m.test(text) && /^spec\s*:/m.test(text)) return FORMAT;
  throw new UserError("UNKNOWN-FILE", `${file}: this is neither a manifest nor a hook file of an agent that Symposium knows`, {
    hint: "name the agent whose file it is with --from",
  });
}

/** The files that a command is given, or what it reads from stdin. */
export interface HookInputs {
  readonly files: readonly string[];
  readonly stdin?: (() => Promise<string | undefined>) | undefined;
}

export interface ConversionInputs extends HookInputs {
  /** `auto`, `hooks`, or an agent. */
  readonly from: string;
  /** Entries call the commands directly, with what the agent itself sends (IX-12). */
  readonly noShim?: boolean;
}

export async function hookTexts({ files, stdin }: HookInputs, { cwd }: Pick<Context, "cwd">): Promise<HookText[]> {
  if (files.length > 0) return files.map((file) => ({ file, text: textIn(resolve(cwd, file)) }));
  const text = await stdin?.();
  if (text !== undefined && text.trim() !== "") return [{ file: "<stdin>", text }];
  throw new UserError("USAGE", "there is nothing to read", { hint: "name a file, or pipe one to stdin", exitCode: 2 });
}

function textIn(file: string): string {
  const read = readUserFile(file);
  if (!read.ok) throw new UserError("UNREADABLE", `${file} ${read.trouble.message}`);
  if (read.text === null) throw new UserError("NOT-FOUND", `there is no file ${file}`);
  return read.text;
}
