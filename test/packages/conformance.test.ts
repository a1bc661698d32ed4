/**
 * What every ecosystem must do, with its own `fixtures`: `versions.json` (from the oldest to the newest), `workspace` and `workspace.json` (what is in
 * it), and, where a file of a package can contain a plugin, `packages`: `silent`, `speaking` (depends-on = ["widget"]) and `broken` (on its last line).
 */

import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { mayHaveEmbedded, readEmbedded } from "../../src/packages/embedded.ts";
import { ecosystemNamed, ecosystemOfFile, ECOSYSTEMS } from "../../src/packages/list.ts";
import { ALL_MARKERS } from "../../src/packages/markers.ts";

const fixturesOf = (name: string) => join(import.meta.dirname, name, "fixtures");

function json<T>(name: string, file: string): T {
  return JSON.parse(readFileSync(join(fixturesOf(name), file), "utf8")) as T;
}

describe.each(ECOSYSTEMS.map((one) => [one.name, one] as const))("PL-30 %s", (name, one) => {
  const versions = json<readonly string[]>(name, "versions.json");

  test("is found by its name and its markers", () => {
    expect(ecosystemNamed(name)).toBe(one);
    expect(one.markers.filter((marker) => !ALL_MARKERS.includes(marker))).toEqual([]);
  });

  test("orders versions", () => {
    for (const [at, version] of versions.entries()) {
      expect(one.compareVersions(version, version)).toBe(0);
      for (const newer of versions.slice(at + 1)) {
        expect(one.compareVersions(newer, version), `${newer} after ${version}`).toBeGreaterThan(0);
        expect(one.compareVersions(version, newer), `${version} before ${newer}`).toBeLessThan(0);
      }
      expect(one.compareVersions("rubbish", version)).toBeLessThan(0);
    }
    expect(one.compareVersions("rubbish", "nonsense")).toBe(0);
  });

  test("has a requirement that one version meets, and one that every release meets", () => {
    for (const version of versions) {
      const exact = one.ownRequirement(one.exactRequirement(version));
      if ("problem" in exact) throw new Error(exact.problem);
      expect(versions.filter(exact.matches)).toEqual([version]);
    }
    const any = one.ownRequirement(one.anyRequirement);
    expect(!("problem" in any) && any.matches(versions.at(-1) ?? "")).toBe(true);
  });

  test("gives operators of atoms their meaning", () => {
    const [first = "", last = ""] = [versions[0], versions.at(-1)];
    const meets = (operator: ">=" | "<" | "==", version: string, offered: string) => {
      const meant = one.requirementOf([{ operator, version }]);
      return !("problem" in meant) && meant.matches(offered);
    };
    expect([meets(">=", first, last), meets("<", first, last), meets("==", last, last), meets("==", first, last)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(one.requirementOf([{ operator: ">=", version: "rubbish" }])).toHaveProperty("problem");
  });

  test("reads a workspace from files, and changes nothing there", async () => {
    await using fixture = await createFixture({});
    cpSync(join(fixturesOf(name), "workspace"), fixture.getPath("workspace"), { recursive: true });
    const folder = fixture.getPath("workspace");
    const before = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const where = { env: {}, home: fixture.path, os: "linux" as const, madeLock: () => fixture.getPath("none") };
    const root = one.readRoot(folder, where);
    const named = (list: readonly { readonly name: string; readonly version?: string }[] = []) =>
      list.map((each) => `${each.name} ${each.version}`);
    expect({ members: named(root?.members), dependencies: named(root?.dependencies) }).toEqual(json(name, "workspace.json"));
    expect(root).toMatchObject({ ecosystem: name, folder, problems: [] });
    expect(root?.dependencies.filter((each) => each.ecosystem !== name)).toEqual([]);
    expect(one.markers.some((marker) => existsSync(join(folder, marker)))).toBe(true);
    expect(readdirSync(folder, { recursive: true, encoding: "utf8" })).toEqual(before);
  });
});

describe.each(ECOSYSTEMS.flatMap((one) => (one.packageFile === undefined ? [] : [[one.name, one, one.packageFile] as const])))(
  "a plugin in a file of a package: %s",
  (name, one, file) => {
    const packageOf = (kind: string) => join(fixturesOf(name), "packages", kind);
    const textOf = (kind: string) => readFileSync(join(packageOf(kind), file), "utf8");

    test("PL-30 its table has positions in the whole file", () => {
      const folder = packageOf("speaking");
      const read = readEmbedded(folder, one);
      const expected = { name: "widget", table: { table: { "depends-on": ["widget"] } }, problems: [] };
      expect(read).toMatchObject({ file: join(folder, file), ...expected });
      const before = textOf("speaking").slice(0, textOf("speaking").indexOf("depends-on"));
      expect(read?.table?.positionOf(["depends-on"])).toMatchObject({ line: before.split("\n").length });
      expect(mayHaveEmbedded(folder, one)).toBe(true);
    });

    test("PL-30 a package without one has its name and no problem", () => {
      const folder = packageOf("silent");
      expect(readEmbedded(folder, one)).toEqual({ file: join(folder, file), name: "widget", problems: [] });
      expect(mayHaveEmbedded(folder, one)).toBe(false);
    });

    test("PL-15 something else in its place is a problem with a position", () => {
      const read = readEmbedded(packageOf("broken"), one);
      expect(read?.table).toBeUndefined();
      expect(read?.problems).toMatchObject([{ severity: "error", position: { line: textOf("broken").trimEnd().split("\n").length } }]);
    });

    test("PL-15 any other text is a problem too, never an exception", () => {
      for (const text of ["", "\0", "{", "[[", '"', "= ="]) expect(() => one.embedded(file, text)).not.toThrow();
    });

    test("PL-32 a file that is a link out of the folder is not read", async () => {
      await using fixture = await createFixture({ [file]: textOf("speaking"), package: {} });
      symlinkSync(fixture.getPath(file), fixture.getPath("package", file));
      const folder = fixture.getPath("package");
      expect(readEmbedded(folder, one)).toMatchObject({ problems: [{ message: expect.stringContaining("outside") }] });
      expect(mayHaveEmbedded(folder, one)).toBe(false);
    });

    test("PL-7 the file's name identifies the ecosystem", async () => {
      await using fixture = await createFixture({});
      expect(ecosystemOfFile(file)).toBe(one);
      expect(readEmbedded(fixture.path, one)).toBeUndefined();
    });
  },
);
