/** The folder of a dependency's source on this machine. Read when needed, because Cargo may fetch or remove it any time. */

import { isAbsolute, join } from "node:path";

import { entriesIn, namesIn } from "../../platform/folder-entries.ts";
import type { Context } from "../../context.ts";
import type { Dependency } from "../ecosystem.ts";
import { isPackage } from "./vendored-package.ts";
import { leadsToFile } from "../../platform/path-exists.ts";

export type CargoSurroundings = Pick<Context, "env" | "home">;

/** `undefined` where it is not on this machine yet. */
export function packageFolder(dependency: Dependency, where: CargoSurroundings): string | undefined {
  const { name, version, origin } = dependency;
  if (origin.folder !== undefined) return origin.folder;
  if (version === undefined || origin.address === undefined || !isFileName(`${name}-${version}`)) return undefined;
  const home = cargoHomeOf(where);
  return origin.kind === "git" ? checkedOut(home, name, origin.address) : unpacked(home, name, version, origin.address);
}

export function cargoHomeOf({ env, home }: CargoSurroundings): string {
  const own = env["CARGO_HOME"];
  return own && isAbsolute(own) ? own : join(home, ".cargo");
}

/** A lock file is untrusted text. */
function isFileName(text: string): boolean {
  return !/[\\/\0]/.test(text) && !text.startsWith(".");
}

/** Cargo names the folder of a registry after its host. A replaced source uses its replacement's name, so any will do. */
function unpacked(cargoHome: string, name: string, version: string, address: string): string | undefined {
  const sources = join(cargoHome, "registry", "src");
  const host = /^[a-z]+\+[a-z+]+:\/\/(?:[^/@]*@)?([^/:]*)/.exec(address)?.[1] ?? "";
  const hosts = host === "github.com" ? ["index.crates.io-", "github.com-"] : [`${host}-`];
  const rank = (folder: string) => (hosts.some((one) => folder.startsWith(one)) ? 0 : 1);
  const folders = [...namesIn(sources)].sort((a, b) => rank(a) - rank(b));
  return folders.map((folder) => join(sources, folder, `${name}-${version}`)).find((folder) => leadsToFile(join(folder, "Cargo.toml")));
}

/** `git/checkouts/<repository>-<hash>/<start of the commit>`; the package may be anywhere in it. */
function checkedOut(cargoHome: string, name: string, address: string): string | undefined {
  const [repository = "", commit = ""] = address.slice("git+".length).split("#");
  const last =
    repository
      .split("?")[0]
      ?.replace(/(?<!\/)\/+$/, "")
      .replace(/\.git$/, "")
      .split("/")
      .at(-1)
      ?.toLowerCase() ?? "";
  const checkouts = join(cargoHome, "git", "checkouts");
  for (const database of namesIn(checkouts)) {
    if (!database.toLowerCase().startsWith(`${last}-`)) continue;
    const checkout = namesIn(join(checkouts, database)).find((start) => start.length >= 4 && commit.startsWith(start));
    const found = checkout && packageIn(join(checkouts, database, checkout), name);
    if (found) return found;
  }
  return undefined;
}

/** Repositories can be large; Cargo itself searches all of it. */
const MOST_FOLDERS = 5_000;

function packageIn(checkout: string, name: string): string | undefined {
  const waiting = [checkout];
  for (let index = 0; index < waiting.length && index < MOST_FOLDERS; index++) {
    const folder = waiting[index] ?? checkout;
    if (isPackage(folder, name)) return folder;
    for (const entry of entriesIn(folder)) {
      if (entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "target") waiting.push(join(folder, entry.name));
    }
  }
  return undefined;
}
