/** What every ecosystem does around its own way to fetch one package: checks of what is wanted, of what came, and the words for a failure. */

import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

import type { Problem } from "../documents/problem.ts";
import { renamePatiently } from "../platform/rename-patiently.ts";
import { unfitPackage } from "./check-unpacked.ts";
import type { FetchSurroundings, UnpackedPackage, WantedPackage } from "./ecosystem.ts";
import { fetchProblem, outsideFailure, type Refusal, refusal } from "./refusal.ts";

export interface FetchStep {
  /** Such as "the name of a crate". */
  readonly nameIs: string;
  readonly isName: (name: string) => boolean;
  readonly isVersion: (version: string) => boolean;
  /** What the user can do about a package that is not from a registry. */
  readonly otherwise?: string;
  readonly fetch: (wanted: WantedPackage, where: FetchSurroundings) => Promise<UnpackedPackage | Refusal>;
}

const FROM = { git: "a git repository", path: "a folder" } as const;

export async function fetchWith(step: FetchStep, wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Problem> {
  const fetched =
    refusedAtOnce(step, wanted) ?? (await step.fetch(wanted, where).catch((error: unknown) => refusal(outsideFailure(error))));
  return "why" in fetched ? fetchProblem(wanted, fetched) : fetched;
}

function refusedAtOnce({ nameIs, isName, isVersion, otherwise }: FetchStep, { name, version, origin }: WantedPackage): Refusal | undefined {
  // Either could be an option, a path or an address.
  if (!isName(name)) return refusal(`that is not ${nameIs}`);
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
