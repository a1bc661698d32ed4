/** Fetches one module with `go mod download`, which runs nothing, into a cache of its own; what has the checksum of `go.sum` moves to Symposium's. */

import { mkdirSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";

import { isObject, type JsonObject, parseJson } from "../../model/json.ts";
import type { FetchSurroundings, UnpackedPackage, WantedPackage } from "../ecosystem.ts";
import { fetchedBy, ifSafe, putInPlace } from "../fetch-package.ts";
import { type Refusal, refusal, unreached } from "../refusal.ts";
import { type EmptyFolder, type FailedManager, inEmptyFolder, NETWORK_VARIABLES, runManager } from "../run-manager.ts";
import { textAt } from "../table-values.ts";
import { folderFor, packageFolder } from "./package-folder.ts";
import { ANY, ownRequirement } from "./requirement.ts";
import { userProxy } from "./user-settings.ts";
import { compareGoVersions, isModulePath, isWholeVersion, type Module, parseGoVersion } from "./version.ts";

/** What Go gets from the user's environment. Proxies and private modules come from the user's own file. */
const GO = {
  name: "go",
  errorLine: /^go: (?!downloading )/,
  patienceMs: 120_000,
  kept: NETWORK_VARIABLES,
  homes: ["XDG_CONFIG_HOME"],
  own: {
    GO111MODULE: "on",
    GOTOOLCHAIN: "local",
    GOWORK: "off",
    // `-modcacherw` leaves folders writable, so that they can be moved and removed.
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
  // A replaced module comes from another path than its name says.
  isName: ({ name, origin }) => isModulePath(origin?.address ?? name),
  isVersion: isWholeVersion,
  fetch: fetchModule,
});

async function fetchModule(wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Refusal> {
  const { origin, version } = wanted;
  const name = origin?.address ?? wanted.name;
  const proxy = userProxy(where);
  if ("why" in proxy) return proxy;
  const title = proxy.isPrivate(name) ? "its repository" : proxy.title;
  return inEmptyFolder(where, [GO], async (empty) => {
    const here = ownCache(empty);
    const exact = version ?? (await resolveVersion(name, wanted.requirement, here, title));
    if (typeof exact !== "string") return exact;
    const module = { name, version: exact, checksum: origin?.checksum };
    const known = packageFolder({ ecosystem: "go", ...module, origin: { kind: "registry", checksum: module.checksum } }, where);
    const folder = known ?? (await downloaded(module, here, title, where.cache));
    return typeof folder === "string" ? { name: wanted.name, version: exact, folder } : folder;
  });
}

/** Adds a module, so that Go does not search further up for one, and caches that are removed with the folder. */
function ownCache({ manager, folder }: EmptyFolder): EmptyFolder {
  const own = join(folder, "module");
  mkdirSync(own);
  writeFileSync(join(own, "go.mod"), "module symposium.invalid/asks\n");
  const places = { GOPATH: join(folder, "gopath"), GOMODCACHE: join(folder, "modules"), GOCACHE: join(folder, "build"), GOTMPDIR: "" };
  return { manager: { ...manager, env: { ...manager.env, ...places } }, folder: own };
}

async function downloaded(module: Module, { manager, folder }: EmptyFolder, title: string, cache: string): Promise<string | Refusal> {
  const { name, version, checksum } = module;
  const answer = await runManager(manager, ["mod", "download", "-json", `${name}@${version}`], folder);
  if ("failure" in answer) return failureOf(answer, title);
  const printed = answerIn(answer.stdout);
  const [unpacked, sum] = [textAt(printed, "Dir"), textAt(printed, "Sum")];
  if (!unpacked || !sum) return refusal("go did not unpack it");
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
  const rank = (version: string) => (parseGoVersion(version)?.pre === "" ? 0 : 1);
  const newest = fit.filter(meant.matches).sort((a, b) => rank(a) - rank(b) || compareGoVersions(b, a))[0];
  if (newest !== undefined) return newest;
  const unmet = refusal(`${title} has no version that meets ${requirement}`);
  if (fit.length > 0) return unmet;
  const latest = await runManager(manager, ["list", "-m", "-json", `${name}@latest`], folder);
  if ("failure" in latest) return failureOf(latest, title);
  const version = textAt(answerIn(latest.stdout), "Version") ?? "";
  return isWholeVersion(version) && meant.matches(version) ? version : unmet;
}

/** Why a module was not fetched, in a line: from what Go printed. */
function failureOf({ failure, stderr, stdout }: FailedManager, title: string): Refusal {
  const printed = textAt(answerIn(stdout), "Error") || stderr;
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

/** What `go` prints with `-json`; empty where it is not an object. */
function answerIn(stdout: string): JsonObject {
  const value = parseJson(stdout);
  return isObject(value) ? value : {};
}
