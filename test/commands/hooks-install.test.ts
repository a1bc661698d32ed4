import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Ledger } from "../../src/files/ledger.ts";
import { agreeToInstall } from "../support/agree-to-install.ts";
import { household, type Household } from "./command-line.ts";

const CONFIG = (...agents: string[]) =>
  `mcp-server = false\n[defaults]\nsymposium-recommendations = false\n${agents.map((name) => `[[agent]]\nname = "${name}"\n`).join("")}`;

const GUARD = {
  name: "guard",
  event: "before_tool_execute",
  matcher: "shell",
  handler: { type: "command", command: "./guard.sh" },
  blocking: true,
};
const DONE = { name: "done", event: "agent_stop", handler: { type: "command", command: "say done" } };

const manifest = (...hooks: readonly object[]) => JSON.stringify({ spec: "hooks/1.0", hooks });

const house = (agents: readonly string[], more: object = {}) =>
  household({
    home: { ".symposium": { "config.toml": CONFIG(...agents) }, ...more },
    project: { team: { "hooks.json": manifest(GUARD, DONE), "more.json": manifest(DONE) } },
  });

const settings = ({ home }: Household) => JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8"));
const ledger = ({ home }: Household) => JSON.parse(readFileSync(join(home, ".symposium/ledger.json"), "utf8")) as Ledger;

describe("IX-9 hooks install", () => {
  test("adds native entries to the configured agents, and records them", async () => {
    await using there = await house(["claude"]);
    const { stdout, exitCode } = await agreeToInstall(there.run, ["team/hooks.json", "--no-shim"]);
    expect(exitCode).toBe(0);
    expect(stdout).toBe("created       ~/.claude/settings.json  Claude Code: hooks of hooks.json\ndone: Claude Code (2 hooks)\n");
    // A user's file needs the whole path of a script beside the manifest.
    const command = join(there.project, "team/guard.sh");
    expect(settings(there).hooks).toEqual({
      PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }],
      Stop: [{ hooks: [{ type: "command", command: "say done" }] }],
    });
    const [file] = ledger(there).files;
    expect(file).toMatchObject({
      agents: [],
      createdFile: true,
      hooks: [{ manifest: join(there.project, "team/hooks.json"), agents: ["claude-code"] }],
    });
  });

  test("IX-12 a script is called in the dialect that the manifest states", async () => {
    await using there = await house(["gemini"]);
    const spoken = { ...GUARD, provider_data: { symposium: { dialect: "claude-code" } } };
    writeFileSync(join(there.project, "team/hooks.json"), manifest(spoken));
    const { exitCode } = await agreeToInstall(there.run, ["team/hooks.json"]);
    const text = readFileSync(join(there.home, ".gemini/settings.json"), "utf8");
    expect([exitCode, text]).toEqual([0, expect.stringContaining(" shim claude-code --on gemini-cli --event BeforeTool ")]);
  });

  test("in a project, scripts are named below it", async () => {
    await using there = await house(["claude"]);
    await agreeToInstall(there.run, ["team/hooks.json", "--no-shim", "--hook-scope", "project"]);
    const { hooks } = JSON.parse(readFileSync(join(there.project, ".claude/settings.json"), "utf8"));
    expect(hooks.PreToolUse[0].hooks[0].command).toBe("./team/guard.sh");
  });

  test("a changed manifest replaces what it installed, and one of another path stays", async () => {
    await using there = await house(["claude"]);
    await agreeToInstall(there.run, ["team/hooks.json", "--no-shim"]);
    await agreeToInstall(there.run, ["team/more.json", "--no-shim"]);
    writeFileSync(join(there.project, "team/hooks.json"), manifest({ ...GUARD, handler: { type: "command", command: "better-guard" } }));
    await agreeToInstall(there.run, ["team/hooks.json", "--no-shim"]);
    expect(settings(there).hooks).toEqual({
      Stop: [{ hooks: [{ type: "command", command: "say done" }] }],
      PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "better-guard" }] }],
    });
    await there.run(["hooks", "remove", "team/hooks.json"]);
    expect(settings(there).hooks).toEqual({ Stop: [{ hooks: [{ type: "command", command: "say done" }] }] });
    await there.run(["hooks", "remove"]);
    expect(there.has("home/.claude")).toBe(false);
  });

  test("a user's equal entry stays the user's", async () => {
    const own = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}\n';
    await using there = await house(["claude"], { ".claude": { "settings.json": own } });
    await agreeToInstall(there.run, ["team/hooks.json", "--no-shim"]);
    expect(settings(there).hooks.Stop).toHaveLength(1);
    await there.run(["hooks", "remove"]);
    expect(there.read("home/.claude/settings.json")).toBe(own);
  });

  test("an entry that the user changed is left to the user, and said", async () => {
    await using there = await house(["claude"]);
    await agreeToInstall(there.run, ["team/hooks.json", "--no-shim"]);
    const file = join(there.home, ".claude/settings.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("say done", "say bye"));
    const { stderr } = await there.run(["hooks", "remove"]);
    expect(stderr).toContain("a hook in hooks.Stop was changed or removed by hand, so Symposium leaves it to you");
    expect(settings(there).hooks).toEqual({ Stop: [{ hooks: [{ type: "command", command: "say bye" }] }] });
  });

  test("hooks stay through init, sync and a removed agent, and go with uninstall", async () => {
    await using there = await house(["claude", "cursor"]);
    await agreeToInstall(there.run, ["team/hooks.json", "--no-shim", "--to", "claude"]);
    const stops = () =>
      settings(there).hooks.Stop.flatMap((group: { hooks: { command: string }[] }) => group.hooks.map(({ command }) => command));
    for (const args of [["init", "--yes"], ["sync"], ["init", "--remove-agent", "claude"], ["sync"], ["uninstall", "--dry-run"]]) {
      expect(await there.run(args)).toMatchObject({ exitCode: 0 });
      expect(stops()).toContain("say done");
    }
    expect(stops()).toEqual(["say done"]);
    expect((await there.run(["uninstall"])).stdout).toContain("hooks of hooks.json removed");
    expect(there.has("home/.claude")).toBe(false);
  });

  test("--dry-run and --check change nothing", async () => {
    await using there = await house(["claude"]);
    const { stdout } = await there.run(["hooks", "install", "team/hooks.json", "--dry-run", "--diff"]);
    expect(stdout).toMatch(/^would create {2}~\/\.claude\/settings\.json.*\n@@ -1 \+1 @@\n\+\{/);
    await there.run(["hooks", "install", "team/hooks.json", "--check"]);
    expect([there.has("home/.claude"), there.has("home/.symposium/ledger.json")]).toEqual([false, false]);
  });

  test("a guard that one agent cannot have is refused there, and installed in the others", async () => {
    await using there = await house(["claude", "cursor"]);
    // Only Claude Code has this event.
    const guard = { name: "guard", event: "config_change", handler: { type: "command", command: "x" }, blocking: true };
    writeFileSync(join(there.project, "team/hooks.json"), manifest(guard, DONE));
    const { exitCode, stderr } = await agreeToInstall(there.run, ["team/hooks.json", "--no-shim"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("guard (cursor)");
    expect(Object.keys(settings(there).hooks)).toEqual(["ConfigChange", "Stop"]);
    expect(there.read("home/.cursor/hooks.json")).toContain("say done");
  });

  test("a file that cannot be edited is left alone, and the others are written", async () => {
    await using there = await house(["claude", "cursor"], { ".claude": { "settings.json": "{ broken" } });
    const { exitCode, stderr } = await agreeToInstall(there.run, ["team/hooks.json", "--no-shim"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("settings.json:1:") });
    expect(there.read("home/.claude/settings.json")).toBe("{ broken");
    expect(there.read("home/.cursor/hooks.json")).toContain("say done");
  });

  test("RG-7 VS Code reads the file of Copilot CLI, and nothing is written for it", async () => {
    await using there = await house(["copilot", "vscode-copilot"]);
    const { stdout } = await agreeToInstall(there.run, ["team/more.json", "--no-shim"]);
    expect(stdout).toContain("VS Code reads the file of Copilot CLI");
    expect(ledger(there).files.map(({ file }) => file)).toEqual([join(there.home, ".copilot/hooks/more.json")]);
  });

  test("RG-7 an agent that also reads another agent's file is named", async () => {
    await using there = await house(["claude", "cursor"]);
    const { stderr } = await agreeToInstall(there.run, ["team/more.json", "--no-shim"]);
    expect(stderr).toContain("Cursor also reads ~/.claude/settings.json, so it may run these hooks twice");
  });

  test("a file that hooks have for themselves is replaced and deleted as a whole", async () => {
    await using there = await house(["opencode"]);
    await agreeToInstall(there.run, ["team/more.json", "--no-shim"]);
    const [file] = ledger(there).files;
    expect(file).toMatchObject({ content: "plugin-file", hooks: [{ insertions: [] }] });
    expect(await agreeToInstall(there.run, ["team/more.json", "--no-shim"])).toMatchObject({
      stdout: expect.stringContaining("nothing to change"),
    });
    expect(await there.run(["hooks", "remove"])).toMatchObject({ exitCode: 0 });
    expect(there.has("home/.config")).toBe(false);
  });
});

describe("IX-12 hooks install, through the shim", () => {
  const own = '{\n  // mine\n  "model": "opus"\n}\n';

  test("writes entries that call symposium-hook, records them, and removes them byte for byte", async () => {
    await using there = await house(["claude"], { ".claude": { "settings.json": own } });
    await agreeToInstall(there.run, ["team/hooks.json"]);
    const text = there.read("home/.claude/settings.json");
    expect(text).toContain(`shim hooks --on claude-code --event PreToolUse`);
    expect(text).toContain(`-- '${join(there.project, "team/guard.sh")}' || :`);
    expect(await agreeToInstall(there.run, ["team/hooks.json"])).toMatchObject({ stdout: expect.stringContaining("nothing to change") });
    for (const args of [["init", "--yes"], ["sync"]]) await there.run(args);
    expect(there.read("home/.claude/settings.json")).toContain("shim hooks --on claude-code --event Stop");
    await there.run(["uninstall"]);
    expect(there.read("home/.claude/settings.json")).toBe(own);
  });

  test("loses less than --no-shim", async () => {
    await using there = await house(["claude"]);
    writeFileSync(join(there.project, "team/hooks.json"), manifest({ ...DONE, handler: { ...DONE.handler, cwd: "app", env: { A: "b" } } }));
    const check = (...args: string[]) => there.run(["hooks", "install", "team/hooks.json", "--check", ...args]);
    expect([(await check()).exitCode, (await check("--no-shim")).exitCode]).toEqual([0, 1]);
  });
});

describe("IX-9 hooks remove", () => {
  test("needs no manifest, and says which hooks are installed", async () => {
    await using there = await house(["claude"]);
    expect(await there.run(["hooks", "remove"])).toMatchObject({
      exitCode: 0,
      stdout: "nothing to remove: no hooks are imported or installed\n",
    });
    await agreeToInstall(there.run, ["team/hooks.json", "--no-shim"]);
    rmSync(join(there.project, "team/hooks.json"));
    const wrong = await there.run(["hooks", "remove", "other.json"]);
    expect(wrong).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("hooks are installed from <project>/team/hooks.json") });
    expect(await there.run(["hooks", "remove", "team/hooks.json"])).toMatchObject({ exitCode: 0 });
    expect(there.has("home/.claude")).toBe(false);
  });
});

test("IX-9 a file with one hook is replaced by a changed one, and deleted", async () => {
  await using there = await house(["kiro"]);
  const install = () => agreeToInstall(there.run, ["team/more.json", "--to", "kiro:ide"]);
  const file = "home/.kiro/hooks/more.kiro.hook";
  expect(await install()).toMatchObject({ exitCode: 0 });
  expect(there.read(file)).toContain("say done");
  writeFileSync(join(there.project, "team/more.json"), manifest({ ...DONE, handler: { type: "command", command: "say bye" } }));
  await install();
  expect(JSON.parse(there.read(file))).toMatchObject({ then: { command: "say bye" } });
  await there.run(["hooks", "remove"]);
  expect(there.has("home/.kiro")).toBe(false);
});
