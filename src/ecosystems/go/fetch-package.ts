/**
 * Fetches one module with `go mod download`, without its dependencies: Go runs nothing of a module. It works in an empty folder with a module cache of its
 * own; what has the checksum of `go.sum` then moves to Symposium's cache.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import type { FetchSurroundings, UnpackedPackage, WantedPackage } from "../ecosystem.ts";
import { type EmptyFolder, inEmptyFolder } from "../empty-folder.ts";
import { fetchWith, ifSafe, putInPlace } from "../fetch-package.ts";
import { type Refusal, refusal } from "../refusal.ts";
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

/** A replaced module comes from another path than its name says. */
export function fetchPackage(wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Problem> {
  const path = wanted.origin?.address ?? wanted.name;
  return fetchWith(
    {
      nameIs: "the path of a module",
      isName: () => isModulePath(path),
      isVersion: isWholeVersion,
      fetch: () => fetchModule(path, wanted, where),
    },
    wanted,
    where,
  );
}

async function fetchModule(name: string, wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Refusal> {
  const { origin, version } = wanted;
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
  const safe = ifSafe({ name, version, folder: unpacked });
  if ("why" in safe) return safe;
  putInPlace(unpacked, target);
  return target;
}

const TAMPERED = "find out what changed the proxy or go.sum before you use it";
