/** Every shape of manifest that is in use, one to a folder of `test/fixtures/manifests`, and what each gives. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkEntry } from "../../src/diagnose/validate/validate-entry.ts";
import { entriesAt } from "../../src/diagnose/validate/validate-path.ts";
import { embedded } from "../../src/packages/cargo/package-manifest.ts";
import { printGate } from "../../src/plugins/gates/predicate.ts";
import { writtenSkills } from "../../src/plugins/manifest/source-text.ts";
import { readPackageMetadata } from "../../src/plugins/packages/embedded-metadata.ts";
import { broughtBy, loadSource } from "../support/load-source.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures/manifests");

interface Shape {
  readonly tree: string;
  readonly name: string;
  readonly gate: string;
  readonly brings: string;
  readonly sources?: readonly unknown[];
  readonly problems?: readonly unknown[];
  readonly isDormant?: true;
}

const SHAPES: readonly Shape[] = [
  {
    tree: "seed-dialect",
    name: "widget",
    gate: "widget or widget-extra>=1.2",
    brings: "2 hooks, 1 skills, 1 servers",
    sources: [{ path: "skills" }],
  },
  {
    tree: "later-dialect",
    name: "widget",
    gate: "widget or npm:widget, and not(env(WIDGET_OFF))",
    brings: "1 hooks, 1 skills",
    sources: [{ path: "skills" }],
  },
  { tree: "where-dialect", name: "toast", gate: "toast", brings: "1 skills", sources: [{ path: "skills" }] },
  {
    tree: "own-file-name",
    name: "filter",
    gate: "",
    brings: "1 hooks",
    isDormant: true,
    problems: [expect.stringContaining("filter/filter.toml: is read as a manifest")],
  },
  { tree: "other-letters", name: "filter", gate: "*", brings: "", problems: [expect.stringContaining("is read as a manifest")] },
  { tree: "crate-path", name: "viewer", gate: "telemetry or viewer", brings: "1 skills", sources: [{ crate_path: "skills" }] },
  { tree: "source-crate", name: "errors", gate: "failure-kinds or error-pack", brings: "1 skills", sources: ["crate"] },
  { tree: "source-crate-table", name: "errors", gate: "*", brings: "1 skills", sources: [{ crate: "error-pack{1}" }] },
  {
    tree: "group-without-source",
    name: "bare",
    gate: "",
    brings: "1 skills",
    sources: [undefined],
    problems: [expect.stringContaining("has no source, so it brings nothing")],
  },
  {
    tree: "skills-in-a-repository",
    name: "remote",
    gate: "*",
    brings: "2 skills",
    sources: [
      { git: "https://github.com/example/widget/tree/main/skills" },
      { git: "https://example.org/widget.git", tag: "v2.0", subdir: "skills" },
    ],
  },
  { tree: "skill-beside-the-manifest", name: "saver", gate: "*", brings: "1 skills", sources: [{ path: "." }] },
  { tree: "chained", name: "pack", gate: "failure-kinds", brings: "3 chained" },
  { tree: "custom-predicate", name: "batteries", gate: "battery_pack(cli>=0.3)", brings: "1 predicates" },
  { tree: "subcommands", name: "tools", gate: "*", brings: "2 subcommands" },
  { tree: "servers", name: "network", gate: "", brings: "3 servers" },
  { tree: "policy-at-the-top", name: "viewer", gate: "viewer", brings: "1 skills, 1 chained", sources: [{ path: "skills" }] },
];

/** Trees that are not a source with one plugin, and have tests of their own below. */
const OTHERS = ["package-manifest", "package-skills", "standalone-skill"];

describe("PL-5 shapes of manifests", () => {
  test.each(SHAPES)("$tree", ({ tree, name, gate, brings, sources = [], problems = [], isDormant = false }) => {
    const { plugins } = loadSource(join(FIXTURES, tree));
    expect(plugins).toHaveLength(1);
    const [{ plugin, ...rest } = { plugin: undefined }] = plugins;
    if (plugin === undefined) throw new Error(JSON.stringify(plugins));
    expect({ name: plugin.name, gate: printGate(plugin.gate), brings: broughtBy(plugin) }).toEqual({ name, gate, brings });
    expect(plugin.skills.map((group) => writtenSkills(group, plugin).source)).toEqual(sources);
    expect(rest).toMatchObject({ isDormant, problems });
  });

  test("none is left out", () => {
    expect(readdirSync(FIXTURES).sort()).toEqual([...SHAPES.map(({ tree }) => tree), ...OTHERS].sort());
  });

  test("a skill of a source stands for itself", () => {
    expect(loadSource(join(FIXTURES, "standalone-skill"))).toEqual({ plugins: [], skills: ["alone"], problems: [] });
  });

  test.each([
    ["package-skills", "skills", ["a"], ["widget-guide"]],
    ["package-manifest", "manifest", ["a"], ["widget-guide"]],
  ])("%s is a package with metadata", (tree, kind, skills, named) => {
    const folder = join(FIXTURES, tree);
    expect(readPackageMetadata(embedded("Cargo.toml", readFileSync(join(folder, "Cargo.toml"), "utf8")))).toMatchObject({
      name: "widget",
      metadata: { kind },
    });
    const [entry] = entriesAt(folder).entries.map((each) => checkEntry(each, { os: "linux", env: {} }));
    expect(entry).toMatchObject({ kind: "package", name: "widget", findings: [] });
    expect(entry?.children.map((child) => child.name)).toEqual(skills);
    expect(entry?.named.map((each) => each.name)).toEqual(named);
  });

  test("PL-7 what is fit to be published is valid", () => {
    const valid = SHAPES.filter(({ problems, isDormant }) => problems === undefined && isDormant !== true);
    for (const { tree } of valid) {
      const entries = entriesAt(join(FIXTURES, tree)).entries.map((entry) => checkEntry(entry, { os: "linux", env: {} }));
      const findings = entries.flatMap((entry) => [...entry.findings, ...entry.children.flatMap((child) => child.findings)]);
      // Nothing is on an empty PATH.
      expect(
        findings.filter(({ message }) => !message.endsWith("is not on PATH")),
        tree,
      ).toEqual([]);
    }
  });
});
