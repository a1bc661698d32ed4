/**
 * Fetches one wheel with `pip download`, which neither builds nor installs anything, and unpacks it into Symposium's cache. pip runs in an empty folder. The
 * wheel must have one of the lock file's digests.
 */

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import { readRegular, readRegularTextIfAny } from "../../platform/read-regular.ts";
import type { FetchSurroundings, UnpackedPackage, WantedPackage } from "../ecosystem.ts";
import { type EmptyFolder, inEmptyFolder } from "../empty-folder.ts";
import { type FetchStep, fetchWith } from "../fetch-package.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { runManager } from "../run-manager.ts";
import { failureOf, INSTALL, TAMPERED } from "./fetch-failure.ts";
import { foldName } from "./name.ts";
import { PIP_ARGS, PYTHONS } from "./pip-settings.ts";
import { exactRequirement, ownRequirement } from "./requirement.ts";
import { storeWheel } from "./store-wheel.ts";
import { isFolderName, isFolderVersion, unpackedWheels } from "./unpacked.ts";
import { foreignIndex } from "./user-index.ts";
import { compareVersionTexts } from "./version.ts";

const STEP: FetchStep = {
  nameIs: "the name of a package",
  isName: isFolderName,
  isVersion: isFolderVersion,
  otherwise: INSTALL,
  fetch: fetchWheel,
};

export function fetchPackage(wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Problem> {
  return fetchWith(STEP, wanted, where);
}

async function fetchWheel(wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Refusal> {
  const { name, version, origin } = wanted;
  const digests = digestsIn(origin?.checksum);
  if (digests?.length === 0) return refusal("the lock file has no SHA-256 of it");
  const present = unpackedWheels(name, where).find(
    (one) => one.version === version && (digests === undefined || digests.some((digest) => digest.startsWith(one.digest))),
  );
  if (present !== undefined) return { name, version: present.version, folder: present.folder };
  return inEmptyFolder(where, PYTHONS, async (empty) => {
    const foreign = await foreignIndex(origin?.address, empty);
    return foreign ?? downloaded(wanted, digests, empty, where);
  });
}

/** All of the lock's, in lower case; `undefined` without a lock. */
function digestsIn(checksum: string | undefined): readonly string[] | undefined {
  if (checksum === undefined) return undefined;
  return checksum
    .toLowerCase()
    .split(/[\s,]+/)
    .flatMap((word) => /^(?:sha256[:=-])?([0-9a-f]{64})$/.exec(word)?.[1] ?? []);
}

async function downloaded(
  { name, version, requirement = version === undefined ? "*" : exactRequirement(version) }: WantedPackage,
  digests: readonly string[] | undefined,
  { manager, folder }: EmptyFolder,
  where: FetchSurroundings,
): Promise<UnpackedPackage | Refusal> {
  const meant = ownRequirement(requirement);
  if ("problem" in meant) return refusal(meant.problem);
  // It becomes part of a line that may also have options.
  const specifiers = meant.own === "*" ? "" : meant.own.replace(/\s+/g, "");
  if (!/^[\w.*+!<>=~,-]*$/.test(specifiers)) return refusal("that is not a version requirement");
  const isHashed = digests !== undefined && version !== undefined;
  const hashes = isHashed ? digests.map((digest) => ` --hash=sha256:${digest}`).join("") : "";
  writeFileSync(join(folder, WANTED), `${name}${specifiers}${hashes}\n`);
  const args = [...PIP_ARGS, "--log", LOG, "download", ...(isHashed ? ["--require-hashes"] : []), ...DOWNLOAD];
  const answer = await runManager(manager, args, folder);
  if ("failure" in answer) return failureOf(answer, readRegularTextIfAny(join(folder, LOG), { maxBytes: MOST_LOG_BYTES }) ?? "", version);
  const files = namesIn(join(folder, DOWNLOADED));
  const [, own = "", itsVersion = ""] = WHEEL.exec(files[0] ?? "") ?? [];
  if (files.length !== 1 || foldName(own) !== foldName(name)) return refusal("pip did not download a wheel of it");
  const isMeant = version === undefined ? meant.matches(itsVersion) : compareVersionTexts(itsVersion, version) === 0;
  if (!isMeant || !isFolderVersion(itsVersion)) return refusal(`pip downloaded version ${itsVersion}`);
  const bytes = readRegular(join(folder, DOWNLOADED, files[0] ?? ""), { maxBytes: MOST_BYTES });
  const digest = createHash("sha256").update(bytes).digest("hex");
  if (digests !== undefined && !digests.includes(digest)) return refusal("the checksum of the one in the index differs", TAMPERED);
  return storeWheel({ name, version: version ?? itsVersion, digest, bytes }, folder, where);
}

const WANTED = "wanted.txt";
const LOG = "pip.log";
const DOWNLOADED = "wheels";
const DOWNLOAD = [
  "--no-deps",
  "--only-binary=:all:",
  "--no-input",
  "--disable-pip-version-check",
  "--dest",
  DOWNLOADED,
  "--requirement",
  WANTED,
];

const MOST_BYTES = 256 * 1024 * 1024;
const MOST_LOG_BYTES = 64 * 1024 * 1024;

/** `<name>-<version>[-<build>]-<python>-<abi>-<platform>.whl`, where names have `_` for `-`. */
const WHEEL = /^([^-]+)-([^-]+)(?:-\d[^-]*)?-[^-]+-[^-]+-[^-]+\.whl$/;
