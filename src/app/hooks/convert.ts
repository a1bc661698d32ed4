/** `hooks convert`: hooks of one agent, or of a manifest, as files of other agents (IX-9). */

import { dirname, resolve, sep } from "node:path";
import { statSync } from "node:fs";

import type { FileEntry } from "../../agents/hook-files.ts";
import type { Spec } from "../../canonical/hook-manifest.ts";
import type { Json } from "../../canonical/json.ts";
import type { ConversionLoss } from "../../convert/conversion-loss.ts";
import { asManifest } from "../../convert/as-manifest.ts";
import { type EncodeOptions, encodeHooks } from "../../convert/encode.ts";
import { writeManifest } from "../../hook-manifest/write-manifest.ts";
import { leftToShell, moved } from "../../convert/script-place.ts";
import { shimming } from "../../convert/shim.ts";
import type { Target } from "../../convert/target.ts";
import { writing } from "../../config-files/not-written.ts";
import { writeUserFile } from "../../config-files/user-file.ts";
import type { Problem } from "../../documents/problem.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { type HookInputs, hookTexts } from "./hook-texts.ts";
import { FORMAT, servedBy, targetsOf } from "./hook-words.ts";
import { type HooksRead, type Placing, readHooks } from "./read-hooks.ts";
import { baseBetween, scriptBase } from "./script-base.ts";
import { type SplicedFile, spliceHooks, type SpliceOrder } from "./splice-hooks.ts";

export interface ConvertRequest extends HookInputs {
  /** `auto`, `hooks`, or an agent. */
  readonly from: string;
  /** `all`, `hooks`, or an agent, with a form where it is not the first. */
  readonly to: string;
  /** A file or folder to write to. */
  readonly output?: string | undefined;
  /** The version of a manifest that is written. */
  readonly spec?: Spec | undefined;
  /** Entries call the commands directly, with what the agent itself sends (IX-12). */
  readonly noShim?: boolean;
  /** Nothing is written. */
  readonly dryRun?: boolean;
}

export interface ConvertResult {
  readonly dryRun: boolean;
  /** Whose files the hooks were read from; absent for manifests. */
  readonly source?: string;
  /** How many hooks were read. */
  readonly hooks: number;
  readonly files: readonly ConvertedFile[];
  readonly losses: readonly ConversionLoss[];
  /** Agents for which no file is written, because they read the file of another one. */
  readonly served: readonly ServedAgent[];
  /** What is odd in the manifest. */
  readonly warnings: readonly Problem[];
}

export interface ServedAgent {
  readonly agent: string;
  readonly title: string;
  /** The title of the agent whose file it reads. */
  readonly via: string;
}

export interface ConvertedFile {
  /** Where the agent reads it, below the home or the project. */
  readonly path: string;
  readonly content: string;
  /** Absent for a manifest. */
  readonly agent?: string;
  /** The file that it is written to, or compared with. */
  readonly written: SplicedFile;
  readonly isWritten: boolean;
}

interface Made extends Omit<SpliceOrder, "file"> {
  readonly path: string;
  readonly agent?: string;
}

export async function convertHooks({ context }: Pick<PlacedContext, "context">, request: ConvertRequest): Promise<ConvertResult> {
  const { from, to, output, spec, noShim, dryRun = false } = request;
  const targets = targetsOf(to);
  const placing = to === FORMAT ? inManifest(request, context.cwd) : inProject(context.cwd);
  const read = readHooks(await hookTexts(request, context), from, placing);
  const agents = targets.filter((target) => target !== FORMAT);
  const served = output === undefined ? [] : agents.flatMap((target) => servedPair(target, agents));
  const writers = targets.filter((target) => target === FORMAT || !served.some(({ agent }) => agent === target.agent));
  const made = writers.map((target) => (target === FORMAT ? manifestFile(read, spec) : encoded(read, target, shimming(noShim))));
  const files = await placed(
    made.flatMap((one) => one.files),
    output,
    context.cwd,
  );
  const isWritten = output !== undefined && !dryRun;
  const done = isWritten ? files.map(({ written, ...file }) => ({ ...file, written: carriedOut(written) })) : files;
  return {
    dryRun,
    ...(read.source === undefined ? {} : { source: read.source.agent }),
    hooks: read.manifest.hooks.length,
    files: done.map((file) => ({ ...file, isWritten })),
    losses: [...read.losses, ...made.flatMap((one) => one.losses)],
    served,
    warnings: read.warnings,
  };
}

/** In an agent's own file commands start in the project. */
export function inProject(cwd: string): Placing {
  return ({ manifest, source }, file) => (source === undefined ? moved(manifest, scriptBase(resolve(cwd, file), cwd)) : manifest);
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

function servedPair(target: Target, targets: readonly Target[]): ServedAgent[] {
  const via = servedBy(target, targets);
  return via === undefined ? [] : [{ agent: target.agent, title: target.title, via: via.title }];
}

function encoded(
  { manifest }: HooksRead,
  target: Target,
  options: Pick<EncodeOptions, "shim">,
): { readonly files: readonly Made[]; readonly losses: readonly ConversionLoss[] } {
  const { files, losses } = encodeHooks(manifest, target, { scope: "project", ...options });
  const { agent, form } = target;
  return { files: files.map(({ path, entries, content }) => ({ path, agent, format: form.format, entries, content })), losses };
}

function manifestFile(
  read: HooksRead,
  spec: Spec | undefined,
): { readonly files: readonly Made[]; readonly losses: readonly ConversionLoss[] } {
  const { manifest, losses } = asManifest(read.manifest);
  if (manifest.hooks.length === 0) return { files: [], losses };
  const content = writeManifest(manifest, spec === undefined ? {} : { spec });
  const { hooks, ...rest } = JSON.parse(content) as { readonly hooks: readonly Json[] } & Record<string, Json>;
  const entries: FileEntry[] = [
    ...Object.entries(rest).map(([key, value]): FileEntry => ({ kind: "key", path: [key], value })),
    ...hooks.map((value): FileEntry => ({ kind: "item", path: ["hooks"], value })),
  ];
  return { files: [{ path: "hooks.json", format: "manifest", entries, content }], losses };
}

type PlacedFile = Omit<ConvertedFile, "isWritten">;

/** Below a folder, each at its path; in a file, everything. Without either they are compared with what is in the current folder. */
async function placed(made: readonly Made[], output: string | undefined, cwd: string): Promise<PlacedFile[]> {
  const there = resolve(cwd, output ?? ".");
  const isFolder = output === undefined || made.length > 1 || isFolderName(output, there);
  const files: PlacedFile[] = [];
  for (const { path, agent, ...order } of made) {
    const file = isFolder ? resolve(there, path) : there;
    // Two agents may read the same file.
    const earlier = files.findLast(({ written }) => written.file === file)?.written;
    const written = await spliceHooks({ file, ...order }, earlier?.after);
    files.push({ path, content: order.content, ...(agent === undefined ? {} : { agent }), written });
  }
  return files;
}

function isFolderName(output: string, path: string): boolean {
  return output.endsWith("/") || output.endsWith(sep) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function carriedOut(planned: SplicedFile): SplicedFile {
  const { file, action, after } = planned;
  if (action === "create" || action === "change") writing(file, () => writeUserFile(file, after));
  return planned;
}
