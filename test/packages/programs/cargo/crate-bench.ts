/** A user whose Cargo takes crates from a registry on loopback, and an order for one of them. */

import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";

import { placesOf } from "../../../../src/host/places.ts";
import { acquirer } from "../../../../src/packages/programs/cargo/acquire.ts";
import { source, type WantedCrate } from "../../../../src/packages/programs/cargo/index.ts";
import type { AcquireServices, SourceEntry } from "../../../../src/packages/programs/program-source.ts";
import { crateFile } from "../../cargo/crate-file.ts";
import { crates, type LoopbackRegistry, packed, startRegistry } from "../../cargo/loopback-registry.ts";
import { environment } from "../../cargo/real-cargo.ts";
import { type TemporaryHome, temporaryHome } from "../../../support/temporary-home.ts";

export interface CrateBench extends TemporaryHome {
  readonly registry: LoopbackRegistry;
  readonly services: AcquireServices;
  readonly lines: string[];
  /** Into a new folder. */
  readonly acquire: (wanted: WantedCrate, more?: AcquireMore) => ReturnType<typeof acquirer.acquire>;
  readonly newest: (wanted: WantedCrate, more?: Partial<AcquireServices>) => ReturnType<NonNullable<typeof acquirer.newest>>;
  /** The folder of the last order. */
  readonly into: () => string;
}

export interface AcquireMore extends Partial<AcquireServices> {
  readonly version?: string;
  readonly executable?: string;
}

export const print = (text: string) => `fn main() { println!("${text}"); }\n`;

const manifestOf = (name: string, version: string) => `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\n`;

/** A crate with these files, or with programs that print a text each. */
export function crateOf(
  name: string,
  version: string,
  files: Readonly<Record<string, string>> = { "src/main.rs": print(`${name} ${version}`) },
  dependencies: Readonly<Record<string, string>> = {},
) {
  const all = { "Cargo.toml": manifestOf(name, version), ...files };
  const bytes = crateFile(Object.fromEntries(Object.entries(all).map(([path, text]) => [`${name}-${version}/${path}`, text])));
  return packed(name, version, bytes, dependencies);
}

const checksum = crates.find(({ name, version }) => name === "leaf" && version === "1.0.0")?.checksum;
const LEAF = `source = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${checksum}"\n`;

export const CRATES = [
  crateOf("single", "1.0.0"),
  crateOf("single", "1.2.0"),
  crateOf("single", "2.0.0"),
  crateOf("single", "3.0.0-rc.1"),
  crateOf("several", "1.0.0", { "src/bin/first.rs": print("first"), "src/bin/second.rs": print("second") }),
  crateOf("library", "1.0.0", { "src/lib.rs": "" }),
  crateOf("broken", "1.0.0", { "src/main.rs": "fn main() { this_is_not_there(); }\n" }),
  crateOf("slow", "1.0.0", {
    "src/main.rs": print("slow"),
    "build.rs": `fn main() {
  std::fs::write(std::env::var("HOME").unwrap() + "/build-pid", std::process::id().to_string()).unwrap();
  std::thread::sleep(std::time::Duration::from_secs(600));
}
`,
  }),
  crateOf(
    "locked",
    "1.0.0",
    {
      "Cargo.toml": `${manifestOf("locked", "1.0.0")}[dependencies]\nleaf = "^1"\n`,
      "Cargo.lock": `version = 3\n\n[[package]]\nname = "leaf"\nversion = "1.0.0"\n${LEAF}\n[[package]]\nname = "locked"\nversion = "1.0.0"\ndependencies = ["leaf"]\n`,
      "src/main.rs": print("locked"),
    },
    { leaf: "^1" },
  ),
];

export async function crateBench(): Promise<CrateBench> {
  const registry = await startRegistry({ more: CRATES });
  const there = await temporaryHome({ env: (home) => environment(home, join(home, ".cargo")) });
  there.write(
    "home/.cargo/config.toml",
    `[source.crates-io]\nreplace-with = "loopback"\n\n[source.loopback]\nregistry = "${registry.address}"\n`,
  );
  const lines: string[] = [];
  const services: AcquireServices = {
    context: there.context,
    places: placesOf(there.context),
    repository: there.project,
    platform: "linux-x64",
    onProgress: (progress) => void ("line" in progress && lines.push(progress.line)),
  };
  let into = "";
  const acquire: CrateBench["acquire"] = (wanted, { version, executable, ...more } = {}) => {
    const top = join(there.places.cache, "binaries");
    mkdirSync(top, { recursive: true });
    into = mkdtempSync(join(top, "into-"));
    const exact = version ?? source.identify(wanted, "linux-x64")?.version;
    const order = {
      wanted,
      into,
      place: `${into}-place`,
      ...(exact === undefined ? {} : { version: exact }),
      ...(executable === undefined ? {} : { executable }),
    };
    return acquirer.acquire(order, { ...services, ...more });
  };
  return {
    ...there,
    registry,
    services,
    lines,
    acquire,
    newest: (wanted, more = {}) => acquirer.newest!(wanted, { ...services, ...more }),
    into: () => into,
    [Symbol.asyncDispose]: async () => {
      await registry[Symbol.asyncDispose]();
      await there[Symbol.asyncDispose]();
    },
  };
}

/** From the table of a manifest; fails where that is not valid. */
export function wantedCrate(entry: SourceEntry): WantedCrate {
  const wanted = source.read(entry);
  if (typeof wanted === "string") throw new Error(wanted);
  return wanted;
}
