/** Self-update: asks npm for the latest version and has npm install it. */

import { isNewer } from "../canonical/semantic-version.ts";
import { UserError } from "../errors.ts";
import { recordCheck } from "../updates/check-for-update.ts";
import { type InstalledBy, installedBy } from "../updates/installed-by.ts";
import { latestVersion, PACKAGE } from "../updates/latest-version.ts";
import { runNpm } from "../updates/run-npm.ts";
import { VERSION } from "../version.ts";
import type { AppContext } from "./app-context.ts";

export interface SelfUpdateRequest {
  /** Called with the command line of npm, and with what npm prints. */
  readonly onProgress?: (message: string) => void;
}

export interface SelfUpdateResult {
  readonly current: string;
  readonly latest: string;
  /** Whether the latest was installed; otherwise the current one is up to date. */
  readonly installed: boolean;
}

const ASKING_MS = 60_000;
const INSTALLING_MS = 15 * 60_000;
const INSTALL = ["install", "--global", `${PACKAGE}@latest`];

/** Asks whenever it is called, however long ago the last check was. */
export async function selfUpdate(app: AppContext, { onProgress }: SelfUpdateRequest = {}): Promise<SelfUpdateResult> {
  const { context, places, dist } = app;
  const latest = await latestVersion(context, ASKING_MS);
  if ("trouble" in latest) throw new UserError("UPDATE", `the latest version could not be found: ${latest.trouble}`, { hint: UNREACHED });
  recordCheck(places, context, latest);
  const versions = { current: VERSION, latest: latest.version };
  if (!isNewer(latest.version, VERSION)) return { ...versions, installed: false };
  const refusal = otherWay(await installedBy(context, dist), latest.version);
  if (refusal !== undefined) throw refusal;
  onProgress?.(`npm ${INSTALL.join(" ")}`);
  const end = await runNpm(context, INSTALL, INSTALLING_MS);
  if ("trouble" in end) throw new UserError("UPDATE", `npm ${end.trouble}`, { hint: BY_HAND });
  for (const message of [end.stdout, end.stderr].map((text) => text.trimEnd())) if (message !== "") onProgress?.(message);
  if (end.code !== 0) throw new UserError("UPDATE", `npm ended with exit code ${end.code}`, { hint: BY_HAND });
  return { ...versions, installed: true };
}

const BY_HAND = `nothing else was changed; try \`npm ${INSTALL.join(" ")}\` yourself`;
const UNREACHED = "see whether npm is on PATH and reaches its registry: `npm ping`";

function otherWay(by: InstalledBy, version: string): UserError | undefined {
  if (by.kind === "npm-global") return undefined;
  const [why, hint] = WAYS[by.kind](by as never);
  return new UserError("UPDATE", `symposium ${version} is available, but ${why}`, { hint });
}

const WAYS: { readonly [K in Exclude<InstalledBy["kind"], "npm-global">]: (by: Extract<InstalledBy, { kind: K }>) => [string, string] } = {
  npx: () => ["this one is run by npx and not installed", `run \`npx ${PACKAGE}@latest\`, or \`npm ${INSTALL.join(" ")}\``],
  folder: ({ folder }) => [
    `this one belongs to ${folder}`,
    `update it there, for example with \`npm install ${PACKAGE}@latest\`, or by the package manager that put it there`,
  ],
  elsewhere: ({ folder }) => [
    `the one in ${folder} was not installed by npm`,
    `update it the way it came, or run \`npm ${INSTALL.join(" ")}\``,
  ],
  unknown: ({ trouble }) => [`npm does not say where it installs programs: ${trouble}`, `try \`npm ${INSTALL.join(" ")}\` yourself`],
};
