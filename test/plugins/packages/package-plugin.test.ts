import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { describe, expect, test } from "vitest";

import { readPackagePlugin } from "../../../src/plugins/packages/package-plugin.ts";
import { skillText } from "../../support/plugin.ts";
import { ourDirectory } from "../our-directory.ts";
import { withMetadata } from "./crate-house.ts";

const HOOK = '[[hooks]]\nname = "check"\nevent = "PreToolUse"\ncommand = { script = "check.sh" }\n';

/** What a crate `widget` with these files carries. */
async function carried(files: Readonly<Record<string, string>>) {
  await using ours = await ourDirectory({});
  const folder = ours.path("widget");
  for (const [path, text] of Object.entries({ "Cargo.toml": '[package]\nname = "widget"\nversion = "1.0.0"\n', ...files })) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, text);
  }
  const read = readPackagePlugin({ ecosystem: "cargo", name: "widget", folder }, { context: ours.context, places: ours.places });
  const groups = (read.plugin?.skills ?? []).map(({ source }) =>
    source.kind === "path" ? source.path.slice(folder.length + 1) : source.kind,
  );
  return { ...read, groups };
}

describe("PL-15 what a crate carries", () => {
  test("H91 a manifest without a name and a gate takes the crate's name, and the usual skills belong to it", async () => {
    const { plugin, groups } = await carried({ "SYMPOSIUM.toml": HOOK });
    expect(plugin).toMatchObject({ name: "widget", gate: { dependsOn: [], predicates: [] } });
    expect(groups).toContain("skills");
  });

  test("H92 a manifest can leave out the usual skills", async () => {
    const { plugin, groups } = await carried({
      "SYMPOSIUM.toml": `defaults.skills = false\n${HOOK}`,
      "skills/spin/SKILL.md": skillText("spin"),
    });
    expect(plugin?.hooks).toHaveLength(1);
    expect(groups).toEqual([]);
  });

  test("H93 an empty manifest has the usual skills", async () => {
    expect((await carried({ "SYMPOSIUM.toml": "" })).groups).toContain("skills");
  });

  test("H94 a manifest brings hooks", async () => {
    expect((await carried({ "SYMPOSIUM.toml": HOOK })).plugin?.hooks.map(({ name }) => name)).toEqual(["check"]);
  });

  test("H95 metadata and manifest add up", async () => {
    const metadata = withMetadata("widget 1.0.0", '[[package.metadata.symposium.skills]]\nsource.path = "more"');
    const { plugin, groups } = await carried({ "Cargo.toml": metadata, "SYMPOSIUM.toml": HOOK });
    expect(plugin?.hooks).toHaveLength(1);
    expect(groups).toEqual(expect.arrayContaining(["more", "skills"]));
  });

  test("H96 malformed metadata costs a warning, and the manifest counts", async () => {
    const { plugin, problems } = await carried({ "Cargo.toml": withMetadata("widget 1.0.0", "skills = 7"), "SYMPOSIUM.toml": HOOK });
    expect(plugin?.hooks).toHaveLength(1);
    expect(problems.map(({ severity }) => severity)).toEqual(["warning"]);
  });

  test("H97 metadata can lead to another crate", async () => {
    const { redirects } = await carried({ "Cargo.toml": withMetadata("widget 1.0.0", 'skills = [{ crate = "widget-skills" }]') });
    expect(redirects).toMatchObject([{ ecosystem: "cargo", name: "widget-skills" }]);
  });
});
