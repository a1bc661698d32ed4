import { expect, test } from "vitest";

import { readBunLock, readPackageLock } from "../../../src/packages/npm/json-locks.ts";
import type { Asked } from "../../../src/packages/npm/lock.ts";
import { find } from "./find-locked.ts";
import { json } from "./surroundings.ts";

const BUN = `{
  "lockfileVersion": 1,
  "workspaces": {
    "": { "name": "top", "dependencies": { "leaf": "^1", "alias": "npm:real@1", "repository": "github:user/repository", }, },
    "packages/b": { "name": "@own/b", "dependencies": { "leaf": "^2", }, },
  },
  "packages": {
    "@own/b": ["@own/b@workspace:packages/b"],
    "@own/b/leaf": ["leaf@2.0.0", "", {}, "sha512-two=="],
    "alias": ["real@1.2.3", "https://registry.example/real.tgz", { "dependencies": { "x": "a, ]" } }, "sha512-real=="],
    "archive": ["archive@./archive.tgz", {}, "sha512-archive=="],
    "folder": ["folder@file:vendor/folder", {}],
    "leaf": ["leaf@1.0.0", "", {}, "sha512-one=="],
    "repository": ["repository@github:user/repository#0123abc", {}, "user-repository-0123abc"],
  }
}
`;

test.each<[key: string, at: Partial<Asked>, found: unknown]>([
  ["leaf", {}, { name: "leaf", version: "1.0.0", kind: "registry", checksum: "sha512-one==" }],
  ["leaf", { place: "packages/b", member: "@own/b" }, { name: "leaf", version: "2.0.0", kind: "registry", checksum: "sha512-two==" }],
  [
    "alias",
    {},
    { name: "real", version: "1.2.3", kind: "registry", address: "https://registry.example/real.tgz", checksum: "sha512-real==" },
  ],
  ["archive", {}, { name: "archive", kind: "path", address: "./archive.tgz", checksum: "sha512-archive==" }],
  ["folder", {}, { name: "folder", kind: "path", folder: "vendor/folder" }],
  ["@own/b", {}, { name: "@own/b", kind: "path", folder: "packages/b" }],
  ["repository", {}, { name: "repository", kind: "git", address: "github:user/repository#0123abc" }],
  ["constructor", {}, undefined],
])("PL-12 Bun: %s %#", (key, at, found) => {
  expect(find(readBunLock(BUN), { key, ...at })).toEqual(found);
});

const FIRST = json({
  lockfileVersion: 1,
  dependencies: {
    alias: { version: "npm:real@1.2.3", resolved: "https://registry.example/real.tgz", integrity: "sha512-real==" },
    folder: { version: "file:vendor/folder" },
    leaf: { version: "1.0.0", integrity: "sha512-one==" },
    repository: { version: "git+ssh://git@git.example/x.git#0123abc", from: "repository@git+ssh://git@git.example/x.git" },
  },
});

test.each<[key: string, found: unknown]>([
  ["alias", { name: "real", version: "1.2.3", kind: "registry", address: "https://registry.example/real.tgz", checksum: "sha512-real==" }],
  ["folder", { name: "folder", kind: "path", folder: "vendor/folder" }],
  ["leaf", { name: "leaf", version: "1.0.0", kind: "registry", checksum: "sha512-one==" }],
  ["repository", { name: "repository", kind: "git", address: "git+ssh://git@git.example/x.git#0123abc" }],
  ["toString", undefined],
])("PL-12 npm, format 1: %s", (key, found) => {
  expect(find(readPackageLock(FIRST), { key })).toEqual(found);
});

const NESTED = json({
  lockfileVersion: 3,
  packages: {
    "": { dependencies: { leaf: "^1" } },
    "node_modules/leaf": { version: "1.0.0" },
    "packages/a/node_modules/leaf": { version: "2.0.0" },
    "packages/a": { dependencies: { leaf: "^2" } },
    "node_modules/git": { version: "1.0.0", resolved: "git+ssh://git@git.example/x.git#0123abc" },
    "node_modules/__proto__": { version: "6.6.6" },
  },
});

test.each<[key: string, place: string, version: string | undefined]>([
  ["leaf", "", "1.0.0"],
  ["leaf", "packages/a", "2.0.0"],
  ["leaf", "packages/a/inner", "2.0.0"],
  ["leaf", "packages/b", "1.0.0"],
  ["git", "", "1.0.0"],
  ["__proto__", "", "6.6.6"],
  ["constructor", "", undefined],
])("PL-12 npm: %s of %j is in the nearest folder", (key, place, version) => {
  expect(find(readPackageLock(NESTED), { key, place })?.version).toBe(version);
});
