/** Where an acquired program is (PG-2). A folder below the subject's, named by version, exists when it has a record. */

import { join } from "node:path";

import { shortHash } from "../../host/bytes.ts";
import { targetName, thisMachine } from "../../host/machine.ts";
import { programSourceNamed } from "./list.ts";
import type { Identity, Installation } from "./program-source.ts";

export interface ProgramPlace {
  readonly identity: Identity;
  /** Of all versions. */
  readonly top: string;
  /** Says which version counts where none is pinned. */
  readonly newest: string;
  readonly folderOf: (version: string) => string;
}

/** Written after each change, so that one stamp tells an index that a program arrived. */
export function changesFile(cache: string): string {
  return join(cache, "programs", "changed");
}

/**
 * `undefined` where there is nothing to acquire. `holder` is a plugin that runs by consent: which version counts for it is its own, because a newer
 * one is the user's decision (PL-17).
 */
export function placeOf(
  { source, installCommands }: Pick<Installation, "source" | "installCommands">,
  cache: string,
  platform: string,
  holder?: string,
): ProgramPlace | undefined {
  const kind = programSourceNamed(source?.source ?? "");
  const identity = source === undefined ? undefined : kind?.identify(source.wanted, platform);
  if (source === undefined || identity === undefined) return undefined;
  const { subject, variant, allows } = identity;
  const top =
    kind?.cacheFolder === undefined || !isPlain(subject)
      ? join(cache, "programs", source.source, `${readable(subject)}-${hashOf(subject, platform)}`)
      : join(cache, kind.cacheFolder, subject);
  const recipe = variant === undefined && installCommands.length === 0 ? "" : `-${hashOf(JSON.stringify([variant, installCommands]))}`;
  const asked = variant === undefined && allows === undefined ? [] : [hashOf(JSON.stringify([variant, allows]))];
  return {
    identity,
    top,
    newest: join(top, `${[holder === undefined ? "newest" : `held-${hashOf(holder)}`, ...asked].join("-")}.json`),
    folderOf: (version) => join(top, `${isPlain(version) ? version : `${readable(version)}-${hashOf(version)}`}${recipe}`),
  };
}

function isPlain(text: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}$/.test(text);
}

/** The end of an address says most. */
function readable(text: string): string {
  const end = text.replaceAll(/[^A-Za-z0-9.]+/g, "-").slice(-40);
  return end.replace(/^[-.]+/, "") || "program";
}

function hashOf(...texts: readonly string[]): string {
  return shortHash(texts.join("\n")).slice(0, 8);
}

let known: string | undefined;

/** `linux-x64`, `darwin-arm64`, `win32-x64`, `linux-x64-musl` … */
export function platformName(): string {
  return (known ??= targetName(thisMachine()));
}

export const RECORD = ".symposium-program.json";
export const RECORD_FORMAT = "symposium-program";
