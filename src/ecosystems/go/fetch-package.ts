/**
 * Fetches one module with `go mod download`, without its dependencies: Go runs nothing of a module. It works in an empty folder with a module cache of its
 * own; what has the checksum of `go.sum` then moves to Symposium's cache.
 */

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { isFolder } from "../../platform/is-folder.ts";
import { unfitPackage } from "../check-unpacked.ts";
import type { FetchSurroundings, UnpackedPackage, WantedPackage } from "../ecosystem.ts";
import { type EmptyFolder, inEmptyFolder } from "../empty-folder.ts";
import { fetchProblem, type Refusal, refusal } from "../refusal.ts";
import { runManager } from "../run-manager.ts";
import { failureOf } from "./fetch-failure.ts";
import { folderFor } from "./fetched-folder.ts";
import { GO } from "./go-settings.ts";
import { isModulePath } from "./module-path.ts";
import { packageFolder } from "./package-folder.ts";
import { answerIn, textIn } from "./printed-json.ts";
import { resolveVersion } from "./resolve-version.ts";
import { userProxy } from "./user-proxy.ts";
import { isWholeVersion } from "./version.ts";

export async function fetchPackage(wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Problem> {
  const fetched = await fetchModule(wanted, where).catch((error: unknown) => refusal(String(error)));
  return "why" in fetched ? fetchProblem(wanted, fetched) : fetched;
}

const FROM = { git: "a git repository", path: "a folder" } as const;

async function fetchModule(wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Refusal> {
  const { origin, version } = wanted;
  const name = origin?.address ?? wanted.name;
  // Either could be an option or a path.
  if (!isModulePath(name)) return refusal("that is not the path of a module");
  if (version !== undefined && !isWholeVersion(version)) return refusal("that is not a version");
  if (origin !== undefined && origin.kind !== "registry") return refusal(`it comes from ${FROM[origin.kind]}`);
  const proxy = userProxy(where);
  if ("problem" in proxy) return refusal(proxy.problem, proxy.hint);
  const title = proxy.isPrivate(name) ? "its repository" : proxy.title;
  return inEmptyFolder(where, [GO], async (empty) => {
    const here = ownCache(empty);
    const exact = version ?? (await resolveVersion(name, wanted.requirement, here, title));
    if (typeof exact !== "string") return exact;
    const checksum = origin?.checksum;
    const known = packageFolder(
      { ecosystem: "go", name, version: exact, origin: { kind: "registry", ...(checksum === undefined ? {} : { checksum }) } },
      where,
    );
    const folder = known ?? (await downloaded({ name, version: exact, checksum }, { ...here, title, cache: where.cache }));
    return typeof folder === "string" ? { name: wanted.name, version: exact, folder } : folder;
  });
}

/** Its own module: Go does not search further up for one. */
function ownCache({ manager, folder }: EmptyFolder): EmptyFolder {
  const own = join(folder, "module");
  mkdirSync(own);
  writeFileSync(join(own, "go.mod"), "module symposium.invalid/asks\n");
  const places = { GOPATH: join(folder, "gopath"), GOMODCACHE: join(folder, "modules"), GOCACHE: join(folder, "build"), GOTMPDIR: "" };
  return { manager: { ...manager, env: { ...manager.env, ...places } }, folder: own };
}

interface Downloading extends EmptyFolder {
  readonly title: string;
  readonly cache: string;
}

interface WantedModule {
  readonly name: string;
  readonly version: string;
  readonly checksum: string | undefined;
}

async function downloaded(module: WantedModule, { manager, folder, title, cache }: Downloading): Promise<string | Refusal> {
  const { name, version, checksum } = module;
  const answer = await runManager(manager, ["mod", "download", "-json", `${name}@${version}`], folder);
  if ("failure" in answer) return failureOf(answer, title);
  const printed = answerIn(answer.stdout);
  const [unpacked, sum] = [textIn(printed, "Dir"), textIn(printed, "Sum")];
  if (unpacked === undefined || sum === undefined) return refusal("go did not unpack it");
  if (checksum !== undefined && sum !== checksum) return refusal(`the checksum of the one from ${title} differs`, TAMPERED);
  const target = folderFor(module, sum, cache);
  if (target === undefined) return refusal("go did not say its checksum");
  const reason = unfitPackage(unpacked);
  if (reason !== undefined) return refusal(`it is not safe to read: ${reason}`);
  return moved(unpacked, target);
}

const TAMPERED = "find out what changed the proxy or go.sum before you use it";

/** Another command may have put the same bytes there meanwhile. */
function moved(from: string, target: string): string {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  try {
    renameSync(from, target);
  } catch (error) {
    if (!isFolder(target)) throw error;
  }
  return target;
}
