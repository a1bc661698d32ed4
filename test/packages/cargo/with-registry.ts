/** A machine whose Cargo takes crates from a registry on loopback. */

import { existsSync, mkdirSync, readdirSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect } from "vitest";

import { fetchPackage } from "../../../src/packages/cargo/fetch.ts";
import type { FetchSurroundings, WantedPackage } from "../../../src/packages/ecosystem.ts";
import { type RegistryOptions, startRegistry } from "./loopback-registry.ts";
import { environment, write } from "./real-cargo.ts";

export interface Bench {
  readonly at: (path: string) => string;
  readonly asked: readonly string[];
  /** Its address in a lock file. */
  readonly registry: string;
  readonly where: FetchSurroundings;
  readonly fetch: (wanted: WantedPackage, more?: Partial<FetchSurroundings>) => ReturnType<typeof fetchPackage>;
}

/** The user's configuration also has the registry under a name of its own. */
export async function withRegistry(options: RegistryOptions, use: (bench: Bench) => Promise<void>): Promise<void> {
  await using fixture = await createFixture({});
  await using registry = await startRegistry(options);
  const at = (path: string) => fixture.getPath(path);
  const where = machine(fixture.path, registry.address);
  mkdirSync(at("project"));
  await use({
    at,
    asked: registry.asked,
    registry: registry.address,
    where,
    fetch: (wanted, more = {}) => fetchPackage(wanted, { ...where, ...more }),
  });
  expect(existsSync(at("cache/packages")) ? readdirSync(at("cache/packages")) : []).toEqual([]);
}

/** The registry has gone. */
export async function offline(): Promise<AsyncDisposable & { readonly where: FetchSurroundings }> {
  const fixture = await createFixture({});
  const registry = await startRegistry();
  await registry[Symbol.asyncDispose]();
  return { where: machine(fixture.path, registry.address), [Symbol.asyncDispose]: () => fixture.rm() };
}

function machine(folder: string, address: string): FetchSurroundings {
  const cargoHome = `${folder}/cargo-home`;
  const replaced = `[source.crates-io]\nreplace-with = "loopback"\n\n[source.loopback]\nregistry = "${address}"\n`;
  write(`${cargoHome}/config.toml`, `${replaced}\n[registries.private]\nindex = "${address}"\n`);
  return { env: environment(folder, cargoHome), home: folder, os: "linux", cache: `${folder}/cache`, repository: `${folder}/project` };
}
