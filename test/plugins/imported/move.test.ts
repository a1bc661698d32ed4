/** `hooks import --move`: the hooks leave the agent's file, guard every agent through Symposium, and come back byte for byte. */

import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { HOOK_FILES } from "../../../src/agents/hook-files-list.ts";
import { editorFor } from "../../../src/files/editors.ts";
import { finishMove } from "../../../src/interchange/import.ts";
import { cutHooks, hooksIn, restoreHooks } from "../../../src/plugins/imported/cut-hooks.ts";
import { isTheirs } from "../../../src/plugins/imported/read-imported.ts";
import { GUARD, GUARDED, importStage, type ImportStage, settings } from "./stage.ts";

const FILE = "work/.claude/settings.json";

/** As the user, who agrees. */
async function moved(stage: ImportStage): Promise<void> {
  await finishMove(stage.app, await stage.importAs({ move: true }));
}

const ALL = [
  ["claude-code", "PreToolUse"],
  ["copilot-cli", "preToolUse"],
  ["gemini-cli", "BeforeTool"],
  ["codex", "PreToolUse"],
] as const;

describe("IX-14 hooks import --move", () => {
  test("takes the hooks out of the file, and guards every agent alike, its own and those that read the file too", async () => {
    await using stage = await importStage();
    await moved(stage);
    expect(JSON.parse(stage.read(FILE))).toEqual({});
    for (const [agent, event] of ALL)
      expect(await stage.shell(agent, event), agent).toMatchObject({
        blocked: true,
        reason: expect.stringContaining("Not here.") as string,
      });
  });

  test("`hooks remove` puts them back byte for byte, and nothing guards twice", async () => {
    await using stage = await importStage();
    await moved(stage);
    expect(await stage.run(["hooks", "remove", "claude-code"])).toMatchObject({ exitCode: 0 });
    expect(stage.read(FILE)).toBe(GUARDED);
    expect(stage.has("moved-hooks")).toBe(false);
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: false });
  });

  test("`uninstall` puts them back byte for byte", async () => {
    await using stage = await importStage();
    await moved(stage);
    expect(await stage.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    expect(stage.read(FILE)).toBe(GUARDED);
    expect(stage.has("moved-hooks")).toBe(false);
  });

  test("removing the last agent puts them back too", async () => {
    await using stage = await importStage();
    await moved(stage);
    const agents = ["claude", "gemini", "copilot", "codex"].flatMap((agent) => ["--remove-agent", agent]);
    await stage.run(["init", ...agents]);
    expect(stage.read(FILE)).toBe(GUARDED);
  });

  test("without the flag it says what an agent that reads the file itself loses", async () => {
    await using stage = await importStage();
    expect((await stage.run(["hooks", "import", "--dry-run"])).stdout).toContain(
      "Copilot CLI loses the reason of exit code 2, and context; `--move` keeps them",
    );
  });

  test("a dry run changes nothing and names the file", async () => {
    await using stage = await importStage();
    const { stdout } = await stage.run(["hooks", "import", "--move", "--dry-run"]);
    expect(stdout).toContain("they go out of");
    expect([stage.read(FILE), stage.has("imports.json"), stage.has("moved-hooks")]).toEqual([GUARDED, false, false]);
  });

  test("until the user agrees the file stays as it is, and a later yes moves", async () => {
    await using stage = await importStage();
    const answer = async () =>
      (JSON.parse((await stage.run(["hooks", "import", "--move", "--json"])).stdout) as { answer: Record<string, string> }).answer;
    const { digest = "", state } = await answer();
    expect([state, stage.read(FILE), stage.has("moved-hooks")]).toEqual(["waiting", GUARDED, false]);
    await stage.run(["trust", "accept", "claude-code-hooks", "--digest", digest]);
    expect(await answer()).toMatchObject({ state: "accepted", moved: [stage.getPath(FILE)] });
    expect(JSON.parse(stage.read(FILE))).toEqual({});
  });

  test("a file that git tracks is refused without --tracked", async () => {
    await using stage = await importStage();
    const git = (...args: string[]) => execFileSync("git", ["-C", stage.getPath("work"), ...args], { stdio: "ignore" });
    git("init", "-q");
    git("add", ".claude/settings.json");
    expect(await stage.run(["hooks", "import", "--move"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("is tracked by git") as string,
    });
    expect([stage.read(FILE), stage.has("imports.json")]).toEqual([GUARDED, false]);
    await finishMove(stage.app, await stage.importAs({ move: true, tracked: true }));
    expect(JSON.parse(stage.read(FILE))).toEqual({});
  });
});

describe("IX-14 RT-37 a moved guard is always somewhere", () => {
  test("killed before the file is cut: it guards from both places, and another run completes the move", async () => {
    await using stage = await importStage();
    await stage.importAs({ move: true });
    expect(stage.read(FILE)).toBe(GUARDED);
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: true });
    await moved(stage);
    expect(JSON.parse(stage.read(FILE))).toEqual({});
    await stage.run(["hooks", "remove", "claude-code"]);
    expect(stage.read(FILE)).toBe(GUARDED);
  });

  test("importing again without the flag keeps what was moved", async () => {
    await using stage = await importStage();
    await moved(stage);
    await stage.importAs();
    expect(await stage.shell("claude-code", "PreToolUse")).toMatchObject({ blocked: true });
  });

  test("hooks that are added later are imported from the file, and are not moved over the others", async () => {
    await using stage = await importStage();
    await moved(stage);
    stage.write(FILE, settings("PreToolUse", [{ matcher: "Write", command: "true" }]));
    await expect(stage.importAs({ move: true })).rejects.toThrow("has new hooks, and others were moved out of it");
  });

  const LOST: readonly (readonly [string, (stage: ImportStage, copy: string) => void])[] = [
    ["the copy is lost", ({ getPath }, copy) => rmSync(getPath(copy))],
    ["the copy is damaged", ({ write }, copy) => write(copy, "{")],
    ["the copy has no hooks", ({ write }, copy) => write(copy, "{}")],
    ["the file is damaged", ({ write }) => write(FILE, "{")],
    ["the file is empty", ({ write }) => write(FILE, "")],
    ["the file has no lists of hooks", ({ write }) => write(FILE, '{"hooks":null}')],
    ["the file has new hooks", ({ write }) => write(FILE, settings("PreToolUse", [{ matcher: "Write", command: "true" }]))],
    ["the script is lost", ({ getPath }) => rmSync(getPath("work/.claude/hooks/guard.sh"))],
    ["the script has changed", ({ write }) => write("work/.claude/hooks/guard.sh", "#!/bin/sh\n")],
  ];

  test.each(LOST)("it denies on every agent where %s, and says so", async (_, lose) => {
    for (const isEarlier of [false, true]) {
      await using stage = await importStage();
      // Agreed to while Claude Code still ran it itself.
      if (isEarlier) await stage.importAs();
      await (isEarlier ? finishMove(stage.app, await stage.importAs({ move: true }, "later")) : moved(stage));
      lose(stage, join("moved-hooks", readdirSync(stage.getPath("moved-hooks"))[0] ?? ""));
      for (const [agent, event] of ALL) expect(await stage.shell(agent, event), agent).toMatchObject({ blocked: true });
      expect((await stage.run(["status"])).stdout).toMatch(/claude-code-hooks|moved-hooks|settings\.json/);
    }
  });

  const ENTRY = '{"type":"command","command":".claude/hooks/guard.sh"}';
  test.each([
    ["with a byte order mark", `\uFEFF${GUARDED}`, "cannot be edited safely"],
    [
      "with an event twice",
      `{"hooks":{"PreToolUse":[{"hooks":[${ENTRY}]}],"PreToolUse":[{"hooks":[${ENTRY}]}]}}`,
      "cannot be edited safely",
    ],
    [
      "with a prompt in the same group",
      `{"hooks":{"PreToolUse":[{"hooks":[${ENTRY},{"type":"prompt","prompt":"ok?"}]}]}}`,
      "has a group with hooks that cannot be moved",
    ],
  ])("a file %s is refused, and nothing changes", async (_, text, because) => {
    await using stage = await importStage();
    stage.write(FILE, text);
    await expect(moved(stage)).rejects.toThrow(because);
    expect([stage.read(FILE), stage.has("imports.json")]).toEqual([text, false]);
  });

  test("a file that cannot be written stays moved, and `hooks remove` and `uninstall` say so and take nothing away", async () => {
    await using stage = await importStage();
    await moved(stage);
    chmodSync(stage.getPath(FILE), 0o444);
    for (const args of [["hooks", "remove", "claude-code"], ["uninstall"]]) {
      expect(await stage.run(args)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("cannot be put back") as string });
      expect(await stage.shell("claude-code", "PreToolUse")).toMatchObject({ blocked: true });
    }
  });

  test("hooks that the user has put back by hand do not come back twice", async () => {
    await using stage = await importStage();
    await moved(stage);
    const byHand = `${JSON.stringify({ model: "opus", ...JSON.parse(GUARDED) })}\n`;
    stage.write(FILE, byHand);
    expect(await stage.run(["hooks", "remove", "claude-code"])).toMatchObject({ exitCode: 0 });
    expect(stage.read(FILE)).toBe(byHand);
    expect(stage.has("moved-hooks")).toBe(false);
  });

  test("after other changes of the file the hooks come back and the changes stay", async () => {
    await using stage = await importStage();
    const before = `{\n  "model": "opus",\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [{ "type": "command", "command": ".claude/hooks/guard.sh" }] }\n    ]\n  },\n  "env": {}\n}\n`;
    stage.write(FILE, before);
    stage.write("work/.claude/hooks/guard.sh", GUARD);
    await moved(stage);
    stage.write(FILE, stage.read(FILE).replace("opus", "sonnet"));
    await stage.run(["hooks", "remove", "claude-code"]);
    expect(stage.read(FILE)).toBe(before.replace("opus", "sonnet"));
  });
});

describe("IX-14 RG-12 out of users' files and back", async () => {
  const corpus = join(import.meta.dirname, "../../fixtures/user-files");
  const cases = HOOK_FILES.flatMap(({ agent, forms }) => {
    const form = forms.find(({ format, isOfPlugin, code }) => format === "json" && isOfPlugin === undefined && code === undefined);
    const names = readdirSync(corpus).includes(agent) ? readdirSync(join(corpus, agent)).filter((name) => name.endsWith(".json")) : [];
    return form === undefined ? [] : names.map((name) => ({ agent, name, form, text: readFileSync(join(corpus, agent, name), "utf8") }));
  });
  const editor = await editorFor("json");

  test.each(cases)("$agent $name", ({ form, text }) => {
    const request = { form, editor, isMovable: isTheirs };
    const hooks = hooksIn(text, form);
    const cut = cutHooks(text, request);
    if (!cut.ok) return;
    expect(hooksIn(cut.text, form)).toEqual(hooks?.filter((hook) => !isTheirs(hook)));
    expect(restoreHooks(text, cut.text, request)).toBe(text);
  });

  test("some of them have hooks that go", () => {
    const going = cases.filter(({ form, text }) => {
      const cut = cutHooks(text, { form, editor, isMovable: isTheirs });
      return cut.ok && cut.text !== text;
    });
    expect(going.length).toBeGreaterThan(5);
  });
});
