/** Installs an npm package with the user's npm into a folder of its own. Nothing of the repository applies: npm starts in Symposium's cache. */

import { join, posix } from "node:path";

import type { OperatingSystem } from "../../../context.ts";
import { isAtOrBelow } from "../../../host/bounds.ts";
import { namesIn, realPath, realPathIfThere } from "../../../host/paths.ts";
import { readRegularTextIfAny } from "../../../host/read-file.ts";
import { parseVersion } from "../../../model/semantic-version.ts";
import { packageSurroundings } from "../../ecosystem.ts";
import { failureOf, inNpmFolder, NPM_REGISTRY } from "../../npm/run-npm.ts";
import { type Refusal, refusal } from "../../refusal.ts";
import type { EmptyFolder } from "../../run-manager.ts";
import type { AcquiredFiles, AcquireOrder, Acquirer, AcquireServices } from "../program-source.ts";
import { INSTALL_PATIENCE_MS, runClient } from "../run-tool.ts";
import { exactVersion, type WantedNpmPackage } from "./index.ts";

/** Overrides settings that a user may have for projects, and that would lead elsewhere. Only the package's own programs get links beside it. */
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

const ARGS = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund"];

const MOST_BYTES = 4 * 1024 * 1024;

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
    // A user who forbids all scripts in `.npmrc` still does; an approval per package is for projects.
    const { npm_config_ignore_scripts: _, ...allowed } = manager.env;
    const env = wanted.scripts === true ? { ...allowed, npm_config_dangerously_allow_all_scripts: "true" } : manager.env;
    const client = { ...manager, env: { ...env, ...INSTALLING }, patienceMs: INSTALL_PATIENCE_MS };
    const args = ["install", "--prefix", into, ...ARGS, "--", `${wanted.package}@${version}`];
    const answer = await runClient({ manager: client, args, cwd: folder }, services);
    return "failure" in answer ? failureOf(answer, NPM_REGISTRY) : readInstalled(wanted.package, into, services.context.os);
  });
  if ("why" in installed) return installed;
  if (installed.version !== version) return refusal(`npm installed version ${installed.version}`);
  return { ...installed, root: join("node_modules", wanted.package) };
}

function inNpm<T>(services: AcquireServices, act: (folder: EmptyFolder) => Promise<T>): Promise<T | Refusal> {
  return inNpmFolder({ ...packageSurroundings(services), repository: services.repository }, act);
}

interface PackageManifest {
  readonly version?: unknown;
  readonly bin?: unknown;
  readonly directories?: { readonly bin?: unknown };
}

/** Of the links in `node_modules/.bin` only those of the package itself count. They are relative, so the folder can be renamed. */
function readInstalled(name: string, into: string, os: OperatingSystem): AcquiredFiles | Refusal {
  const folder = join(into, "node_modules", name);
  const text = readRegularTextIfAny(join(folder, "package.json"), { maxBytes: MOST_BYTES });
  if (text === undefined) return refusal("npm did not install it");
  const manifest = JSON.parse(text) as PackageManifest;
  const programs = programNames(name, manifest, folder).flatMap((program): [string, string][] => {
    const path = posix.join("node_modules", ".bin", os === "windows" ? `${program}.cmd` : program);
    const target = realPathIfThere(join(into, path));
    return target !== undefined && isAtOrBelow(target, realPath(into)) ? [[program, path]] : [];
  });
  return { version: String(manifest.version), programs: Object.fromEntries(programs) };
}

/** npm links a file under the last part of its name. */
function programNames(name: string, { bin, directories }: PackageManifest, folder: string): readonly string[] {
  const named = typeof bin === "string" ? [name] : typeof bin === "object" && bin !== null ? Object.keys(bin) : undefined;
  const names = named ?? (typeof directories?.bin === "string" ? namesIn(join(folder, posix.join("/", directories.bin))) : []);
  return names.map((one) => one.replace(/^.*[\\/:]/s, "")).filter((one) => one !== "" && !one.startsWith("."));
}
