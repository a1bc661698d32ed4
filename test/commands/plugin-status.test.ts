import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { workspaceState } from "../../src/host/places.ts";
import { household, symposium } from "./command-line.ts";
import { cargoFiles } from "../support/cargo-workspace.ts";
import { hook, manifestText, skillGroup } from "../support/plugin.ts";

const CARGO = cargoFiles(["serde 1.0.219"]);
const HOME = {
  ".symposium/config.toml":
    '[defaults]\nsymposium-recommendations = false\n\n[plugins]\nuse = ["woken"]\ndisable = ["noisy"]\n\n' +
    '[[plugin-source]]\nname = "team"\npath = "../team"\n',
  ".symposium/plugins/always/SYMPOSIUM.toml": manifestText("always", hook("h")),
  ".symposium/plugins/always/h.sh": "exit 0\n",
  ".symposium/plugins/skilled/SYMPOSIUM.toml": manifestText("skilled", skillGroup(), 'crates = ["serde"]'),
  ".symposium/plugins/skilled/skills/a/SKILL.md": "---\nname: a\ndescription: A\n---\n",
  ".symposium/plugins/skilled/skills/b/SKILL.md": '---\nname: b\ndescription: B\ncrates: "tokio"\n---\n',
  ".symposium/plugins/noisy/SYMPOSIUM.toml": manifestText("noisy"),
  ".symposium/plugins/sleeper/SYMPOSIUM.toml": 'name = "sleeper"\n',
  ".symposium/plugins/woken/SYMPOSIUM.toml": 'name = "woken"\n',
  "team/alone/SKILL.md": "---\nname: alone\ndescription: Sleeps until asked for\n---\n",
  "team/gated/SKILL.md": '---\nname: gated\ndescription: For serde\ncrates: "serde"\n---\n',
  "team/newer/SYMPOSIUM.toml": 'name = "newer"\ncrates = ["serde>=2"]\n',
};

const textOf = (stdout: string) => stdout.slice(stdout.indexOf("workspace"));

describe("status of plugins", () => {
  test("L11 PL-25 one line for each plugin, with the reason", async () => {
    await using there = await household({ home: HOME, project: CARGO });
    const { stdout, exitCode } = await there.run(["status"]);
    expect(exitCode).toBe(0);
    expect(textOf(stdout)).toMatchInlineSnapshot(`
      "workspace  <project>
        cargo: 1 member, 1 dependency

      plugins
        active    always         source \`user-plugins\`
        active    skilled        source \`user-plugins\`; brings the skill a
        active    woken          \`[plugins] use\`
        active    gated (skill)  source \`team\`
        dormant   sleeper        nothing says where it applies; \`symposium use sleeper\` enables it
        dormant   alone (skill)  nothing says where it applies; \`symposium use alone\` enables it
        inactive  newer          needs serde>=2, but the workspace has serde 1.0.219
        disabled  noisy          \`[plugins] disable\`

      next: run \`symposium init\` to register hooks with your agents
      "
    `);
  });

  test("many plugins that are inactive are counted, -v lists them and every source", async () => {
    const idle = [1, 2, 3, 4].map((at) => [
      `.symposium/plugins/idle${at}/SYMPOSIUM.toml`,
      manifestText(`idle${at}`, "", 'crates = ["tokio"]'),
    ]);
    await using there = await household({ home: { ...HOME, ...Object.fromEntries(idle) }, project: CARGO });
    const { stdout } = await there.run(["status"]);
    expect(stdout).toContain("\n  6 plugins are inactive here; -v lists them\n");
    expect(stdout).not.toContain("idle1");
    const { stdout: all } = await there.run(["status", "-v"]);
    expect(all).toMatch(/^ {2}inactive {2}idle1 {10}no dependency tokio$/m);
    expect(all).toContain("\nsources\n  user-plugins  ~/.symposium/plugins\n  team  ~/team\n");
  });

  test("PL-25 the same as data", async () => {
    await using there = await household({ home: HOME, project: CARGO });
    const { answer } = JSON.parse((await there.run(["status", "--json"])).stdout) as { answer: Record<string, unknown> };
    expect(answer["workspace"]).toEqual({
      folder: "<project>",
      repository: "<project>",
      roots: [{ ecosystem: "cargo", folder: "<project>", members: 1, dependencies: 1, locked: true }],
    });
    expect((answer["plugins"] as { name: string; state: string }[]).map(({ name, state }) => [name, state])).toEqual([
      ["always", "active"],
      ["noisy", "disabled"],
      ["skilled", "active"],
      ["sleeper", "dormant"],
      ["woken", "active"],
      ["newer", "inactive"],
      ["alone", "dormant"],
      ["gated", "active"],
    ]);
    expect(answer).toMatchObject({ scope: "global", registrations: [] });
  });

  test("a plugin of the workspace itself, a git source that was never fetched, and when skills were last made", async () => {
    const own = { "SYMPOSIUM.toml": 'name = "own"\n', ...CARGO };
    const remote = '[[plugin-source]]\nname = "remote"\ngit = "https://example.com/plugins.git"\n';
    const config = `${HOME[".symposium/config.toml"]}\n${remote}`;
    await using there = await household({ home: { ...HOME, ".symposium/config.toml": config }, project: own });
    const { synced } = workspaceState({ cache: join(there.home, ".symposium/cache") }, there.project);
    mkdirSync(dirname(synced), { recursive: true });
    const made = { format: "symposium-synced", version: 2, workspace: there.project, program: "x", left: false, follows: false };
    const record = { ...made, at: Date.parse("2026-11-16T12:00:00Z"), files: [], variables: [] };
    writeFileSync(synced, JSON.stringify(record));
    const { stdout } = await there.run(["status"]);
    expect(stdout).toMatch(/^ {2}active {4}own {12}part of the workspace$/m);
    expect(stdout).toMatch(/^ {2}remote {2}not available: has not been fetched yet/m);
    expect(stdout).toContain("\n  skills as of 2026-11-16 12:00 UTC\n");
  });

  test("PL-14 outside a workspace it says what was looked for, and shows plugins for every place", async () => {
    const { stdout, exitCode } = await symposium(["status"], { home: HOME });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      "\nworkspace  none: here and in the folders above there is none of Cargo.toml, go.mod, go.work, package.json, pyproject.toml, requirements.txt, Pipfile, .git\n",
    );
    expect(stdout).toMatch(/^ {2}active +always\s+source `user-plugins`$/m);
  });

  test("PL-14 a home folder that is a repository, or has a manifest, is not a workspace; a project in it is", async () => {
    const home = {
      ...HOME,
      ".git/HEAD": "",
      "Cargo.toml": CARGO["Cargo.toml"],
      "code/app/Cargo.toml": CARGO["Cargo.toml"],
      "notes/a.md": "",
    };
    await using there = await household({ home });
    for (const cwd of [there.home, join(there.home, "notes")]) {
      expect((await there.run(["status"], { cwd })).stdout).toContain(
        "\nworkspace  none: ~ is your home folder or above it, which never counts as a workspace\n",
      );
      const { stdout } = await there.run(["status", "--json"], { cwd });
      expect(JSON.parse(stdout)).toMatchObject({ answer: { workspace: null, passedOver: "~" } });
    }
    expect((await there.run(["status"], { cwd: join(there.home, "code/app") })).stdout).toContain("\nworkspace  ~/code/app\n");
  });

  test("a workspace without a lock file, and one without dependencies", async () => {
    await using cargo = await household({ home: HOME, project: { "Cargo.toml": CARGO["Cargo.toml"] } });
    expect((await cargo.run(["status"])).stdout).toContain(
      "\nworkspace  <project>\n  cargo: 1 member, 1 dependency, no lock file: versions are those that the manifests require\n",
    );
    await using plain = await household({ home: HOME });
    expect((await plain.run(["status"])).stdout).toContain(
      "\nworkspace  <project>\n  none of Cargo.toml, go.mod, go.work, package.json, pyproject.toml, requirements.txt, Pipfile in it\n",
    );
  });

  test("skills that were installed, by the folder they are in; a user's own are not listed", async () => {
    const project = {
      ".agents/skills/ours/SKILL.md": "x",
      ".agents/skills/ours/.symposium": "",
      ".agents/skills/mine/SKILL.md": "x",
      ".claude/skills/other/.symposium": '{"format":1}',
    };
    await using there = await household({ home: HOME, project });
    const { stdout } = await there.run(["status"]);
    expect(stdout).toContain("\nskills\n  <project>/.claude/skills  other\n  <project>/.agents/skills  ours\n");
    expect(stdout).not.toContain("mine");
  });
});
