import { existsSync, readFileSync, writeFileSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import type { Stamped } from "../../../src/host/reading-budget.ts";
import type { Dependency, FetchSurroundings } from "../../../src/packages/ecosystem.ts";
import { packageFolder } from "../../../src/packages/npm/package-folder.ts";
import { pnpAddress } from "../../../src/packages/npm/pnp.ts";
import { unpackArchived } from "../../../src/packages/npm/unpack-archived.ts";
import { packageZip, pnpProgram, zipChecksum } from "./pnp-project.ts";

const ZIPS: Readonly<Record<string, Buffer>> = {
  plain: packageZip("plain", "1.0.0", [{ name: "node_modules/plain/lib/skills.js", body: "" }]),
  skilled: packageZip("skilled", "1.0.0", [{ name: "node_modules/skilled/skills/one/SKILL.md", body: "---\n" }]),
  hooked: packageZip("hooked", "1.0.0", [{ name: "node_modules/hooked/SYMPOSIUM.toml", body: "" }]),
  spoken: packageZip("spoken", "1.0.0", [{ name: "node_modules/spoken/notes.txt", body: "x" }]),
  broken: Buffer.from("not a zip file"),
};

async function project() {
  const places = Object.keys(ZIPS).map((name) => [name, "npm:1.0.0", `./.yarn/cache/${name}.zip/node_modules/${name}/`] as const);
  const zips = Object.fromEntries(Object.entries(ZIPS).map(([name, bytes]) => [`.yarn/cache/${name}.zip`, bytes]));
  const fixture = await createFixture({ home: {}, project: { ".pnp.cjs": pnpProgram(places), ...zips } });
  const root = fixture.getPath("project");
  const where: FetchSurroundings = {
    env: { PATH: "" },
    home: fixture.getPath("home"),
    os: "linux",
    cache: fixture.getPath("cache"),
    repository: root,
  };
  const dependencies = Object.entries(ZIPS).map(([name, bytes]): Dependency => ({
    ecosystem: "npm",
    name,
    version: "1.0.0",
    origin: { kind: "registry", address: pnpAddress(root), checksum: zipChecksum(bytes) },
  }));
  const found = () => dependencies.filter((one) => packageFolder(one, where) !== undefined).map(({ name }) => name);
  return { fixture, root, where, dependencies, found, [Symbol.asyncDispose]: () => fixture.rm() };
}

test("PL-12 of packages in zip files those that carry a plugin are unpacked", async () => {
  await using there = await project();
  expect(there.found()).toEqual([]);
  await unpackArchived(there.dependencies, there.where);
  expect(there.found()).toEqual(["skilled", "hooked"]);
});

test("PL-12 what carries nothing is remembered until the zip file changes", async () => {
  await using there = await project();
  const { fixture, where, dependencies } = there;
  await unpackArchived(dependencies, where);
  const remembered = fixture.getPath("cache/packages/npm/.without-plugin.json");
  const [, written = ""] = readFileSync(remembered, "utf8").split("\n");
  expect((JSON.parse(written) as readonly Stamped[]).map(([zip]) => zip)).toEqual(
    ["plain", "spoken", "broken"].map((name) => fixture.getPath(`project/.yarn/cache/${name}.zip`)),
  );
  const later = packageZip("plain", "1.0.0", [{ name: "node_modules/plain/.agents/skills/two/SKILL.md", body: "---\n" }]);
  writeFileSync(fixture.getPath("project/.yarn/cache/plain.zip"), later);
  const changed = dependencies.map((one) =>
    one.name === "plain" ? { ...one, origin: { ...one.origin, checksum: zipChecksum(later) } } : one,
  );
  await unpackArchived(changed, where);
  expect(packageFolder(changed[0]!, where)).toBeDefined();
});

test("PL-32 other bytes than the lock file's are not unpacked", async () => {
  await using there = await project();
  const [, skilled] = there.dependencies;
  const other = { ...skilled!, origin: { ...skilled!.origin, checksum: `10c0/${"0".repeat(128)}` } };
  await unpackArchived([other], there.where);
  expect(packageFolder(other, there.where)).toBeUndefined();
  expect(existsSync(there.fixture.getPath("cache/packages/npm/skilled"))).toBe(false);
});
