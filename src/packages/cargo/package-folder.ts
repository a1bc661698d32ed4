/** Where packages are: in Cargo's own folder, in a checkout, or vendored. Read when needed, because Cargo may fetch or remove them any time. */

import { isAbsolute, join } from "node:path";

import type { Context } from "../../context.ts";
import { readTextFileWithin } from "../../files/text-file.ts";
import type { Bounds } from "../../host/bounds.ts";
import { exists } from "../../host/files.ts";
import { entriesIn, isFolder, leadsToFile, namesIn, pathsIn } from "../../host/paths.ts";
import { compareVersionTexts, parseVersion } from "../../model/semantic-version.ts";
import type { Dependency, FetchedCopies, UnpackedPackage } from "../ecosystem.ts";
import { readUserConfig } from "./config.ts";
import { readPackageManifest } from "./package-manifest.ts";

export type CargoSurroundings = Pick<Context, "env" | "home">;

/** `undefined` where it is not on this machine yet. */
export function packageFolder(dependency: Dependency, where: CargoSurroundings): string | undefined {
  const { name, version, origin } = dependency;
  if (origin.folder !== undefined) return origin.folder;
  // A lock file is untrusted text.
  if (version === undefined || origin.address === undefined || /[\\/\0]|^\./.test(`${name}-${version}`)) return undefined;
  const home = cargoHomeOf(where);
  return origin.kind === "git" ? checkedOut(home, name, origin.address) : unpacked(home, name, version, origin.address);
}

export function cargoHomeOf({ env, home }: CargoSurroundings): string {
  const own = env["CARGO_HOME"];
  return own && isAbsolute(own) ? own : join(home, ".cargo");
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
  const [plain = ""] = repository.split("?");
  const path = plain.replace(/(?<!\/)\/+$/, "").replace(/\.git$/, "");
  const last = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const checkouts = join(cargoHome, "git", "checkouts");
  for (const database of namesIn(checkouts)) {
    if (!database.toLowerCase().startsWith(`${last}-`)) continue;
    const checkout = namesIn(join(checkouts, database)).find((start) => start.length >= 4 && commit.startsWith(start));
    const found = checkout && packageIn(join(checkouts, database, checkout), name);
    if (found) return found;
  }
  return undefined;
}

/** Cargo itself searches the whole repository, which can be large. */
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

/** A vendored package may be in a folder of any name. `bounds` do not apply to a `vendor` outside them, which the user's configuration names. */
export function vendoredPackage(vendor: string, name: string, version: string, bounds?: Bounds): string | undefined {
  const within = bounds?.leadsOut(vendor) === undefined ? bounds : undefined;
  const usual = [join(vendor, name), join(vendor, `${name}-${version}`)];
  const isMeant = (folder: string) => isPackage(folder, name, version, within);
  return usual.find(isMeant) ?? pathsIn(vendor).slice(0, MOST_VENDORED).find(isMeant);
}

function isPackage(folder: string, name: string, version?: string, within?: Bounds): boolean {
  const file = join(folder, "Cargo.toml");
  const read = readTextFileWithin(file, within);
  if (read.kind === "text" && version !== undefined && isWrittenAs(read.text, name, version)) return true;
  const own = read.kind === "text" ? readPackageManifest(file, folder, read.text).manifest?.package : undefined;
  return own?.name === name && (version === undefined || own.version === version || own.inheritsVersion);
}

/** Whether it is a manifest as Cargo publishes it, with this name and version: then it need not be parsed. */
function isWrittenAs(text: string, name: string, version: string): boolean {
  const start = text.startsWith("[package]\n") ? 0 : text.indexOf("\n[package]\n") + 1;
  const table = text.slice(start, text.indexOf("\n[", start + 1) + 1);
  return (
    table.startsWith("[package]") &&
    !/"""|'''/.test(table) &&
    table.includes(`\nname = "${name}"\n`) &&
    table.includes(`\nversion = "${version}"\n`)
  );
}

const MOST_VENDORED = 2_000;

/** All versions under a name, in either spelling of it; the newest first. */
export function unpackedPackages(wanted: string, where: CargoSurroundings): readonly UnpackedPackage[] {
  const sources = join(cargoHomeOf(where), "registry", "src");
  const found = namesIn(sources).flatMap((registry) =>
    namesIn(join(sources, registry)).flatMap((entry): UnpackedPackage[] => {
      const [name, version] = [entry.slice(0, wanted.length), entry.slice(wanted.length + 1)];
      const folder = join(sources, registry, entry);
      const isNamed = name.replaceAll("-", "_") === wanted.replaceAll("-", "_");
      const isMeant = isNamed && entry[wanted.length] === "-" && parseVersion(version) !== undefined;
      return isMeant && exists(join(folder, "Cargo.toml")) ? [{ name, version, folder }] : [];
    }),
  );
  return found.sort((a, b) => compareVersionTexts(b.version, a.version));
}

/** Cargo names the folder of a registry after its host and a hash of its address. On GitHub every account can have a registry. */
const OF_CRATES_IO = /^(?:index\.crates\.io-[0-9a-f]{16}|github\.com-1ecc6299db9ec823)$/;
const HOST = /:\/\/(?:[^/@]*@)?([^/:]+)/;

export function fetchedCopies(name: string, version: string, where: CargoSurroundings): FetchedCopies {
  const cargoHome = cargoHomeOf(where);
  const registries = join(cargoHome, "registry", "src");
  const { sources, registries: named } = readUserConfig(cargoHome);
  const addresses = [...named.values(), ...[...sources.values()].flatMap(({ address }) => address ?? [])];
  const hosts = addresses.flatMap((address) => HOST.exec(address)?.[1] ?? []).filter((host) => host !== "github.com");
  const isUsers = (folder: string) => OF_CRATES_IO.test(folder) || hosts.some((host) => folder.startsWith(`${host}-`));
  const within = namesIn(registries).filter(isUsers);
  return {
    folders: within.map((registry) => join(registries, registry, `${name}-${version}`)).filter(isFolder),
    within: [registries, ...within.map((registry) => join(registries, registry))],
    beside: [".cargo-ok", ".cargo-checksum.json", ".gitignore", ".gitattributes"],
  };
}
