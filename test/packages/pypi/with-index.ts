/** A machine with the real pip, whose user has an index on loopback. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect } from "vitest";

import type { FetchSurroundings, WantedPackage } from "../../../src/packages/ecosystem.ts";
import { fetchPackage } from "../../../src/packages/pypi/fetch.ts";
import { write } from "./environments.ts";
import { type IndexOptions, type LoopbackIndex, startIndex } from "./loopback-index.ts";

let isThere: boolean | undefined;

/** Asked once, because pip takes long to start. */
export function hasPip(): boolean {
  return (isThere ??= spawnSync("python3", ["-I", "-m", "pip", "--version"], { stdio: "ignore" }).status === 0);
}

export interface Bench {
  readonly at: (path: string) => string;
  readonly index: LoopbackIndex;
  readonly where: FetchSurroundings;
  readonly fetch: (wanted: Partial<WantedPackage>, more?: Partial<FetchSurroundings>) => ReturnType<typeof fetchPackage>;
  /** Files of unpacked wheels, below the cache's folder for them. */
  readonly unpacked: () => readonly string[];
}

export const NAMED_IN = "/project/pyproject.toml";

/** `login` goes into the address of the user's configuration. */
export async function withIndex(options: IndexOptions & { readonly login?: string }, use: (bench: Bench) => Promise<void>): Promise<void> {
  await using fixture = await createFixture({ home: {}, project: {} });
  await using index = await startIndex(options);
  const at = (path: string) => fixture.getPath(path);
  const { login = "" } = options;
  write(at("home"), { ".config/pip/pip.conf": `[global]\nindex-url = http://${login}${index.host}/simple/\nrequire-virtualenv = true\n` });
  const where: FetchSurroundings = {
    env: { PATH: process.env["PATH"] ?? "", HOME: at("home") },
    home: at("home"),
    os: "linux",
    cache: at("cache"),
    repository: at("project"),
  };
  const unpacked = () =>
    existsSync(at("cache/packages/pypi")) ? readdirSync(at("cache/packages/pypi"), { recursive: true, encoding: "utf8" }) : [];
  mkdirSync(at("cache"));
  await use({
    at,
    index,
    where,
    unpacked,
    fetch: (wanted, more) => fetchPackage({ name: "widget", namedIn: NAMED_IN, ...wanted }, { ...where, ...more }),
  });
  const left = existsSync(at("cache/packages")) ? readdirSync(at("cache/packages")) : [];
  expect(left.filter((name) => name !== "pypi")).toEqual([]);
}
