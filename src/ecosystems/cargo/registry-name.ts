/** Crate names in the index that Cargo itself uses. */

import type { Environment } from "../../context.ts";
import type { NameRegistry } from "../registry-names.ts";

/** The parts of Cargo's `[source]` tables that name a replacement of crates.io. */
export interface CargoSource {
  /** In the lock file's form, `sparse+https://…` or `registry+https://…`. */
  readonly address?: string;
  readonly replaceWith?: string;
}

const CRATES_IO = "https://index.crates.io/";

/** `SYMPOSIUM_CRATES_INDEX`, else Cargo's own replacement of crates.io; `undefined` where that is not an index on the web. */
export function crateRegistry(env: Environment, sources: ReadonlyMap<string, CargoSource>): NameRegistry | undefined {
  const own = env["SYMPOSIUM_CRATES_INDEX"];
  const base = own === undefined || own === "" ? replaced(sources) : own;
  if (base === undefined || !/^https?:/i.test(base)) return undefined;
  const start = base.endsWith("/") ? base : `${base}/`;
  const title = base === CRATES_IO ? "crates.io" : new URL(start).host;
  return { ecosystem: "cargo", title, addressesOf: (name) => spellings(name).map((each) => start + indexPath(each)) };
}

function replaced(sources: ReadonlyMap<string, CargoSource>): string | undefined {
  const seen = new Set<string>();
  let name = "crates-io";
  for (let next = sources.get(name)?.replaceWith; next !== undefined && !seen.has(next); next = sources.get(name)?.replaceWith) {
    seen.add(next);
    name = next;
  }
  if (name === "crates-io") return CRATES_IO;
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
