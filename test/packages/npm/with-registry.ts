/** A machine whose npm takes packages from a registry on loopback. */

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { createFixture } from "fs-fixture";
import { expect } from "vitest";

import type { FetchSurroundings, WantedPackage } from "../../../src/packages/ecosystem.ts";
import { fetchPackage } from "../../../src/packages/npm/fetch.ts";
import { type LoopbackRegistry, type RegistryOptions, startRegistry } from "./loopback-registry.ts";

let isThere: boolean | undefined;

/** Asked once, because npm takes long to start. */
export function hasNpm(): boolean {
  return (isThere ??= asksNpm());
}

/** Says so on the test's output where it is missing. */
function asksNpm(): boolean {
  try {
    execFileSync("npm", ["--version"], { stdio: "ignore", shell: process.platform === "win32" });
    return true;
  } catch {
    console.warn("npm is not on PATH: tests with the real npm are skipped");
    return false;
  }
}

export interface Bench {
  readonly at: (path: string) => string;
  readonly registry: LoopbackRegistry;
  readonly where: FetchSurroundings;
  readonly fetch: (wanted: WantedPackage, more?: Partial<FetchSurroundings>) => ReturnType<typeof fetchPackage>;
}

/** Nothing temporary may stay. `more` is added to the user's `.npmrc`. */
export async function withRegistry(
  options: RegistryOptions & { readonly more?: string },
  use: (bench: Bench) => Promise<void>,
): Promise<void> {
  await using fixture = await createFixture({ project: {} });
  await using registry = await startRegistry(options);
  const at = (path: string) => fixture.getPath(path);
  const where = machine(fixture.path, `registry=${registry.address}\n${options.more ?? ""}`);
  await use({ at, registry, where, fetch: (wanted, more = {}) => fetchPackage(wanted, { ...where, ...more }) });
  mkdirSync(at("cache/packages"), { recursive: true });
  expect(readdirSync(at("cache/packages")).filter((name) => name !== "npm")).toEqual([]);
}

/** The registry has gone. */
export async function offline(): Promise<AsyncDisposable & { readonly where: FetchSurroundings }> {
  const fixture = await createFixture({});
  const registry = await startRegistry();
  await registry[Symbol.asyncDispose]();
  return { where: machine(fixture.path, `registry=${registry.address}\n`), [Symbol.asyncDispose]: () => fixture.rm() };
}

function machine(folder: string, npmrc: string): FetchSurroundings {
  const home = join(folder, "home");
  write(join(home, ".npmrc"), npmrc);
  return {
    env: { PATH: process.env["PATH"] ?? "", HOME: home, USERPROFILE: home },
    home,
    os: process.platform === "win32" ? "windows" : process.platform === "darwin" ? "macos" : "linux",
    cache: join(folder, "cache"),
    repository: join(folder, "project"),
  };
}

/** The same machine with a folder before all others on PATH. */
export function withFirst(folder: string, where: FetchSurroundings): FetchSurroundings {
  return { ...where, env: { ...where.env, PATH: folder + delimiter + (where.env["PATH"] ?? "") } };
}

export function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}
