import { expect, test } from "vitest";

import { ecosystem as cargo } from "../../src/packages/cargo/index.ts";
import { choosePackage } from "../../src/packages/choose-package.ts";
import type { Dependency } from "../../src/packages/ecosystem.ts";

const registry = (name: string, version: string): Dependency => ({ ecosystem: "cargo", name, version, origin: { kind: "registry" } });
const dependencies: readonly Dependency[] = [
  registry("serde", "1.0.200"),
  registry("async-trait", "0.1.80"),
  registry("rand", "0.7.3"),
  registry("rand", "0.10.1"),
  registry("rand", "0.8.5"),
  { ecosystem: "cargo", name: "my-lib", version: "0.3.0", origin: { kind: "path", folder: "/project/my-lib" } },
  { ecosystem: "cargo", name: "unlocked", origin: { kind: "registry" } },
  { ecosystem: "cargo", name: "internal", origin: { kind: "registry", address: "registry:private" } },
  { ecosystem: "other", name: "foreign", version: "1.0.0", origin: { kind: "registry" } },
];

const folder = { kind: "folder", folder: "/project/my-lib", dependency: { name: "my-lib" } };

test.each([
  { covers: "J56", title: "a path dependency is its folder", wanted: { name: "my-lib" }, chosen: folder },
  { covers: "J57", title: "in another spelling too", wanted: { name: "my_lib" }, chosen: folder },
  {
    covers: "J58",
    title: "a version that is asked for wins",
    wanted: { name: "serde", requirement: "^0.9" },
    chosen: { name: "serde", requirement: "^0.9" },
  },
  {
    covers: "J59",
    title: "the workspace's version is taken",
    wanted: { name: "serde" },
    chosen: { name: "serde", requirement: "=1.0.200" },
  },
  {
    covers: "J60",
    title: "in another spelling too",
    wanted: { name: "async_trait" },
    chosen: { name: "async-trait", requirement: "=0.1.80" },
  },
  {
    covers: "J61",
    title: "an unknown package may have any version",
    wanted: { name: "nothing" },
    chosen: { name: "nothing", requirement: "*" },
  },
  {
    covers: "J62",
    title: "a version skips the folder",
    wanted: { name: "my-lib", requirement: "0.2" },
    chosen: { kind: "version", requirement: "0.2" },
  },
  { covers: "PL-11", title: "of several versions the newest", wanted: { name: "rand" }, chosen: { requirement: "=0.10.1" } },
  { covers: "PL-11", title: "any where no lock file says it", wanted: { name: "unlocked" }, chosen: { requirement: "*" } },
  {
    covers: "PL-32",
    title: "any of its own registry",
    wanted: { name: "internal" },
    chosen: { requirement: "*", origin: { kind: "registry", address: "registry:private" } },
  },
  {
    covers: "PL-32",
    title: "a version of its own registry",
    wanted: { name: "internal", requirement: "^1" },
    chosen: { requirement: "^1", origin: { kind: "registry", address: "registry:private" } },
  },
  { covers: "PL-11", title: "another ecosystem's is not it", wanted: { name: "foreign" }, chosen: { requirement: "*" } },
])("$covers $title", ({ wanted, chosen }) => {
  expect(choosePackage({ dependencies }, cargo, wanted)).toMatchObject(chosen);
});
