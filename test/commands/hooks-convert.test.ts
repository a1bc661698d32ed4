import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { HOOK_FILES } from "../../src/agents/hook-files-list.ts";
import type { ConversionLoss } from "../../src/interchange/losses.ts";
import { household, symposium } from "./command-line.ts";

/** As a user has it: comments, other settings, our own entry beside the user's. */
const SETTINGS = `{
  // keep this
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "guard-shell", "timeout": 10}]},
      {"hooks": [{"type": "command", "command": "/home/ada/.symposium/bin/symposium-hook claude-code PreToolUse"}]}
    ],
    "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]
  }
}
`;

const MANIFEST = {
  spec: "hooks/1.0",
  hooks: [
    { event: "before_tool_execute", matcher: "shell", handler: { type: "command", command: "guard-shell", timeout: 10 }, blocking: true },
    { event: "agent_stop", handler: { type: "command", command: "say done" }, blocking: false },
  ],
};

const YAML = `spec: hooks/1.0
hooks:
  - event: before_tool_execute
    matcher: shell
    handler: { type: command, command: guard-shell, timeout: 10 }
    blocking: true
`;

const CLAUDE_GROUP = { matcher: "Bash", hooks: [{ type: "command", command: "guard-shell", timeout: 10 }] };

interface Converted {
  readonly answer: {
    readonly files: readonly { readonly path: string; readonly agent?: string; readonly content: string }[];
    readonly losses: readonly ConversionLoss[];
  };
}

describe("IX-9 hooks convert", () => {
  test("reads an agent's file, and leaves Symposium's own entries out", async () => {
    await using house = await household({ project: { ".claude": { "settings.json": SETTINGS } } });
    const { stdout, exitCode } = await house.run(["hooks", "convert", "--to", "hooks", ".claude/settings.json"]);
    const hooks = MANIFEST.hooks.map((hook) => ({ ...hook, provider_data: { symposium: { dialect: "claude-code" } } }));
    expect({ exitCode, manifest: JSON.parse(stdout) }).toEqual({ exitCode: 0, manifest: { ...MANIFEST, hooks } });
  });

  test("IX-7 a manifest with a guard in an agent's own dialect is not the same guard to other readers", async () => {
    await using house = await household({ project: { ".claude": { "settings.json": SETTINGS } } });
    const args = ["hooks", "convert", ".claude/settings.json"];
    const { exitCode, stderr } = await house.run(args);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringContaining("Hook 1 on other readers of the format, `handler`: it reads the payload of Claude Code") as string,
    });
    const checked = await house.run([...args, "--check", "--fail-on", "lossy-blocking", "--json"]);
    const { losses } = (JSON.parse(checked.stdout) as Converted).answer;
    expect([checked.exitCode, losses.map(({ agent, severity }) => `${agent} ${severity}`)]).toEqual([1, ["hooks error", "hooks warning"]]);
  });

  test("IX-12 a manifest that was made of an agent's file gives the entries that the file itself gives", async () => {
    await using house = await household({ project: { ".claude": { "settings.json": SETTINGS } } });
    await house.run(["hooks", "convert", "-o", "hooks.json", ".claude/settings.json"]);
    const direct = await house.run(["hooks", "convert", "--to", "gemini", ".claude/settings.json"]);
    const again = await house.run(["hooks", "convert", "--to", "gemini", "hooks.json"]);
    expect([again.exitCode, again.stdout]).toEqual([0, direct.stdout]);
    expect(again.stdout).toContain(" shim claude-code --on gemini-cli --event BeforeTool ");
  });

  test("IX-1 a dialect that no agent speaks is an error with its place", async () => {
    await using house = await household();
    const [guard] = MANIFEST.hooks;
    const stdin = JSON.stringify({ ...MANIFEST, hooks: [{ ...guard, provider_data: { symposium: { dialect: "claude" } } }] });
    const { exitCode, stdout } = await house.run(["hooks", "validate"], { stdin });
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('`dialect` must be "claude-code" or "codex"')]);
  });

  test("IX-12 Cursor's events for one kind of tool go through the shim, and a guard that cannot is left out with exit code 1", async () => {
    await using house = await household();
    const convert = (hooks: object, to: string) =>
      house.run(["hooks", "convert", "--from", "cursor", "--to", to], { stdin: JSON.stringify({ version: 1, hooks }) });
    const served = await convert({ beforeShellExecution: [{ command: "guard" }] }, "claude");
    expect([served.exitCode, served.stdout]).toEqual([0, expect.stringContaining(" shim cursor --on claude-code --event PreToolUse ")]);
    expect(served.stdout).toContain("beforeShellExecution");
    const filtered = await convert({ beforeShellExecution: [{ command: "guard", matcher: "rm" }] }, "claude");
    expect([filtered.exitCode, filtered.stdout]).toEqual([1, ""]);
  });

  test.each([
    ["JSON", JSON.stringify(MANIFEST)],
    ["YAML", YAML],
  ])("reads a manifest in %s from stdin, and prints the file of an agent", async (_, stdin) => {
    await using house = await household();
    const { stdout, exitCode } = await house.run(["hooks", "convert", "--from", "hooks", "--to", "claude", "--no-shim"], { stdin });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).hooks.PreToolUse).toEqual([CLAUDE_GROUP]);
  });

  test("IX-12 entries call the user's commands through the shim, and with --no-shim directly", async () => {
    await using house = await household();
    const command = async (...args: string[]) => {
      const { stdout } = await house.run(["hooks", "convert", "--to", "claude", ...args], { stdin: JSON.stringify(MANIFEST) });
      return JSON.parse(stdout).hooks.PreToolUse[0].hooks[0].command as string;
    };
    expect(await command()).toMatch(/bin\/symposium-hook" shim hooks --on claude-code --event PreToolUse --hook '.*' -- 'guard-shell' /);
    expect(await command("--no-shim")).toBe("guard-shell");
  });

  test("IX-12 an agent's own hooks stay as they are, and a manifest has the commands themselves", async () => {
    await using house = await household({ project: { ".claude": { "settings.json": SETTINGS } } });
    for (const to of ["claude", "hooks"]) {
      const { stdout } = await house.run(["hooks", "convert", "--to", to, ".claude/settings.json"]);
      expect(stdout).toContain('"guard-shell"');
      expect(stdout).not.toContain("symposium-hook");
    }
  });

  test("IX-5, IX-12 a converted file is read as the hooks that it was made from", async () => {
    await using house = await household({ project: { ".claude": { "settings.json": SETTINGS } } });
    await house.run(["hooks", "convert", "--to", "gemini", "-o", "gemini.json", ".claude/settings.json"]);
    const { stdout } = await house.run(["hooks", "convert", "--from", "gemini", "--to", "claude", "gemini.json"]);
    const hooks = JSON.parse(stdout).hooks as Record<string, readonly { hooks: readonly { command: string }[] }[]>;
    expect(Object.values(hooks).flatMap((groups) => groups.flatMap((group) => group.hooks.map(({ command }) => command)))).toEqual([
      "guard-shell",
      "say done",
    ]);
  });

  test("--to all prints a file for each agent, each with its path", async () => {
    await using house = await household();
    const { stdout } = await house.run(["hooks", "convert", "--to", "all", "--json"], { stdin: JSON.stringify(MANIFEST) });
    const { files } = (JSON.parse(stdout) as Converted).answer;
    expect(files.map(({ path }) => path)).toContain(".claude/settings.json");
    expect([...new Set(files.map(({ agent }) => agent))]).toEqual(HOOK_FILES.map(({ agent }) => agent));
  });

  test("-o adds to an existing file and keeps comments, order and bytes", async () => {
    await using house = await household({
      project: { ".claude": { "settings.json": SETTINGS }, "hooks.yaml": YAML.replaceAll("guard-shell", "other") },
    });
    const file = join(house.project, ".claude/settings.json");
    const { exitCode, stdout } = await house.run(["hooks", "convert", "--to", "claude", "--no-shim", "-o", ".", "hooks.yaml"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "changed       <project>/.claude/settings.json  claude-code\n" });
    const [before = "", after = ""] = SETTINGS.split("    ],\n");
    expect(readFileSync(file, "utf8").startsWith(before.trimEnd())).toBe(true);
    expect(readFileSync(file, "utf8").endsWith(after)).toBe(true);
    expect(readFileSync(file, "utf8")).toContain('"command": "other"');
  });

  test("a script beside the manifest is called from the project", async () => {
    const hooks = YAML.replace("command: guard-shell", "command: ./guard.sh --strict");
    await using house = await household({ project: { tools: { "hooks.yaml": hooks } } });
    const { stdout } = await house.run(["hooks", "convert", "--to", "claude", "--no-shim", "tools/hooks.yaml"]);
    expect(JSON.parse(stdout).hooks.PreToolUse[0].hooks[0].command).toBe("./tools/guard.sh --strict");
  });

  test("-o twice adds nothing the second time", async () => {
    await using house = await household({ project: { "hooks.json": JSON.stringify(MANIFEST) } });
    const convert = () => house.run(["hooks", "convert", "--to", "claude", "-o", "settings.json", "hooks.json"]);
    await convert();
    const first = readFileSync(join(house.project, "settings.json"), "utf8");
    expect((await convert()).stdout).toContain("unchanged");
    expect(readFileSync(join(house.project, "settings.json"), "utf8")).toBe(first);
  });

  test("-o adds hooks to an existing manifest", async () => {
    await using house = await household({ project: { "team.yaml": YAML } });
    await house.run(["hooks", "convert", "--from", "claude", "--to", "hooks", "-o", "team.yaml"], {
      stdin: '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}',
    });
    const text = readFileSync(join(house.project, "team.yaml"), "utf8");
    expect(text.startsWith(YAML)).toBe(true);
    expect(text).toContain("say done");
    expect(await house.run(["hooks", "validate", "team.yaml"])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("2 hooks") });
  });

  test("--dry-run writes nothing, and --diff shows what would change", async () => {
    await using house = await household({
      project: { ".claude": { "settings.json": SETTINGS }, "hooks.yaml": YAML.replaceAll("guard-shell", "other") },
    });
    const { stdout } = await house.run(["hooks", "convert", "--to", "claude", "--no-shim", "-o", ".", "--dry-run", "--diff", "hooks.yaml"]);
    expect(stdout).toContain("would change  <project>/.claude/settings.json");
    expect(stdout).toMatch(/^\+.*"command": "other"/m);
    expect(readFileSync(join(house.project, ".claude/settings.json"), "utf8")).toBe(SETTINGS);
  });

  test("a file that cannot be edited is left alone, and said", async () => {
    await using house = await household({ project: { "settings.json": "{ broken", "hooks.yaml": YAML } });
    const { exitCode, stderr } = await house.run(["hooks", "convert", "--to", "claude", "-o", "settings.json", "hooks.yaml"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("settings.json:1:") });
    expect(readFileSync(join(house.project, "settings.json"), "utf8")).toBe("{ broken");
  });

  test("--json gives files and losses", async () => {
    await using house = await household();
    const manifest = {
      ...MANIFEST,
      hooks: [{ ...MANIFEST.hooks[0], handler: { type: "command", command: "x", cwd: "sub" }, blocking: false }],
    };
    const { stdout } = await house.run(["hooks", "convert", "--to", "claude", "--no-shim", "--json"], { stdin: JSON.stringify(manifest) });
    const { files, losses } = (JSON.parse(stdout) as Converted).answer;
    expect(files).toEqual([{ path: ".claude/settings.json", agent: "claude-code", content: expect.stringContaining("PreToolUse") }]);
    expect(losses).toContainEqual(expect.objectContaining({ hook: "Hook 1", index: 0, agent: "claude-code", field: "handler.cwd" }));
  });

  test("a hook that would not be the same guard is left out, the rest is printed, and the command fails", async () => {
    await using house = await household();
    const guard = {
      name: "guard",
      event: "before_tool_execute",
      matcher: "no_such_event",
      handler: { type: "command", command: "x" },
      blocking: true,
    };
    const stdin = JSON.stringify({ spec: "hooks/1.0", hooks: [{ ...guard, event: "file_deleted" }, MANIFEST.hooks[0]] });
    const { exitCode, stdout, stderr } = await house.run(["hooks", "convert", "--to", "claude", "--no-shim"], { stdin });
    expect({ exitCode, groups: JSON.parse(stdout).hooks.PreToolUse }).toEqual({ exitCode: 1, groups: [CLAUDE_GROUP] });
    expect(stderr).toContain("guard on Claude Code");
    expect(stderr).toContain("would not be the same guard");
  });

  test("files of different agents are not mixed, and unknown words are explained", async () => {
    await using house = await household({ project: { "hooks.json": JSON.stringify(MANIFEST), ".claude": { "settings.json": SETTINGS } } });
    const fails = async (...args: string[]) => {
      const { exitCode, stderr } = await house.run(["hooks", "convert", ...args]);
      return `${exitCode} ${stderr}`;
    };
    expect(await fails("hooks.json", ".claude/settings.json")).toMatch(
      /^1 error: the files are of different kinds: manifests and Claude Code/,
    );
    expect(await fails("--to", "no-such-agent", "hooks.json")).toMatch(/^2 error: unknown agent: no-such-agent/);
    expect(await fails("--to", "claude:toml", "hooks.json")).toMatch(/^2 error: Claude Code has no hook files of the form "toml"/);
    expect(await fails("absent.json")).toMatch(/^1 error: there is no file <project>\/absent\.json/);
    expect(await fails()).toMatch(/^2 error: there is nothing to read/);
    writeFileSync(join(house.project, "odd.json"), "{}");
    expect(await fails("odd.json")).toMatch(/^1 error: odd\.json: this is neither a manifest nor a hook file/);
  });
});

describe("IX-9 --check", () => {
  const lossy = { spec: "hooks/1.0", hooks: [{ event: "agent_stop", handler: { type: "command", command: "x", cwd: "sub" } }] };
  const check = (manifest: object, ...flags: string[]) =>
    symposium(["hooks", "convert", "--to", "claude", "--check", "--no-shim", ...flags, "hooks.json"], {
      home: { "hooks.json": JSON.stringify(manifest) },
    });

  test("passes without losses, and prints no file", async () => {
    await using house = await household({ project: { ".claude": { "settings.json": SETTINGS } } });
    const ran = await house.run(["hooks", "convert", "--to", "claude", "--check", ".claude/settings.json"]);
    expect(ran).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining("{"), stderr: expect.not.stringContaining("warning") });
  });

  test.each([
    ["lossy-blocking", 0],
    ["lossy", 1],
    ["any", 1],
  ])("--fail-on %s exits with %i where a hook that only observes loses something", async (failOn, exitCode) => {
    expect(await check(lossy, "--fail-on", failOn)).toMatchObject({ exitCode, stdout: "" });
  });

  test("writes nothing, not even with -o", async () => {
    await using house = await household({ project: { "hooks.json": JSON.stringify(MANIFEST) } });
    await house.run(["hooks", "convert", "--to", "claude", "--check", "-o", "out.json", "hooks.json"]);
    expect(house.has("project/out.json")).toBe(false);
  });
});

describe("IX-9 hooks validate", () => {
  test("says what is wrong where, and exits with 1", async () => {
    await using house = await household({
      project: { "bad.json": '{\n  "spec": "hooks/1.0",\n  "hooks": [{"event": "agent_stop"}]\n}\n', "good.yaml": YAML },
    });
    const { exitCode, stdout, stderr } = await house.run(["hooks", "validate", "good.yaml", "bad.json"]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^valid {4}good\.yaml {2}1 hook\ninvalid {2}bad\.json\n +error: bad\.json:3:\d+: /);
    expect(stderr).toContain("in bad.json");
    expect(await house.run(["hooks", "validate", "good.yaml", "-q"])).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });
});

describe("IX-9 hooks explain", () => {
  test("shows what each hook becomes on an agent, and what is lost", async () => {
    const manifest = {
      spec: "hooks/1.0",
      hooks: [{ name: "tests", event: "agent_stop", handler: { type: "command", command: "npm test", cwd: "app" } }],
    };
    const { stdout, exitCode } = await symposium(["hooks", "explain", "--to", "claude", "--no-shim", "hooks.json"], {
      home: { "hooks.json": JSON.stringify(manifest) },
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^tests \(agent_stop\)\n {2}Claude Code {2}changed {2}Stop\n {6}handler\.cwd: /);
  });
});
