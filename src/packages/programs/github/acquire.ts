/** Fetches files of a repository with the user's git. The commit is the version. */

import { lstatSync, renameSync, rmSync } from "node:fs";
import { join, posix } from "node:path";

import { type Decision, type Failure, fetchCommit, type GitCalls, type Largest } from "../../../files/git/remote.ts";
import { decideCommit, gitCalls, LARGEST, newestCommit } from "../../../files/git/update.ts";
import { unfitPackage } from "../../fetch-package.ts";
import { gitRefusal, type Refusal, refusal } from "../../refusal.ts";
import type { AcquiredFiles, AcquireOrder, Acquirer, AcquireServices } from "../program-source.ts";
import { pinnedCommit, repositoryOf, type WantedRepository } from "./index.ts";

/** For large repositories on slow lines. */
const LONGEST_MS = 10 * 60_000;

/** A folder of its own: a file of the repository must not pass for our record. */
const FILES = "files";

export const acquirer: Acquirer<WantedRepository> = { newest, acquire: acquireFiles };

async function newest(wanted: WantedRepository, services: AcquireServices): Promise<{ readonly version: string } | Refusal> {
  const repository = repositoryOf(wanted);
  if ("problem" in repository) return refusal(repository.problem);
  const commit = await newestCommit({ ...repository, ...services });
  return "failure" in commit ? gitRefusal(repository.address, commit.failure) : { version: commit.commit };
}

export async function acquireFiles(
  { wanted, version, into }: AcquireOrder<WantedRepository>,
  services: AcquireServices,
  largest: Largest = LARGEST,
): Promise<AcquiredFiles | Refusal> {
  const repository = repositoryOf(wanted);
  if ("problem" in repository) return refusal(repository.problem);
  const { address, isFile } = repository;
  const calls = gitCalls({ address, context: services.context, cwd: into, limitMs: LONGEST_MS, largest });
  services.onProgress({ line: `fetching ${address.shown}` });
  const decision = await decided(calls, version);
  if ("failure" in decision) return gitRefusal(address, decision.failure);
  const path = decision.subdir ?? address.subdir;
  const subdir = isFile ? posix.dirname(path).replace(/^\.$/, "") : path;
  const checkout = await fetchCommit({ calls, decision: { ...decision, subdir }, folder: into });
  if ("failure" in checkout) return gitRefusal(address, checkout.failure);
  // The folder alone, without the rest of the checkout.
  renameSync(join(into, checkout.folder, subdir), join(into, FILES));
  if (subdir !== "") rmSync(join(into, checkout.folder), { recursive: true, force: true, maxRetries: 3 });
  const unfit = unfitPackage(join(into, FILES));
  if (unfit !== undefined) return refusal(`${address.shown} is not safe to use: ${unfit}`);
  if (!isFile) return { version: checkout.commit, root: FILES, programs: {} };
  const program = `${FILES}/${posix.basename(path)}`;
  if (lstatSync(join(into, program), { throwIfNoEntry: false })?.isFile() !== true)
    return gitRefusal(address, `there is no file \`${path}\` in it`);
  return { version: checkout.commit, root: FILES, programs: { [posix.basename(path)]: program } };
}

/** A given version is fetched even if a branch has moved since `newest` found it. */
async function decided(calls: GitCalls, version: string | undefined): Promise<Decision | Failure> {
  const pinned = pinnedCommit(calls.address);
  if (pinned !== undefined) return { ref: pinned.ref.toLowerCase(), commit: pinned.ref.toLowerCase(), subdir: pinned.subdir };
  // Without a folder to decide on, the repository need not be asked again.
  if (version !== undefined && calls.address.wanted.kind !== "tree") return { ref: version, commit: version };
  const decision = await decideCommit(calls);
  return "failure" in decision || version === undefined ? decision : { ...decision, ref: version, commit: version };
}
