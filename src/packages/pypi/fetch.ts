/** Fetches one wheel with `pip download`, which neither builds nor installs anything, and unpacks it into Symposium's cache. */

import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { entriesIn, namesIn } from "../../host/paths.ts";
import { readRegular, readRegularTextIfAny } from "../../host/read-file.ts";
import { unpackZip } from "../archives/zip.ts";
import type { FetchSurroundings, UnpackedPackage, WantedPackage } from "../ecosystem.ts";
import { fetchedBy, putInPlace, unfitPackage } from "../fetch-package.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { type EmptyFolder, inEmptyFolder, runManager } from "../run-manager.ts";
import { foldName } from "./distribution.ts";
import { importPackageOf, isFolderName, isFolderVersion, unpackedWheels, wheelFolder } from "./package-folder.ts";
import { exactRequirement, ownRequirement } from "./requirement.ts";
import { failureOf, foreignIndex, INSTALL, PIP_ARGS, PYTHONS, TAMPERED } from "./run-pip.ts";
import { compareVersionTexts } from "./version.ts";

const WANTED = "wanted.txt";
const LOG = "pip.log";
const DOWNLOADED = "wheels";
const OPTIONS = ["--no-deps", "--only-binary=:all:", "--no-input", "--disable-pip-version-check"];
const DOWNLOAD = [...OPTIONS, "--dest", DOWNLOADED, "--requirement", WANTED];

const MOST_LOG_BYTES = 64 * 1024 * 1024;

/** `<name>-<version>[-<build>]-<python>-<abi>-<platform>.whl`, where names have `_` for `-`. */
const WHEEL = /^([^-]+)-([^-]+)(?:-\d[^-]*)?-[^-]+-[^-]+-[^-]+\.whl$/;

const MOST_BYTES = 256 * 1024 * 1024;

export const fetchPackage = fetchedBy({
  nameIs: "the name of a package",
  isName: ({ name }) => isFolderName(name),
  isVersion: isFolderVersion,
  otherwise: INSTALL,
  fetch: fetchWheel,
});

async function fetchWheel(wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Refusal> {
  const { name, version, origin } = wanted;
  const digests = digestsIn(origin?.checksum);
  if (digests?.length === 0) return refusal("the lock file has no SHA-256 of it");
  const present = unpackedWheels(name, where).find(
    (one) => one.version === version && (digests === undefined || digests.some((digest) => digest.startsWith(one.digest))),
  );
  if (present !== undefined) return { name, version: present.version, folder: present.folder };
  const get = async (empty: EmptyFolder) => (await foreignIndex(origin?.address, empty)) ?? downloaded(wanted, digests, empty, where);
  return inEmptyFolder(where, PYTHONS, get);
}

/** All SHA-256 digests that the lock file has, in lower case; `undefined` where it has no checksum. */
function digestsIn(checksum: string | undefined): readonly string[] | undefined {
  const words = checksum?.toLowerCase().split(/[\s,]+/);
  return words?.flatMap((word) => /^(?:sha256[:=-])?([0-9a-f]{64})$/.exec(word)?.[1] ?? []);
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
  const temporary = join(folder, "unpacked");
  const unpacked = await unpackZip(bytes, temporary, { os: where.os });
  const unfit = "refused" in unpacked ? unpacked.refused : unfitPackage(temporary);
  if (unfit !== undefined) return refusal(`it is not safe to read: ${unfit}`);
  if (importPackageOf(temporary, name) === undefined) return refusal("it is not a wheel of that name");
  removeBytecode(temporary);
  const place = wheelFolder(where, name, version ?? itsVersion, digest);
  putInPlace(temporary, place);
  return { name, version: version ?? itsVersion, folder: importPackageOf(place, name) ?? place };
}

/** A consent does not cover bytecode, so the package must not bring any. */
function removeBytecode(top: string): void {
  const waiting = [top];
  for (const folder of waiting) {
    for (const { name } of entriesIn(folder).filter((entry) => entry.isDirectory())) {
      if (name === "__pycache__") rmSync(join(folder, name), { recursive: true, force: true });
      else waiting.push(join(folder, name));
    }
  }
}
