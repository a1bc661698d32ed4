/** The registry that a package is requested from. Only the configuration in Cargo's own folder decides, nothing in a workspace (PL-32). */

import { type CargoConfig, CRATES_IO, readUserConfig } from "./cargo-config.ts";

export interface UserRegistry {
  /** For `cargo info` and `cargo search`. */
  readonly args: readonly string[];
  readonly title: string;
  /** For a dependency in a manifest; absent for crates.io, whose replacement Cargo uses itself. */
  readonly name?: string;
}

/** `address` is the lock file's, or `registry:` and a name; without one it is crates.io, or its replacement. */
export function userRegistry(cargoHome: string, address?: string): UserRegistry | { readonly problem: string } {
  const { sources, registries } = readUserConfig(cargoHome);
  if (address === undefined || CRATES_IO.has(address)) return cratesIo(sources, registries);
  const [name] = [...registries].find(([each, index]) => index === address || address === `registry:${each}`) ?? [];
  if (name !== undefined) return { args: ["--registry", name], title: name, name };
  return { problem: `it comes from ${address}, which is not in the user's Cargo configuration` };
}

/** Cargo refuses to ask crates.io itself where it is replaced. */
function cratesIo(sources: CargoConfig["sources"], registries: ReadonlyMap<string, string>): UserRegistry | { readonly problem: string } {
  const seen = new Set(["crates-io"]);
  let name = "crates-io";
  for (let next = sources.get(name)?.replaceWith; next !== undefined && !seen.has(next); next = sources.get(name)?.replaceWith) {
    seen.add(next);
    name = next;
  }
  if (name === "crates-io") return { args: ["--registry", "crates-io"], title: "crates.io" };
  if (registries.has(name)) return { args: ["--registry", name], title: name };
  const [, index] = /^(?:registry\+)?((?:sparse\+)?https?:.*)$/.exec(sources.get(name)?.address ?? "") ?? [];
  if (index !== undefined) return { args: ["--index", index], title: name };
  return { problem: `the user's Cargo configuration replaces crates.io with ${name}, which is not a registry on the web` };
}
