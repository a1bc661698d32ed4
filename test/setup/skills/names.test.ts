import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { cargoHouse } from "../cargo-house.ts";
import { manifest, manifestText, skillPlugin, skillText } from "../../support/plugin.ts";

const group = (name: string, body: string) => skillPlugin(name, { s: { "SKILL.md": skillText("guide", "", body) } });
const HASHED = expect.stringMatching(/^guide-[0-9a-f]{8}$/) as string;

describe("names of installed skills", () => {
  test("B23 PL-20 after a sync git sees only the agent's settings", async () => {
    await using there = await cargoHouse({
      agents: ["claude", "codex", "kiro"],
      config: 'hook-scope = "project"\n',
      plugins: { a: group("a", "a") },
      project: { ".agents/skills/mine/SKILL.md": "Mine.\n" },
    });
    const git = (...args: string[]) => execFileSync("git", args, { cwd: there.project, env: there.env, encoding: "utf8", stdio: "pipe" });
    there.remove("project/.git");
    git("init", "--quiet");
    git("add", "--all");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message=start");
    await there.sync();
    const folders = [".claude/skills", ".agents/skills", ".kiro/skills"];
    expect(folders.map((folder) => there.installed(folder))).toEqual(folders.map(() => ["guide", "mine"]));
    const settings = [
      ".claude/settings.json",
      ".codex/config.toml",
      ".codex/hooks.json",
      ".kiro/agents/symposium.json",
      ".kiro/settings/mcp.json",
      ".mcp.json",
    ];
    expect(git("status", "--porcelain", "--untracked-files=all")).toBe(settings.map((file) => `?? ${file}\n`).join(""));
  });

  test("B25 two plugins that point at one folder give one copy under the plain name", async () => {
    const pointing = (name: string) => manifest(name, `[[skills]]\nsource.path = "../both"\n`);
    await using there = await cargoHouse({
      plugins: { a: pointing("a"), b: pointing("b") },
      home: { ".symposium/plugins/both/one/notes.txt": "" },
    });
    there.write("home/.symposium/plugins/both/one/SKILL.md", skillText("guide"));
    await there.sync();
    expect(there.installed()).toEqual(["guide"]);
  });

  test("J39 a folder that a link names again is the same origin, and gives one copy", async () => {
    await using there = await cargoHouse({
      config: '[[plugin-source]]\nname = "linked"\npath = "by-link"\n',
      plugins: { a: group("a", "of a") },
    });
    symlinkSync("plugins", there.at("home/.symposium/by-link"));
    await there.sync();
    expect(there.installed()).toEqual(["guide"]);
  });

  test("B26 PL-21 different skills of one name from two plugins both get eight digits", async () => {
    await using there = await cargoHouse({ plugins: { a: group("a", "of a"), b: group("b", "of b") } });
    await there.sync();
    const names = there.installed();
    expect(names).toEqual([HASHED, HASHED]);
    const bodies = names.map((name) => there.read(`project/.claude/skills/${name}/SKILL.md`).split("---\n")[2]);
    expect(bodies.toSorted()).toEqual(["of a\n", "of b\n"]);
  });

  test("B27 B28 PL-21 a second origin takes the plain name away, and when it goes the plain name returns", async () => {
    await using there = await cargoHouse({ plugins: { a: group("a", "of a") } });
    await there.sync();
    expect(there.installed()).toEqual(["guide"]);
    there.write("home/.symposium/plugins/b/SYMPOSIUM.toml", manifestText("b", '[[skills]]\nsource.path = "skills"\n'));
    there.write("home/.symposium/plugins/b/skills/s/SKILL.md", skillText("guide", "", "of b"));
    expect((await there.sync()).stdout).toMatch(/^removed +<project>\/\.claude\/skills\/guide +.*is installed under another name/m);
    expect(there.installed()).toEqual([HASHED, HASHED]);
    there.remove("home/.symposium/plugins/b");
    await there.sync();
    expect(there.installed()).toEqual(["guide"]);
    expect(there.read("project/.claude/skills/guide/SKILL.md")).toContain("of a");
  });

  test("B29 PL-21 a user's folder of that name stays as it is, and ours gets a suffix and a marker", async () => {
    await using there = await cargoHouse({
      plugins: { a: group("a", "of a") },
      project: { ".claude/skills/guide/SKILL.md": "the user's own\n" },
    });
    await there.sync();
    const [plain, ours = ""] = there.installed();
    expect([plain, ours]).toEqual(["guide", HASHED]);
    expect(there.installed(".claude/skills/guide")).toEqual(["SKILL.md"]);
    expect(there.read("project/.claude/skills/guide/SKILL.md")).toBe("the user's own\n");
    expect(there.has(`project/.claude/skills/${ours}/.symposium`)).toBe(true);
  });

  test("B30 B31 two groups of one plugin, and two skills that stand alone, are kept apart", async () => {
    const manifest = manifestText("two", '[[skills]]\nsource.path = "x"\n[[skills]]\nsource.path = "y"\n');
    const both = (name: string) => ({ "x/s/SKILL.md": skillText(name, "", "x"), "y/s/SKILL.md": skillText(name, "", "y") });
    await using there = await cargoHouse({
      plugins: {
        two: { "SYMPOSIUM.toml": manifest, ...both("guide") },
        one: { "SKILL.md": skillText("alone", 'crates: "*"', "one") },
        other: { "SKILL.md": skillText("alone", 'crates: "*"', "other") },
      },
    });
    await there.sync();
    const alone = expect.stringMatching(/^alone-[0-9a-f]{8}$/) as string;
    expect(there.installed()).toEqual([alone, alone, HASHED, HASHED]);
  });

  test("PL-19 a name that would leave the folder is refused, and nothing is written outside it", async () => {
    await using there = await cargoHouse({
      plugins: { evil: { "SKILL.md": skillText("../../../evil", 'crates: "*"') }, good: { "SKILL.md": skillText("good", 'crates: "*"') } },
    });
    const { stderr } = await there.sync();
    expect(stderr).toMatch(/plugins\/evil\/SKILL\.md/);
    expect(there.installed()).toEqual(["good"]);
    expect([there.has("project/evil"), there.has("evil"), there.has("project/.claude/evil")]).toEqual([false, false, false]);
  });

  test("PL-20 a copy that a person changed is theirs from then on, and the plugin's comes beside it", async () => {
    await using there = await cargoHouse({ config: "sync-debounce-secs = 0\n", plugins: { a: group("a", "of a") } });
    await there.sync();
    there.write("project/.claude/skills/guide/SKILL.md", "changed by hand\n");
    const { stdout } = await there.sync();
    expect(stdout).toContain("yours now     <project>/.claude/skills/guide");
    expect(there.installed(".claude/skills/guide")).not.toContain(".symposium");
    expect(there.read("project/.claude/skills/guide/SKILL.md")).toBe("changed by hand\n");
    there.remove("home/.symposium/plugins/a");
    await there.sync();
    expect(there.installed()).toEqual(["guide"]);
  });

  test("PL-20 the marker says where a copy comes from", async () => {
    await using there = await cargoHouse({ plugins: { a: group("a", "of a") } });
    await there.sync();
    const marker = JSON.parse(there.read("project/.claude/skills/guide/.symposium")) as Record<string, unknown>;
    expect(marker).toMatchObject({
      name: "guide",
      plugin: "a",
      source: "user-plugins",
      origin: { kind: "folder", source: "user-plugins" },
      files: [{ path: "SKILL.md", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
    });
  });

  test("PL-20 what the Rust tool marked is replaced where it is wanted and goes where it is not", async () => {
    await using there = await cargoHouse({
      plugins: { a: group("a", "of a") },
      project: {
        ".claude/skills/guide/SKILL.md": "old",
        ".claude/skills/guide/.symposium": "",
        ".agents/skills/gone/SKILL.md": "old",
        ".agents/skills/gone/.symposium": "",
      },
    });
    await there.sync();
    expect(there.installed()).toEqual(["guide"]);
    expect(there.read("project/.claude/skills/guide/SKILL.md")).toBe(skillText("guide", "", "of a"));
    expect(there.installed(".agents/skills")).toEqual([]);
  });
});
