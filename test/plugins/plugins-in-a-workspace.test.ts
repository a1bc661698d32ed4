import { describe, expect, test } from "vitest";

import type { ShownPlugin } from "../../src/diagnose/show-plugin.ts";
import { household } from "../commands/command-line.ts";
import { cargoFiles } from "../support/cargo-workspace.ts";
import { manifest } from "../support/plugin.ts";

/** Which plugins are active in a workspace that depends on serde 1.0.0 and tokio 1.0.0. */
async function activeIn(plugins: Readonly<Record<string, string>>, { config = "", project = {} } = {}) {
  const manifests = Object.entries(plugins).map(([name, gate]) => [name, manifest(name, "", gate)]);
  const text = `[defaults]\nsymposium-recommendations = false\n${config}`;
  await using house = await household({
    home: { ".symposium": { "config.toml": text, plugins: Object.fromEntries(manifests) } },
    project: { ...cargoFiles(["serde", "tokio"]), src: { "lib.rs": "" }, ...project },
  });
  const { stdout } = await house.run(["plugin", "list", "--json"]);
  const { sources } = (JSON.parse(stdout) as Listed).answer;
  const listed = sources.flatMap((source) => source.plugins);
  const shown = await house.run(["plugin", "show", "project", "--json"]);
  return { active: Object.fromEntries(listed.map(({ name, active }) => [name, active])), own: JSON.parse(shown.stdout) as Shown };
}

interface Shown {
  readonly answer?: { readonly plugins: readonly ShownPlugin[] };
}

interface Listed {
  readonly answer: { readonly sources: readonly { readonly plugins: readonly { readonly name: string; readonly active: boolean }[] }[] };
}

describe("plugins in a workspace", () => {
  test("H8 H87 a plugin's own gate is tested against names and versions", async () => {
    const { active } = await activeIn({
      star: 'crates = ["*"]',
      named: 'crates = ["serde"]',
      later: 'depends-on = ["serde"]',
      absent: 'crates = ["other-crate"]',
      newer: 'crates = ["tokio>=2.0"]',
      right: 'crates = ["tokio>=1.0,<2"]',
      either: 'depends-on = ["other-crate", "tokio^1.0"]',
    });
    expect(active).toEqual({ star: true, named: true, later: true, absent: false, newer: false, right: true, either: true });
  });

  test("H112 a sleeping plugin acts when it is used, under either spelling of its name", async () => {
    const plugins = { "my-plugin": "", other: "" };
    expect((await activeIn(plugins)).active).toEqual({ "my-plugin": false, other: false });
    expect((await activeIn(plugins, { config: '[plugins]\nuse = ["my_plugin"]\n' })).active).toEqual({ "my-plugin": true, other: false });
  });

  test("H109 the workspace's own manifest needs neither gate nor name, and its hooks do not run", async () => {
    const text = '[[hooks]]\nname = "h"\nevent = "Stop"\nscript = "./h.sh"\n';
    const { own } = await activeIn({}, { project: { "SYMPOSIUM.toml": text, "h.sh": "" } });
    expect(own.answer?.plugins).toMatchObject([
      { name: "project", source: "workspace", active: true, brings: { hooks: [{ active: false }] } },
    ]);
  });

  test("H110 whether a plugin is a member is decided by where it was found", async () => {
    const gate = 'predicates = ["workspace-member()"]\n';
    const { active, own } = await activeIn({ elsewhere: gate }, { project: { "SYMPOSIUM.toml": gate } });
    expect(active).toEqual({ elsewhere: false });
    expect(own.answer?.plugins).toMatchObject([{ source: "workspace", active: true }]);
  });
});
