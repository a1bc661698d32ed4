import { expect, test } from "vitest";

import { readPnpmLock } from "../../../src/packages/npm/pnpm-lock.ts";
import { find } from "./find-locked.ts";

const V9 = `---
lockfileVersion: '9.0'
importers:
  .:
    configDependencies: {}
packages: {}
---
lockfileVersion: '9.0'

settings:
  autoInstallPeers: true

importers:

  .:
    dependencies:
      '@scope/a':
        specifier: ^1
        version: 1.0.0(peer@2.0.0(other@1.0.0))
      alias:
        specifier: npm:@real/name@^1
        version: '@real/name@1.2.3(peer@2.0.0)'
      constructor:
        specifier: '1'
        version: 1.0.0
      injected:
        specifier: workspace:*
        version: file:packages/injected(peer@2.0.0)
      repository:
        specifier: github:user/repository
        version: https://codeload.example/user/repository/tar.gz/0123abc
      tagged:
        specifier: git+ssh://git@git.example/x.git#v1
        version: git+ssh://git@git.example/x.git#0123abc
    dependenciesMeta:
      injected:
        injected: true

  packages/b:
    devDependencies:
      beside:
        specifier: link:../../beside
        version: link:../../beside

  packages/empty: {}

packages:

  '@real/name@1.2.3':
    resolution: {integrity: sha512-real==}
    peerDependencies:
      peer: '2'

  '@scope/a@1.0.0':
    resolution: {integrity: sha512-a==, tarball: https://registry.example/a.tgz}
    engines: {node: '>=18'}

  ? 'constructor@1.0.0'
  : resolution: {integrity: sha512-long==}

  repository@https://codeload.example/user/repository/tar.gz/0123abc:
    resolution: {tarball: https://codeload.example/user/repository/tar.gz/0123abc}
    version: 3.0.0

snapshots:

  '@scope/a@1.0.0(peer@2.0.0)': {}
`;

test.each<[key: string, place: string, found: unknown]>([
  [
    "@scope/a",
    "",
    { name: "@scope/a", version: "1.0.0", kind: "registry", checksum: "sha512-a==", address: "https://registry.example/a.tgz" },
  ],
  ["alias", "", { name: "@real/name", version: "1.2.3", kind: "registry", checksum: "sha512-real==" }],
  ["constructor", "", { name: "constructor", version: "1.0.0", kind: "registry", checksum: "sha512-long==" }],
  ["injected", "", { name: "injected", kind: "path", folder: "packages/injected" }],
  [
    "repository",
    "",
    { name: "repository", version: "3.0.0", kind: "git", address: "https://codeload.example/user/repository/tar.gz/0123abc" },
  ],
  ["tagged", "", { name: "tagged", kind: "git", address: "git+ssh://git@git.example/x.git#0123abc" }],
  ["beside", "packages/b", { name: "beside", kind: "path", folder: "beside" }],
  ["__proto__", "packages/b", undefined],
  ["toString", "packages/none", undefined],
])("PL-12 pnpm, format 9: %s of %j", (key, place, found) => {
  expect(find(readPnpmLock(V9), { key, place })).toEqual(found);
});

test("PL-12 pnpm, format 9, with the line ends of Windows", () => {
  expect(find(readPnpmLock(V9.replaceAll("\n", "\r\n")), { key: "alias" })).toMatchObject({ name: "@real/name", version: "1.2.3" });
});

const V6 = `lockfileVersion: '6.0'

dependencies:
  '@scope/a':
    specifier: ^1
    version: 1.0.0(peer@2.0.0)
  alias:
    specifier: npm:real@^1
    version: /real@1.2.3(peer@2.0.0)
  repository:
    specifier: github:user/repository
    version: github.example/user/repository/0123abc

packages:

  /@scope/a@1.0.0(peer@2.0.0):
    resolution: {integrity: sha512-a==}
    dev: false

  /real@1.2.3(peer@2.0.0):
    resolution: {integrity: sha512-real==}

  github.example/user/repository/0123abc:
    resolution: {tarball: https://codeload.example/x}
    name: own-name
    version: 3.0.0
`;

const V5 = `lockfileVersion: 5.4

specifiers:
  '@scope/a': ^1
  alias: npm:real@^1
  plain: '1'

dependencies:
  '@scope/a': 1.0.0_peer@2.0.0
  alias: /real/1.2.3_peer@2.0.0
  plain: 1.5.0

packages:

  /@scope/a/1.0.0_peer@2.0.0:
    resolution: {integrity: sha512-a==}

  /plain/1.5.0:
    resolution:
      integrity: sha512-plain==

  /real/1.2.3_peer@2.0.0:
    resolution: {integrity: sha512-real==}
`;

test.each<[format: string, text: string, key: string, found: unknown]>([
  ["6", V6, "@scope/a", { name: "@scope/a", version: "1.0.0", kind: "registry", checksum: "sha512-a==" }],
  ["6", V6, "alias", { name: "real", version: "1.2.3", kind: "registry", checksum: "sha512-real==" }],
  ["6", V6, "repository", { name: "own-name", version: "3.0.0", kind: "git", address: "github.example/user/repository/0123abc" }],
  ["5", V5, "@scope/a", { name: "@scope/a", version: "1.0.0", kind: "registry", checksum: "sha512-a==" }],
  ["5", V5, "alias", { name: "real", version: "1.2.3", kind: "registry", checksum: "sha512-real==" }],
  ["5", V5, "plain", { name: "plain", version: "1.5.0", kind: "registry", checksum: "sha512-plain==" }],
])("PL-12 pnpm, format %s: %#", (_, text, key, found) => {
  expect(find(readPnpmLock(text), { key })).toEqual(found);
});
