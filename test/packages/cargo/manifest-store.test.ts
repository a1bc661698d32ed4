import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { resealed } from "../../support/resealed.ts";
import { dependenciesOf, rootOf, surroundingsIn } from "./surroundings.ts";

const MEMBERS = Array.from({ length: 20 }, (_, at) => `part-${String(at).padStart(2, "0")}`);
const manifestOf = (name: string, dependency = "serde") =>
  `[package]\nname = "${name}"\nversion = "1.0.0"\n\n[dependencies]\n${dependency} = "1"\n`;
const lockOf = (version: string) =>
  ["serde", "sorde"].map((name) => `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "registry+x"\n`).join("\n");

/** A workspace that has not changed for a while. */
async function workspace() {
  const parts = Object.fromEntries(MEMBERS.map((name) => [name, { "Cargo.toml": manifestOf(name) }]));
  const fixture = await createFixture({
    w: { "Cargo.toml": '[workspace]\nmembers = ["parts/*"]\n', "Cargo.lock": lockOf("1.0.1"), parts },
  });
  const at = (...path: string[]) => join(fixture.path, ...path);
  const settle = (name: string) => utimesSync(at("w/parts", name, "Cargo.toml"), 1_700_000_000, 1_700_000_000);
  MEMBERS.forEach(settle);
  const store = at("stored/cargo.json");
  const plain = { ...surroundingsIn(fixture.path), repository: at("w") };
  const read = () => rootOf(at("w"), { ...plain, stored: () => store });
  const same = () => {
    const [stored, fresh] = [read(), rootOf(at("w"), plain)];
    expect(stored).toEqual(fresh);
    return dependenciesOf(stored);
  };
  return { at, settle, store, read, same, [Symbol.asyncDispose]: () => fixture.rm() };
}

describe("PL-23 stored manifests", () => {
  test("are not parsed again when only the lock file changed", async () => {
    await using one = await workspace();
    one.read();
    resealed(one.store, (body) => body.replaceAll("serde", "sorde"));
    writeFileSync(one.at("w/Cargo.lock"), lockOf("1.0.22"));
    expect(dependenciesOf(one.read())).toEqual(["sorde 1.0.22"]);
  });

  test.each<[string, (at: (...path: string[]) => string) => void, string[]]>([
    ["a changed manifest", (at) => appendFileSync(at("w/parts/part-03/Cargo.toml"), 'sorde = "1"\n'), ["serde 1.0.1", "sorde 1.0.1"]],
    [
      "a new member",
      (at) => {
        mkdirSync(at("w/parts/part-99"));
        writeFileSync(at("w/parts/part-99/Cargo.toml"), manifestOf("part-99", "sorde"));
      },
      ["serde 1.0.1", "sorde 1.0.1"],
    ],
    ["a removed member", (at) => rmSync(at("w/parts/part-03"), { recursive: true }), ["serde 1.0.1"]],
    ["a changed lock file", (at) => writeFileSync(at("w/Cargo.lock"), lockOf("1.0.22")), ["serde 1.0.22"]],
    ["a removed lock file", (at) => rmSync(at("w/Cargo.lock")), ["serde"]],
    [
      "a member that a link replaces, which leads out",
      (at) => {
        renameSync(at("w/parts/part-03"), at("elsewhere"));
        symlinkSync(at("elsewhere"), at("w/parts/part-03"));
      },
      ["serde 1.0.1"],
    ],
  ])("%s counts at once", async (_, change, expected) => {
    await using one = await workspace();
    one.read();
    change(one.at);
    expect(one.same()).toEqual(expected);
    expect(one.same()).toEqual(expected);
  });

  test("a manifest that changed a moment ago is not stored", async () => {
    await using one = await workspace();
    writeFileSync(one.at("w/parts/part-03/Cargo.toml"), manifestOf("part-03"));
    writeFileSync(one.at("w/parts/part-04/Cargo.toml"), manifestOf("part-04"));
    one.read();
    expect(existsSync(one.store)).toBe(false);
    one.settle("part-03");
    one.settle("part-04");
    one.read();
    expect(existsSync(one.store)).toBe(true);
  });

  test.each(["", "{", "[]", "{}", "null", "[1, null, [2]]"])("a damaged file is ignored: %j", async (text) => {
    await using one = await workspace();
    one.read();
    for (const start of ["", readFileSync(one.store, "utf8").split("\n", 1)[0]]) {
      writeFileSync(one.store, `${start}\n${text}\n`);
      expect(one.same()).toEqual(["serde 1.0.1"]);
    }
  });
});
