/** Crates that Cargo unpacked from crates.io, or from a registry in the user's own configuration: a workspace's configuration may name others. */

import { join } from "node:path";

import { namesIn } from "../../platform/folder-entries.ts";
import { isFolder } from "../../platform/is-folder.ts";
import type { FetchedCopies } from "../ecosystem.ts";
import { readUserConfig } from "./cargo-config.ts";
import { cargoHomeOf, type CargoSurroundings } from "./package-folder.ts";

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
