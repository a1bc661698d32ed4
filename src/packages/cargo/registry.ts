/** The registry that the user's own configuration names, for names and for packages. Nothing in a workspace decides (PL-32). */

import type { Context } from "../../context.ts";
import type { NameRegistry } from "../registry-names.ts";
import { CRATES_IO, readUserConfig, replacementOf, type Sources } from "./config.ts";
import { cargoHomeOf } from "./package-folder.ts";

const CRATES_IO_INDEX = "https://index.crates.io/";

/** `SYMPOSIUM_CRATES_INDEX`, else Cargo's own replacement of crates.io; `undefined` where that is not an index on the web. */
export function nameRegistry(where: Pick<Context, "env" | "home">): NameRegistry | undefined {
  return crateRegistry(where.env, readUserConfig(cargoHomeOf(where)).sources);
}

export function crateRegistry(env: Context["env"], sources: Sources): NameRegistry | undefined {
  const base = env["SYMPOSIUM_CRATES_INDEX"] || replaced(sources);
  if (base === undefined || !/^https?:/i.test(base)) return undefined;
  const start = base.endsWith("/") ? base : `${base}/`;
  const title = base === CRATES_IO_INDEX ? "crates.io" : new URL(start).host;
  return { ecosystem: "cargo", title, addressesOf: (name) => spellings(name).map((each) => start + indexPath(each)) };
}

function replaced(sources: Sources): string | undefined {
  const name = replacementOf("crates-io", sources);
  if (name === "crates-io") return CRATES_IO_INDEX;
  return /^sparse\+(.*)$/.exec(sources.get(name)?.address ?? "")?.[1];
}

/** The index has one spelling of each crate, while `-` and `_` are equal to users. */
export function spellings(name: string): readonly string[] {
  return [...new Set([name, name.replaceAll("_", "-"), name.replaceAll("-", "_")])];
}

/** `a`, `ab`, `abc` and `abcd` are at `1/a`, `2/ab`, `3/a/abc` and `ab/cd/abcd`. */
export function indexPath(name: string): string {
  const lower = name.toLowerCase();
  if (lower.length <= 2) return `${lower.length}/${lower}`;
  if (lower.length === 3) return `3/${lower[0]}/${lower}`;
  return `${lower.slice(0, 2)}/${lower.slice(2, 4)}/${lower}`;
}

/** The registry that a package is requested from. Only the configuration in Cargo's own folder decides, nothing in a workspace (PL-32). */
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
function cratesIo(sources: Sources, registries: ReadonlyMap<string, string>): UserRegistry | { readonly problem: string } {
  const name = replacementOf("crates-io", sources);
  if (name === "crates-io") return { args: ["--registry", "crates-io"], title: "crates.io" };
  if (registries.has(name)) return { args: ["--registry", name], title: name };
  const [, index] = /^(?:registry\+)?((?:sparse\+)?https?:.*)$/.exec(sources.get(name)?.address ?? "") ?? [];
  if (index !== undefined) return { args: ["--index", index], title: name };
  return { problem: `the user's Cargo configuration replaces crates.io with ${name}, which is not a registry on the web` };
}
