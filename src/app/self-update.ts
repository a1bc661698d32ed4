/** Self-update: asks npm for the latest version, and has the package manager install it that installed Symposium. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { isObject, parseJson } from "../canonical/json.ts";
import { isNewer } from "../canonical/semantic-version.ts";
import { UserError } from "../errors.ts";
import { quotedPath } from "../platform/quoted-path.ts";
import { recordCheck } from "../updates/check-for-update.ts";
import { type InstalledBy, installedBy } from "../updates/installed-by.ts";
import { commandOf, globalFolder, type Installer, INSTALLERS } from "../updates/installers.ts";
import { latestVersion } from "../updates/latest-version.ts";
import { PACKAGE } from "../updates/package-name.ts";
import { runInstaller } from "../updates/run-installer.ts";
import { VERSION } from "../version.ts";
import type { AppContext } from "./app-context.ts";

export interface SelfUpdateRequest {
  /** Called with the command line of the package manager, and with what it prints. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

export interface SelfUpdateResult {
  readonly current: string;
  readonly latest: string;
  /** Whether the latest was installed; otherwise the current one is up to date. */
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
  await install(app, by.installer, { latest: latest.version, onProgress });
  return { ...versions, installed: true };
}

interface Installing extends SelfUpdateRequest {
  readonly latest: string;
}

/** A package manager may end well and leave the old version, such as one that waits until a release is some days old. */
async function install({ context }: AppContext, installer: Installer, { latest, onProgress }: Installing): Promise<void> {
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

export function versionIn(folder: string): string | undefined {
  try {
    const manifest = parseJson(readFileSync(join(folder, "package.json"), "utf8"));
    return isObject(manifest) && typeof manifest["version"] === "string" ? manifest["version"] : undefined;
  } catch {
    return undefined;
  }
}

const UNREACHED = "check that npm is on PATH and reaches its registry: `npm ping`";
const ANY = INSTALLERS.map(commandOf).map((command) => `\`${command}\``);

export function otherWay(by: Exclude<InstalledBy, { kind: "global" }>, version: string): UserError {
  const [why, hint] = WAYS[by.kind](by as never);
  return new UserError("UPDATE", `symposium ${version} is available, but ${why}`, { hint });
}

const WAYS: { readonly [K in Exclude<InstalledBy["kind"], "global">]: (by: Extract<InstalledBy, { kind: K }>) => [string, string] } = {
  once: () => ["this one runs from a package manager's cache", `run \`npx ${PACKAGE}@latest\`, or install it with ${ANY[0]}`],
  project: ({ folder, installer }) => [`this one belongs to ${folder}`, `run \`cd ${quotedPath(folder)} && ${installer.adds}\``],
  checkout: ({ folder }) => [`${folder} is a checkout`, `run \`cd ${quotedPath(folder)} && git pull && npm ci && npm run build\``],
  copy: ({ folder }) => [`no package manager installed the one in ${folder}`, `install it with ${ANY.join(" or ")}`],
};
