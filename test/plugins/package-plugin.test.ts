import { expect, test } from "vitest";

import { readPackagePlugin } from "../../src/plugins/package-plugin.ts";
import { writtenSkills } from "../../src/plugins/written-skills.ts";
import { printAtom, printGate } from "../../src/predicates/print.ts";
import { AGENTS } from "./manifest-text.ts";

const PACKAGE = '[package]\nname = "widget"\nversion = "1.0.0"\n';
const HOOK = (table: string, name: string) => `[[${table}]]\nname = "${name}"\nevent = "Stop"\nscript = "./h.sh"\n`;

/** A package `widget` with more in its `Cargo.toml`, and its manifest. */
function read(metadata: string, manifest?: string) {
  const files = { packageFile: PACKAGE + metadata, ...(manifest === undefined ? {} : { manifest }) };
  const { plugin, problems } = readPackagePlugin(files, AGENTS, { directory: "/w/widget-1.0.0", os: "linux", isFile: () => false });
  return {
    name: plugin.name,
    gate: printGate(plugin.gate),
    hooks: plugin.hooks.map(({ name }) => name),
    skills: plugin.skills.map((group) => writtenSkills(group, plugin).source),
    chained: plugin.chained.map((each) => printAtom(each.package)),
    errors: problems.filter(({ severity }) => severity === "error").map(({ message }) => message),
  };
}

const USUAL = { path: "skills" };

test("H91 it is called like the package, needs no gate, and has the usual skills", () => {
  expect(read("", '[[skills]]\nsource.path = "more"\n')).toEqual({
    name: "widget",
    gate: "",
    hooks: [],
    skills: [{ path: "more" }, USUAL],
    chained: [],
    errors: [],
  });
  expect(read("", 'name = "other"\n').name).toBe("other");
});

test("H92 H93 an empty manifest has the usual skills, and one can do without them", () => {
  expect(read("", "").skills).toEqual([USUAL]);
  expect(read("", "[defaults]\nskills = false\n").skills).toEqual([]);
  expect(read("[package.metadata.symposium.defaults]\nskills = false\n").skills).toEqual([]);
});

test("H94 it can bring hooks", () => {
  expect(read("", HOOK("hooks", "h")).hooks).toEqual(["h"]);
});

test("H95 metadata and manifest add up, and both gates must be open", () => {
  const metadata = `[package.metadata.symposium]\ndepends-on = ["serde"]\n${HOOK("package.metadata.symposium.hooks", "a")}`;
  const { gate, hooks } = read(metadata, `depends-on = ["tokio", "axum"]\npredicates = "env(CI)"\n${HOOK("hooks", "b")}`);
  expect({ gate, hooks }).toEqual({ gate: "serde, and any(depends-on(tokio), depends-on(axum)), and env(CI)", hooks: ["a", "b"] });
});

test("H96 metadata that cannot be read is dropped and told, and the manifest counts", () => {
  const { hooks, errors, skills } = read('[package.metadata.symposium]\ndepends-on = "a b"\n', HOOK("hooks", "b"));
  expect({ hooks, skills }).toEqual({ hooks: ["b"], skills: [USUAL] });
  expect(errors).toHaveLength(1);
  expect(read("[package.metadata.symposium]\nskills = 5\n").skills).toEqual([USUAL]);
  expect(read(HOOK("package.metadata.symposium.hooks", "a"), "name = [\n")).toMatchObject({
    hooks: ["a"],
    errors: [expect.stringContaining("not valid TOML")],
  });
});

test("H97 metadata can point to another package, in both forms", () => {
  expect(read('[[package.metadata.symposium.plugins]]\nsource.cargo = "guide"\n').chained).toEqual(["guide"]);
  expect(read('[package.metadata.symposium]\nskills = [{ crate = { name = "guide" } }, { path = "g" }]\n').skills).toEqual([
    { crate: "guide" },
    { path: "g" },
  ]);
  expect(read("[package.metadata.symposium]\nskills = []\n").skills).toEqual([]);
});
