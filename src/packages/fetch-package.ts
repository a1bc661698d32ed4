/** What every ecosystem does around its own way to fetch one package: checks of what is wanted, of what came, and the words for a failure. */

import { existsSync, lstatSync, mkdirSync, readlinkSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";

import type { Problem } from "../files/problem.ts";
import { boundsOf, isAtOrBelow } from "../host/bounds.ts";
import { entriesIn } from "../host/paths.ts";
import { renamePatiently } from "../host/write-file.ts";
import type { FetchSurroundings, RegistrySearch, UnpackedPackage, WantedPackage } from "./ecosystem.ts";
import { outsideFailure, type Refusal, refusal } from "./refusal.ts";

interface FetchStep {
  /** Such as "the name of a crate". */
  readonly nameIs: string;
  readonly isName: (wanted: WantedPackage) => boolean;
  readonly isVersion: (version: string) => boolean;
  /** What the user can do about a package that is not from a registry. */
  readonly otherwise?: string;
  readonly fetch: (wanted: WantedPackage, where: FetchSurroundings) => Promise<UnpackedPackage | Refusal>;
}

/** What an ecosystem's own search found, or why it did not ask. */
export async function searched(asked: Promise<RegistrySearch | Refusal>): Promise<RegistrySearch> {
  const answer = await asked.catch((error: unknown) => refusal(outsideFailure(error)));
  return "why" in answer ? { unasked: answer.why } : answer;
}

const FROM = { git: "a git repository", path: "a folder" } as const;

/** What an ecosystem offers as `fetchPackage`. */
export function fetchedBy(step: FetchStep): (wanted: WantedPackage, where: FetchSurroundings) => Promise<UnpackedPackage | Problem> {
  return async (wanted, where) => {
    const refused = refusedAtOnce(step, wanted);
    const fetched = refused ?? (await step.fetch(wanted, where).catch((error: unknown) => refusal(outsideFailure(error))));
    if (!("why" in fetched)) return fetched;
    const { name, version, namedIn: file } = wanted;
    const { why, hint, severity } = fetched;
    return { severity, file, message: `cannot fetch \`${name}\`${version === undefined ? "" : ` ${version}`}: ${why}`, hint };
  };
}

function refusedAtOnce({ nameIs, isName, isVersion, otherwise }: FetchStep, wanted: WantedPackage): Refusal | undefined {
  const { version, origin } = wanted;
  // An invalid name or version could be an option, a path or an address.
  if (!isName(wanted)) return refusal(`that is not ${nameIs}`);
  if (version !== undefined && !isVersion(version)) return refusal("that is not a version");
  if (origin !== undefined && origin.kind !== "registry") return refusal(`it comes from ${FROM[origin.kind]}`, otherwise);
  return undefined;
}

/** The package, unless it is not safe to read. */
export function ifSafe(found: UnpackedPackage): UnpackedPackage | Refusal {
  const reason = unfitPackage(found.folder);
  return reason === undefined ? found : refusal(`it is not safe to read: ${reason}`);
}

/** Moves a package to its place in the cache. Another command may have put the same there in the meantime, which `proof` shows. */
export function putInPlace(from: string, folder: string, proof = folder): void {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    renamePatiently(from, folder);
  } catch (error) {
    if (!existsSync(proof)) throw error;
  }
}

const LIMITS = { entries: 50_000, bytes: 512 * 1024 * 1024 };

/** Why the package is not used; `undefined` where nothing is wrong. */
export function unfitPackage(folder: string, limits = LIMITS): string | undefined {
  const bounds = boundsOf(folder);
  const waiting = [folder];
  let [entries, bytes] = [0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of entriesIn(next)) {
      const path = join(next, entry.name);
      const name = relative(folder, path);
      if (++entries > limits.entries) return `it contains more than ${limits.entries} files`;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) bytes += lstatSync(path).size;
      else if (!entry.isSymbolicLink()) return `${name} is not a regular file`;
      else if (isLinkOut(path, folder) || bounds.leadsOut(path) !== undefined) return `${name} is a link out of the package`;
      if (bytes > limits.bytes) return `it is larger than ${limits.bytes / 1024 / 1024} MiB`;
    }
  }
  return undefined;
}

/** By its text: a target that is missing today may exist tomorrow. */
function isLinkOut(link: string, folder: string): boolean {
  const target = readlinkSync(link);
  return isAbsolute(target) || !isAtOrBelow(resolve(dirname(link), target), folder);
}
