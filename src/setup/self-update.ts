/**
 * Installs a newer version with the package manager that installed this one: when the user asks for it, or after a command at a terminal
 * (PG-19), never for a hook call, an agent or a build machine.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { VERSION } from "../context.ts";
import { UserError } from "../errors.ts";
import { commandLine } from "../host/command-line.ts";
import { withLock } from "../host/lock.ts";
import { realPath } from "../host/paths.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import { startDetached } from "../host/start-detached.ts";
import { isObject, parseJson } from "../model/json.ts";
import { quotedPath } from "../model/safe-text.ts";
import { isNewer } from "../model/semantic-version.ts";
import type { AppContext } from "./app-context.ts";
import { latestVersion, recordCheck } from "./check-for-update.ts";
import { commandOf, globalFolder, installedBy, type InstalledBy, type Installer, INSTALLERS, PACKAGE, runInstaller } from "./installers.ts";

export interface SelfUpdateRequest {
  /** Called with the command line of the package manager, and with what it prints. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

export interface SelfUpdateResult {
  readonly current: string;
  readonly latest: string;
  readonly installed: boolean;
}

const ASKING_MS = 60_000;

const INSTALLING_MS = 15 * 60_000;

/** Asks whenever it is called, however long ago the last check was. */
export async function selfUpdate(app: AppContext, { onProgress }: SelfUpdateRequest = {}): Promise<SelfUpdateResult> {
  const { context, places, dist } = app;
  const latest = await latestVersion(context, ASKING_MS);
  if ("trouble" in latest) throw new UserError("UPDATE", `cannot find the latest version: ${latest.trouble}`, { hint: UNREACHED });
  recordCheck(places, context, latest);
  const versions = { current: VERSION, latest: latest.version };
  if (!isNewer(latest.version, VERSION)) return { ...versions, installed: false };
  const by = await installedBy(context, dist);
  if (by.kind !== "global") throw otherWay(by, latest.version);
  await install(app, by.installer, latest.version, onProgress);
  return { ...versions, installed: true };
}

/** A package manager may end well and leave the old version, such as one that waits until a release is some days old. */
async function install(
  { context }: AppContext,
  installer: Installer,
  latest: string,
  onProgress: SelfUpdateRequest["onProgress"],
): Promise<void> {
  const { program, installs: args } = installer;
  const command = commandOf(installer);
  const failed = (why: string) =>
    new UserError("UPDATE", `${program} ${why}`, { hint: `nothing else was changed; try \`${command}\` yourself` });
  onProgress?.(command);
  const end = await runInstaller(context, { program, args, patienceMs: INSTALLING_MS });
  if ("trouble" in end) throw failed(end.trouble);
  for (const message of [end.stdout, end.stderr].map((text) => text.trimEnd())) if (message !== "") onProgress?.(message);
  if (end.code !== 0) throw failed(`ended with exit code ${end.code}`);
  const answer = await globalFolder(context, installer);
  const version = "folder" in answer && answer.folder !== undefined ? versionIn(answer.folder) : undefined;
  if (version !== undefined && version !== latest) throw failed(`installed ${version} and not ${latest}`);
}

function versionIn(folder: string): string | undefined {
  try {
    const manifest = parseJson(readFileSync(join(folder, "package.json"), "utf8"));
    return isObject(manifest) && typeof manifest["version"] === "string" ? manifest["version"] : undefined;
  } catch {
    return undefined;
  }
}

const UNREACHED = "check that npm is on PATH and reaches its registry: `npm ping`";
const ANY = INSTALLERS.map(commandOf).map((command) => `\`${command}\``);

function otherWay(by: Exclude<InstalledBy, { kind: "global" }>, version: string): UserError {
  const [why, hint] = WAYS[by.kind](by as never);
  return new UserError("UPDATE", `symposium ${version} is available, but ${why}`, { hint });
}

const WAYS: { readonly [K in Exclude<InstalledBy["kind"], "global">]: (by: Extract<InstalledBy, { kind: K }>) => [string, string] } = {
  once: () => ["this one runs from a package manager's cache", `run \`npx ${PACKAGE}@latest\`, or install it with ${ANY[0]}`],
  project: ({ folder, installer }) => [`this one belongs to ${folder}`, `run \`cd ${quotedPath(folder)} && ${installer.adds}\``],
  checkout: ({ folder }) => [`${folder} is a checkout`, `run \`cd ${quotedPath(folder)} && git pull && npm ci && npm run build\``],
  copy: ({ folder }) => [`no package manager installed the one in ${folder}`, `install it with ${ANY.join(" or ")}`],
};

/**
 * Never rejects. Each version is tried once: what failed is the user's to repeat. `left`: it was tried before, or something else may be replacing
 * this version.
 */
export async function updateInBackground(
  { context, places, dist }: AppContext,
  version: string,
): Promise<
  | { readonly kind: "started"; readonly command: string }
  | { readonly kind: "left" }
  | ({ readonly kind: "by hand" } & Pick<UserError, "message" | "hint">)
> {
  const by = await installedBy(context, dist);
  if (by.kind !== "global") {
    const { message, hint } = otherWay(by, version);
    return { kind: "by hand", message, hint };
  }
  // A package manager that is replacing this version now, or was killed meanwhile, leaves another version or none in our folder.
  if (versionIn(dirname(realPath(dist))) !== VERSION) return { kind: "left" };
  const { program: path, installs: args } = by.installer;
  const command = commandLine({ kind: "executable", path, args }, context.os, context.env);
  if ("missing" in command || !claimed(join(places.locks, "self-update"), version, context.now)) return { kind: "left" };
  // In the home folder, as `self-update`: a project's settings must not decide where our program comes from.
  const isStarted = startDetached({ ...command, cwd: context.home, env: context.env });
  return isStarted ? { kind: "started", command: commandOf(by.installer) } : { kind: "left" };
}

function claimed(file: string, version: string, now: () => number): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const held = withLock(`${file}.lock`, { now, wait: 0 }, () => {
      const [tried, time] = (readRegularTextIfAny(file, { maxBytes: 1024 }) ?? "").split(" ");
      const isRunning = Number(time) <= now() && now() - Number(time) < INSTALLING_MS;
      if (tried === version || isRunning) return false;
      writeFileSync(file, `${version} ${now()}`, { mode: 0o600 });
      return true;
    });
    return held.held && held.value;
  } catch {
    return false;
  }
}
