/** The registry that npm asks for a package. Only the user's configuration decides, nothing in a workspace (PL-32). */

import type { EmptyFolder } from "../empty-folder.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { runManager } from "../run-manager.ts";

/** In lock files they stand for whatever registry is configured. */
const DEFAULTS: ReadonlySet<string> = new Set(["registry.npmjs.org", "registry.yarnpkg.com"]);

export const NPM_REGISTRY = "the npm registry";

/**
 * Its display name. `address` is where the lock file says the package comes from: another registry may have a stranger's package of that name, and must
 * not learn the name.
 */
export async function registryOf(name: string, address: string | undefined, folder: EmptyFolder): Promise<string | Refusal> {
  const host = address === undefined ? undefined : hostOf(address);
  if (address === undefined || DEFAULTS.has(host ?? "")) return NPM_REGISTRY;
  const hosts = await configuredHosts(name, folder);
  if (host !== undefined && hosts.includes(host)) return host;
  const known = `it comes from ${host ?? address}, which is not the registry of this package in the user's npm configuration`;
  return refusal(known, "install it with the project's package manager, or add the registry to the `.npmrc` in your home folder");
}

/** The one for the name's scope, else the one for all. */
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
  try {
    const { protocol, host } = new URL(address);
    return /^https?:$/.test(protocol) ? host : undefined;
  } catch {
    return undefined;
  }
}
