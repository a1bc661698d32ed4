/**
 * Fetches one module with `go mod download`, without its dependencies: Go runs nothing of a module. It works in an empty folder with a module cache of its
 * own; what has the checksum of `go.sum` then moves to Symposium's cache.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";

import { lookUp } from "../../lookup.ts";
import { isObject } from "../../model/json.ts";
import type { FetchSurroundings, UnpackedPackage, WantedPackage } from "../ecosystem.ts";
import { fetchedBy, ifSafe, putInPlace } from "../fetch-package.ts";
import { type Refusal, refusal, unreached } from "../refusal.ts";
import {
  type EmptyFolder,
  type FailedManager,
  inEmptyFolder,
  type ManagerSettings,
  NETWORK_VARIABLES,
  runManager,
} from "../run-manager.ts";
import { folderFor, packageFolder } from "./package-folder.ts";
import { ANY, ownRequirement } from "./requirement.ts";
import { userProxy } from "./user-settings.ts";
import { compareGoVersions, isModulePath, isWholeVersion, parseGoVersion } from "./version.ts";

/** What Go gets from the user's environment. Proxies and private modules come from the user's own file. */
const GO: ManagerSettings = {
  name: "go",
  errorLine: /^go: (?!downloading )/,
  patienceMs: 120_000,
  kept: NETWORK_VARIABLES,
  homes: ["XDG_CONFIG_HOME"],
  own: {
    GO111MODULE: "on",
    GOTOOLCHAIN: "local",
    GOWORK: "off",
    // Folders that can be moved and removed.
    GOFLAGS: "-mod=mod -modcacherw",
    GOVCS: "*:git",
    // Git would start programs that its configuration names.
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    GIT_ALLOW_PROTOCOL: "https:ssh",
  },
};

const UNKNOWN =
  /: (?:404|410) |unknown revision|no matching versions|file does not exist|no such file or directory|invalid version: unknown/;
const UNREACHED =
  /dial tcp|no such host|connection refused|i\/o timeout|TLS handshake|network is unreachable|server misbehaving|: 50[0-9] /;

const TAMPERED = "find out what changed the proxy or go.sum before you use it";

export const fetchPackage = fetchedBy({
  nameIs: "the path of a module",
  isName: (wanted) => isModulePath(pathOf(wanted)),
  isVersion: isWholeVersion,
  fetch: fetchModule,
});

/** A replaced module comes from another path than its name says. */
function pathOf({ name, origin }: WantedPackage): string {
  return origin?.address ?? name;
}

async function fetchModule(wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Refusal> {
  const { origin, version } = wanted;
  const name = pathOf(wanted);
  const proxy = userProxy(where);
  if ("problem" in proxy) return refusal(proxy.problem, proxy.hint);
  const title = proxy.isPrivate(name) ? "its repository" : proxy.title;
  return inEmptyFolder(where, [GO], async (empty) => {
    const here = ownCache(empty);
    const exact = version ?? (await resolveVersion(name, wanted.requirement, here, title));
    if (typeof exact !== "string") return exact;
    const checksum = origin?.checksum;
    const known = packageFolder({ ecosystem: "go", name, version: exact, origin: { kind: "registry", checksum } }, where);
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

/** Which version of a module meets a requirement: the newest release, else the newest of all; without any tag the last commit. */
async function resolveVersion(
  name: string,
  requirement: string = ANY,
  { manager, folder }: EmptyFolder,
  title: string,
): Promise<string | Refusal> {
  const meant = ownRequirement(requirement);
  if ("problem" in meant) return refusal(meant.problem);
  const listed = await runManager(manager, ["list", "-m", "-versions", "-json", name], folder);
  if ("failure" in listed) return failureOf(listed, title);
  const versions = answerIn(listed.stdout)["Versions"];
  const fit = (Array.isArray(versions) ? versions : []).filter((one): one is string => typeof one === "string" && isWholeVersion(one));
  const newest = fit.filter(meant.matches).sort((a, b) => Number(isRelease(b)) - Number(isRelease(a)) || compareGoVersions(b, a))[0];
  if (newest !== undefined) return newest;
  const unmet = refusal(`${title} has no version that meets ${requirement}`);
  if (fit.length > 0) return unmet;
  const latest = await runManager(manager, ["list", "-m", "-json", `${name}@latest`], folder);
  if ("failure" in latest) return failureOf(latest, title);
  const version = textIn(answerIn(latest.stdout), "Version") ?? "";
  return isWholeVersion(version) && meant.matches(version) ? version : unmet;
}

function isRelease(version: string): boolean {
  return parseGoVersion(version)?.pre === "";
}

/** Why a module was not fetched, in a line: from what Go printed. */
function failureOf({ failure, stderr, stdout }: FailedManager, title: string): Refusal {
  const printed = textIn(answerIn(stdout), "Error") ?? stderr;
  const line = printed
    .split("\n")
    .find((one) => one.trim() !== "" && !one.startsWith("go: downloading "))
    ?.trim()
    .slice(0, 300);
  if (/checksum mismatch|SECURITY ERROR/.test(printed))
    return refusal(`the bytes from ${title} do not have the checksum that the Go checksum database has`);
  if (UNKNOWN.test(printed)) return refusal(`${title} does not have it`);
  if (UNREACHED.test(printed)) return unreached(title, line ?? failure);
  return refusal(line === undefined ? failure : `go failed: "${line}"`);
}

/** What `go` prints with `-json`. */
type Printed = Readonly<Record<string, unknown>>;

/** Empty where it is not an object. */
function answerIn(stdout: string): Printed {
  try {
    const value: unknown = JSON.parse(stdout);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function textIn(printed: Printed, key: string): string | undefined {
  const value = lookUp(printed, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}
