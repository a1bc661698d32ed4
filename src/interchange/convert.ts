/** `hooks convert`: hooks of one agent, or of a manifest, as files of other agents (IX-9). */

import { statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";

import type { FileEntry } from "../agents/hook-files.ts";
import type { Trouble } from "../files/editor.ts";
import { editorFor, editorsFor } from "../files/editors.ts";
import { planInstalled } from "../files/plan-ours.ts";
import type { Problem } from "../files/problem.ts";
import { protection, readUserFile, writeUserFile, writing } from "../files/user-file.ts";
import type { PlacedContext } from "../host/places.ts";
import { dialectOf, type HookManifest, type ManifestHook, type Spec } from "../model/hook-manifest.ts";
import type { Json } from "../model/json.ts";
import { INTERCHANGE_SOURCE } from "../model/shimmed-hook.ts";
import { hookLabel, readManifest, writeManifest } from "../plugins/hook-manifest/hook-manifest-text.ts";
import { actionOf, type FilePlan } from "../setup/entries/file-plan.ts";
import { shimming } from "./encode-shim.ts";
import { encodeHooks } from "./encode.ts";
import { type ConversionLoss, leftOut, losing } from "./losses.ts";
import { type ConversionInputs, type HooksRead, hookTexts, inProject, type Placing, readHooks } from "./read-hooks.ts";
import { baseBetween, leftToShell, moved } from "./script-place.ts";
import { FORMAT, servedBy, type Target, targetFor, targetsOf } from "./target.ts";

export interface ConvertRequest extends ConversionInputs {
  /** `all`, `hooks`, or an agent, with a form where it is not the first. */
  readonly to: string;
  readonly output?: string | undefined;
  readonly spec?: Spec | undefined;
  readonly dryRun?: boolean;
}

export interface ConvertResult {
  readonly dryRun: boolean;
  /** Whose files the hooks were read from; absent for manifests. */
  readonly source?: string;
  readonly hooks: number;
  readonly files: readonly ConvertedFile[];
  readonly losses: readonly ConversionLoss[];
  /** Agents for which no file is written, because they read the file of another one, with its title. */
  readonly served: readonly { readonly agent: string; readonly title: string; readonly via: string }[];
  readonly warnings: readonly Problem[];
}

export interface ConvertedFile {
  /** Where the agent reads it, below the home or the project. */
  readonly path: string;
  readonly content: string;
  readonly agent?: string;
  readonly written: SplicedFile;
  readonly isWritten: boolean;
}

interface Made {
  readonly path: string;
  readonly agent?: string;
  readonly format: "json" | "toml" | "javascript" | "manifest";
  readonly entries: readonly FileEntry[];
  readonly content: string;
}

export async function convertHooks({ context }: Pick<PlacedContext, "context">, request: ConvertRequest): Promise<ConvertResult> {
  const { from, to, output, spec, noShim, dryRun = false } = request;
  const targets = targetsOf(to);
  const placing = to === FORMAT ? inManifest(request, context.cwd) : inProject(context.cwd);
  const read = readHooks(await hookTexts(request, context), from, placing);
  const agents = targets.filter((target) => target !== FORMAT);
  const served = (output === undefined ? [] : agents).flatMap((target) => {
    const via = servedBy(target, agents);
    return via === undefined ? [] : [{ agent: target.agent, title: target.title, via: via.title }];
  });
  const writers = targets.filter((target) => target === FORMAT || !served.some(({ agent }) => agent === target.agent));
  const made = writers.map((target): { readonly files: readonly Made[]; readonly losses: readonly ConversionLoss[] } =>
    target === FORMAT ? manifestFile(read, spec) : encoded(read, target, noShim),
  );
  const planned = made.flatMap(({ files }) => files);
  const files = await placed(planned, output, context.cwd);
  const isWritten = output !== undefined && !dryRun;
  for (const { file, action, after } of isWritten ? files.map(({ written }) => written) : [])
    if (action === "create" || action === "change") writing(file, () => writeUserFile(file, after));
  return {
    dryRun,
    source: read.source?.agent,
    hooks: read.manifest.hooks.length,
    files: files.map((file) => ({ ...file, isWritten })),
    losses: [...read.losses, ...made.flatMap(({ losses }) => losses)],
    served,
    warnings: read.warnings,
  };
}

/** A manifest that is printed is for the folder of the one that was read, or of several for the current one. */
function inManifest({ output, files }: ConvertRequest, cwd: string): Placing {
  const there = resolve(cwd, output ?? ".");
  const folder = output === undefined || isFolderName(output, there) ? there : dirname(there);
  const isSameFolder = output === undefined && files.length < 2;
  return ({ manifest, source }, file) => {
    if (source !== undefined) return leftToShell(manifest);
    return isSameFolder ? manifest : moved(manifest, baseBetween(folder, resolve(cwd, file)));
  };
}

function encoded({ manifest }: HooksRead, target: Target, noShim: boolean | undefined) {
  const { files, losses } = encodeHooks(manifest, target, { scope: "project", ...shimming(noShim) });
  return { files: files.map((file) => ({ ...file, agent: target.agent, format: target.form.format })), losses };
}

function manifestFile(read: HooksRead, spec: Spec | undefined) {
  const { manifest, losses } = asManifest(read.manifest);
  if (manifest.hooks.length === 0) return { files: [], losses };
  const content = writeManifest(manifest, { spec });
  const { hooks, ...rest } = JSON.parse(content) as { readonly hooks: readonly Json[] } & Record<string, Json>;
  const entries: FileEntry[] = [
    ...Object.entries(rest).map(([key, value]): FileEntry => ({ kind: "key", path: [key], value })),
    ...hooks.map((value): FileEntry => ({ kind: "item", path: ["hooks"], value })),
  ];
  return { files: [{ path: "hooks.json", format: "manifest" as const, entries, content }], losses };
}

/** Each file below the folder `output`, or everything in the file `output`; without it they are compared with the current folder. */
async function placed(made: readonly Made[], output: string | undefined, cwd: string): Promise<Omit<ConvertedFile, "isWritten">[]> {
  const there = resolve(cwd, output ?? ".");
  const isFolder = output === undefined || made.length > 1 || isFolderName(output, there);
  const files: Omit<ConvertedFile, "isWritten">[] = [];
  for (const one of made) {
    const { path, agent, content } = one;
    const file = isFolder ? resolve(there, path) : there;
    // Two agents may read the same file.
    const earlier = files.findLast(({ written }) => written.file === file)?.written;
    files.push({ path, content, agent, written: await spliceHooks(file, one, earlier?.after) });
  }
  return files;
}

function isFolderName(output: string, path: string): boolean {
  return output.endsWith("/") || output.endsWith(sep) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

interface SplicedFile {
  readonly file: string;
  readonly action: FilePlan["action"];
  readonly before: string | null;
  readonly after: string;
  readonly refused?: string;
}

/** Added to what is in the file already, never in its place. */
async function spliceHooks(file: string, { format, entries, content }: Made, now?: string | null): Promise<SplicedFile> {
  const read = now === undefined ? readUserFile(file) : ({ ok: true, text: now } as const);
  if (!read.ok) return refused(file, null, read.trouble);
  const before = read.text;
  const hindrance = protection(file);
  if (hindrance !== undefined) return refused(file, before, { message: hindrance });
  if (before === null || before.trim() === "") return { file, action: actionOf(before, content), before, after: content };
  if (format === "javascript") {
    if (before === content) return { file, action: "none", before, after: before };
    return refused(file, before, { message: "is a program, to which nothing can be added; move it away, or write to another file" });
  }
  const editor = format === "manifest" ? (await editorsFor([file]))(file) : await editorFor(format);
  const wanted = [{ manifest: "", digest: "", agents: [], entries }];
  const spliced = planInstalled(
    { ok: true, text: before, insertions: [], servers: [], hooks: [], remarks: [] },
    { wanted, kept: [] },
    { editor, adopts: false },
  );
  if (!spliced.ok) return refused(file, before, spliced.trouble);
  return { file, action: actionOf(before, spliced.text), before, after: spliced.text };
}

function refused(file: string, before: string | null, { message, line, column = 1 }: Trouble): SplicedFile {
  const place = line === undefined ? file : `${file}:${line}:${column}:`;
  return { file, action: "refused", before, after: before ?? "", refused: `${place} ${message}` };
}

/** The manifest without invalid hooks, and what the others lose: its other readers give every command the payload of the format. */
export function asManifest(manifest: HookManifest) {
  const losses: ConversionLoss[] = [];
  const hooks = manifest.hooks.filter((hook, index) => {
    const lose = losing(hook, index, { agent: INTERCHANGE_SOURCE }, losses);
    const wrong = whyNotValid(hook);
    const dialect = dialectOf(hook);
    if (wrong !== undefined) lose("hook", wrong, leftOut(hook));
    else if (dialect !== undefined && ["command", "http"].includes(hook.handler.type)) {
      const title = targetFor(dialect)?.title ?? dialect;
      const reason = `it reads the payload of ${title} and answers as ${title} expects, which only Symposium knows from the manifest`;
      lose("handler", reason, "changed", { severity: hook.blocking === true ? "error" : "warning" });
    }
    return wrong === undefined;
  });
  return { manifest: { ...manifest, hooks }, losses };
}

/** By the reader itself: a native matcher may have a look-ahead, which the format does not know. */
function whyNotValid(hook: ManifestHook): string | undefined {
  const read = readManifest(writeManifest({ spec: "hooks/1.0", hooks: [hook] }), "hooks.json");
  const message = read.ok ? undefined : read.problems.find(({ severity }) => severity === "error")?.message;
  return message?.replace(`${hookLabel(hook, 0)}: `, "");
}
