/** How npm is run: in an empty folder, with the user's configuration alone (PL-32); which registry that names, and why npm failed. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { FetchSurroundings } from "../ecosystem.ts";
import { type Refusal, refusal, unreached } from "../refusal.ts";
import { webAddress } from "../registry-names.ts";
import { type EmptyFolder, type FailedManager, inEmptyFolder, NETWORK_VARIABLES, runManager } from "../run-manager.ts";

/** Registries, scopes and credentials come from the user's own `.npmrc`. A variable `npm_config_…` would go before it, so none is passed on. */
const NPM = {
  name: "npm",
  errorLine: /^npm (?:error|ERR!) (?!code |errno |syscall |A complete log|$)/,
  patienceMs: 120_000,
  kept: [...NETWORK_VARIABLES, "NODE_EXTRA_CA_CERTS"],
  homes: [
    ...["VOLTA_HOME", "NVM_DIR", "NVM_HOME", "FNM_DIR", "ASDF_DIR", "ASDF_DATA_DIR", "MISE_DATA_DIR"],
    ...["NPM_CONFIG_USERCONFIG", "npm_config_userconfig", "NPM_CONFIG_CACHE", "npm_config_cache"],
  ],
  own: {
    npm_config_ignore_scripts: "true",
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_progress: "false",
    npm_config_color: "false",
    npm_config_loglevel: "error",
    npm_config_logs_max: "0",
    npm_config_fetch_retries: "1",
    npm_config_fetch_timeout: "20000",
  },
};

export function inNpmFolder<T>(where: FetchSurroundings, act: (folder: EmptyFolder) => Promise<T>): Promise<T | Refusal> {
  return inEmptyFolder(where, [NPM], (empty) => {
    // A project of its own: npm does not search further up for one and its `.npmrc`.
    writeFileSync(join(empty.folder, "package.json"), "{}\n");
    writeFileSync(join(empty.folder, ".npmrc"), "");
    return act(empty);
  });
}

/** In lock files they stand for whatever registry is configured. */
const DEFAULTS: ReadonlySet<string> = new Set(["registry.npmjs.org", "registry.yarnpkg.com"]);

export const NPM_REGISTRY = "the npm registry";

/** The display name. `address` is the lock file's: another registry may have a stranger's package of that name, and must not learn the name. */
export async function registryOf(name: string, address: string | undefined, folder: EmptyFolder): Promise<string | Refusal> {
  const host = address === undefined ? undefined : hostOf(address);
  if (address === undefined || DEFAULTS.has(host ?? "")) return NPM_REGISTRY;
  const hosts = await configuredHosts(name, folder);
  if (host !== undefined && hosts.includes(host)) return host;
  const known = `it comes from ${host ?? address}, which is not the registry of this package in the user's npm configuration`;
  return refusal(known, "install it with the project's package manager, or add the registry to the `.npmrc` in your home folder");
}

/** The host of the registry for the name's scope, else of the registry for all names. */
export async function configuredHosts(name: string, { manager, folder }: EmptyFolder): Promise<readonly string[]> {
  const keys = [...(name.startsWith("@") ? [`${name.slice(0, name.indexOf("/"))}:registry`] : []), "registry"];
  for (const key of keys) {
    const answer = await runManager(manager, ["config", "get", key], folder);
    const host = "failure" in answer ? undefined : hostOf(answer.stdout.trim());
    if (host !== undefined) return [host];
  }
  return [];
}

function hostOf(address: string): string | undefined {
  const base = webAddress(address);
  return base === undefined ? undefined : new URL(base).host;
}

/** Why npm did not get a package, from what it printed. */
export function failureOf({ failure, stderr }: Pick<FailedManager, "failure" | "stderr">, registry: string): Refusal {
  const code = /^npm (?:error|ERR!) code (\w+)/m.exec(stderr)?.[1] ?? "";
  if (UNKNOWN.has(code)) return refusal(`${registry} does not have it`);
  if (DENIED.has(code)) return refusal(`${registry} refuses access`, "run `npm login`, or add a token to the `.npmrc` in your home folder");
  if (code === "EINTEGRITY") return refusal(`the bytes from ${registry} do not have the checksum in its own index`);
  if (!UNREACHED.has(code)) return refusal(failure);
  return unreached(registry, /, reason: (.*)$/m.exec(stderr)?.[1]?.trim().slice(0, 300) ?? failure);
}

const UNKNOWN: ReadonlySet<string> = new Set(["E404", "ETARGET", "ENOVERSIONS"]);
const DENIED: ReadonlySet<string> = new Set(["E401", "E403", "ENEEDAUTH"]);
const UNREACHED: ReadonlySet<string> = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "ENETUNREACH", "EHOSTUNREACH", "ENOTCACHED"],
  ...["ERR_SOCKET_TIMEOUT", "FETCH_ERROR", "EPIPE", "E500", "E502", "E503", "E504"],
  ...["CERT_HAS_EXPIRED", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"],
]);
