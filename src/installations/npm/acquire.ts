/**
 * Installs an npm package with the user's npm into a folder of its own. Of the links in `node_modules/.bin` only those of the package itself
 * count; they are relative, so the folder can be renamed. Nothing of the repository applies: npm starts in Symposium's cache.
 */

import { join } from "node:path";

import { parseVersion } from "../../canonical/semantic-version.ts";
import type { EmptyFolder } from "../../ecosystems/empty-folder.ts";
import { failureOf } from "../../ecosystems/npm/fetch-failure.ts";
import { inNpmFolder } from "../../ecosystems/npm/in-npm-folder.ts";
import { NPM_REGISTRY } from "../../ecosystems/npm/user-registry.ts";
import { packageSurroundings } from "../../ecosystems/package-surroundings.ts";
import { type Refusal, refusal } from "../../ecosystems/refusal.ts";
import type { AcquiredFiles, Acquirer, AcquireOrder, AcquireServices } from "../program-source.ts";
import { INSTALL_PATIENCE_MS, runClient } from "../run-client.ts";
import { exactVersion, type WantedNpmPackage } from "./index.ts";
import { readInstalled } from "./installed-package.ts";

export const acquirer: Acquirer<WantedNpmPackage> = { newest, acquire };

/** What `npm install` would take, by the user's settings for tags and the age of releases, which `npm view` does not know. */
function newest(wanted: WantedNpmPackage, services: AcquireServices): Promise<{ readonly version: string } | Refusal> {
  const exact = exactVersion(wanted);
  if (exact !== undefined) return Promise.resolve({ version: exact });
  return inNpm(services, async ({ manager, folder }) => {
    const spec = wanted.version === undefined ? wanted.package : `${wanted.package}@${wanted.version}`;
    const args = ["pack", "--dry-run", "--ignore-scripts", "--json", "--", spec];
    const answer = await runClient({ manager, args, cwd: folder, isAnswer: true }, services);
    if ("failure" in answer) return failureOf(answer, NPM_REGISTRY);
    const version = packedVersion(answer.stdout, wanted.package);
    return version === undefined ? refusal("npm did not say which version is the newest") : { version };
  });
}

/** `[{ "name": …, "version": … }]`, of some versions of npm a table by name. */
function packedVersion(stdout: string, name: string): string | undefined {
  const packed = Object.values(JSON.parse(stdout) as object) as readonly { readonly name?: unknown; readonly version?: unknown }[];
  const version = packed.find((one) => one.name === name)?.version;
  return typeof version === "string" && parseVersion(version) !== undefined ? version : undefined;
}

async function acquire(order: AcquireOrder<WantedNpmPackage>, services: AcquireServices): Promise<AcquiredFiles | Refusal> {
  const { wanted, into } = order;
  const version = order.version ?? exactVersion(wanted);
  if (version === undefined || parseVersion(version) === undefined) return refusal("it has no exact version");
  const installed = await inNpm(services, async ({ manager, folder }) => {
    const env = wanted.scripts === true ? withScripts(manager.env) : manager.env;
    const client = { ...manager, env: { ...env, ...INSTALLING }, patienceMs: INSTALL_PATIENCE_MS };
    const args = ["install", "--prefix", into, ...ARGS, "--", `${wanted.package}@${version}`];
    const answer = await runClient({ manager: client, args, cwd: folder }, services);
    return "failure" in answer ? failureOf(answer, NPM_REGISTRY) : readInstalled(wanted.package, into, services.context.os);
  });
  if ("why" in installed) return installed;
  if (installed.version !== version) return refusal(`npm installed version ${installed.version}`);
  return { ...installed, root: join("node_modules", wanted.package) };
}

function inNpm<T>({ context, places, repository }: AcquireServices, act: (folder: EmptyFolder) => Promise<T>): Promise<T | Refusal> {
  return inNpmFolder({ ...packageSurroundings({ context, places }), repository }, act);
}

const ARGS = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund"];

/** Settings that a user may have for projects, and that would lead elsewhere. Only the package's own programs get links beside it. */
const INSTALLING = {
  npm_config_global: "false",
  npm_config_location: "project",
  npm_config_install_strategy: "shallow",
  npm_config_bin_links: "true",
  npm_config_dry_run: "false",
  npm_config_package_lock_only: "false",
  npm_config_workspaces: "false",
  npm_config_loglevel: "http",
};

/** A user who forbids all scripts in `.npmrc` still does; an approval per package is for projects. */
function withScripts(env: EmptyFolder["manager"]["env"]): EmptyFolder["manager"]["env"] {
  const { npm_config_ignore_scripts: _, ...rest } = env;
  return { ...rest, npm_config_dangerously_allow_all_scripts: "true" };
}
