/** Reads the hooks of files: manifests, or files of an agent. Our own entries in an agent's file are left out. */

import { mentionsUs } from "../../agents/mentions-us.ts";
import type { HookManifest } from "../../canonical/hook-manifest.ts";
import type { ConversionLoss } from "../../convert/conversion-loss.ts";
import { decodeHooks } from "../../convert/decode.ts";
import { readManifest } from "../../hook-manifest/read-manifest.ts";
import type { Target } from "../../convert/target.ts";
import { type Problem, problemText } from "../../documents/problem.ts";
import { UserError } from "../../errors.ts";
import { documentIn, type HookText, originOf } from "./hook-document.ts";
import { FORMAT, targetNamed } from "./hook-words.ts";

export interface HooksRead {
  readonly manifest: HookManifest;
  /** The agent whose files they are; absent for manifests. */
  readonly source?: Target;
  /** What decoding lost. */
  readonly losses: readonly ConversionLoss[];
  readonly warnings: readonly Problem[];
}

/** The hooks of one file as they are for what comes of them: its scripts are elsewhere from there. */
export type Placing = (read: HooksRead, file: string) => HookManifest;

/** `from` is `auto`, `hooks` or an agent. The hooks of several files come one after the other. */
export function readHooks(texts: readonly HookText[], from: string, placing: Placing = ({ manifest }) => manifest): HooksRead {
  const read = texts.map((text) => {
    const one = readOne(text, from);
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

function readOne(given: HookText, from: string): HooksRead {
  const source = from === FORMAT ? FORMAT : from === "auto" ? originOf(given) : targetNamed(from);
  return source === FORMAT ? manifestIn(given) : agentsHooks(given, source);
}

function manifestIn({ file, text }: HookText): HooksRead {
  const read = readManifest(text, file);
  if (!read.ok) throw notValid(read.problems);
  return { manifest: read.manifest, losses: [], warnings: read.warnings };
}

/** Every problem, each with its line. */
function notValid(problems: readonly Problem[]): UserError {
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first === undefined) return new UserError("INVALID", "the manifest is not valid");
  const more = errors.slice(1).map(problemText);
  return new UserError("INVALID", problemText(first), {
    ...(more.length === 0 ? {} : { details: more }),
    ...(first.hint === undefined ? {} : { hint: first.hint }),
  });
}

function agentsHooks(given: HookText, source: Target): HooksRead {
  const document = documentIn(given, source.form);
  const decoded = decodeHooks(document, source);
  if (!decoded.ok) {
    const place = decoded.place.join(".");
    throw new UserError("UNREADABLE", `${given.file}: ${place === "" ? "the file" : `\`${place}\``} ${decoded.message}`, {
      hint: `${source.title} would not read it; --from names another agent`,
    });
  }
  return { source, warnings: [], ...withoutOurs(decoded.manifest, decoded.losses) };
}

function withoutOurs(manifest: HookManifest, losses: readonly ConversionLoss[]): Pick<HooksRead, "manifest" | "losses"> {
  const kept = manifest.hooks.map((hook) => !mentionsUs(hook.handler));
  const positions = kept.map((_, at) => kept.slice(0, at).filter(Boolean).length);
  return {
    manifest: { ...manifest, hooks: manifest.hooks.filter((_, at) => kept[at]) },
    losses: losses.flatMap((loss) => (kept[loss.index] === false ? [] : [{ ...loss, index: positions[loss.index] ?? loss.index }])),
  };
}
