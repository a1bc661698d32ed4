import { rmSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { SHELL } from "../program/calling.ts";
import { commandHook, hooksText, manifestFolder, type WrittenHook } from "../support/hook-manifest.ts";
import { createHome, type Home } from "../support/home.ts";
import { manifest } from "../support/plugin.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { capturedPayload } from "../support/payloads.ts";

const DENY = 'echo "not here" >&2; exit 2';
const BLOCKING = { blocking: true };

/** What Claude Code is told about a shell call. */
async function told(home: Home, payload: object = SHELL): Promise<string> {
  const { stdout } = await home.call("claude", "PreToolUse", payload);
  const output = stdout === "" ? {} : (JSON.parse(stdout) as { hookSpecificOutput?: Record<string, string> }).hookSpecificOutput;
  return output?.["permissionDecisionReason"] ?? "";
}

function inHome(home: Home) {
  return { ...home.services().context, cwd: home.path };
}

describe("IX-10 a hook manifest", () => {
  test("alone in a folder of a source is a plugin of the folder's name, on every agent", async () => {
    await using home = await createHome(manifestFolder("guard", [commandHook(DENY, { ...BLOCKING, name: "no" })]));
    expect(await told(home)).toBe("not here (guard/no)");
    const { stdout } = await home.call("gemini", "BeforeTool", capturedPayload("gemini-cli", "BeforeTool.shell"));
    expect(JSON.parse(stdout)).toMatchObject({ decision: "deny", reason: "not here (guard/no)" });
  });

  test("in YAML means the same", async () => {
    const text = `spec: hooks/1.0\nhooks:\n  - event: before_tool_execute\n    blocking: true\n    handler:\n      type: command\n      command: '${DENY}'\n`;
    await using home = await createHome({ guard: { "hooks.yaml": text } });
    expect(await told(home)).toBe("not here (guard/Hook 1)");
  });

  test("of a plugin runs after the plugin's own hooks, under its gate", async () => {
    const named = (gate?: string) => ({
      ...manifest("guard", 'hooks-manifest = "rules/hooks.json"\n', gate),
      rules: { "hooks.json": hooksText([commandHook(DENY, BLOCKING)]) },
    });
    await using home = await createHome({ guard: named(), other: { ...named('crates = ["serde"]') } });
    expect(await told(home)).toBe("not here (guard/Hook 1)");
    expect(home.trace()[0]?.ran.map(({ hook }) => hook)).toEqual(["guard/Hook 1"]);
  });

  test("in a folder with a hostile name, with hostile names of hooks, runs under names that fit a line", async () => {
    const hooks = [
      commandHook(DENY, { ...BLOCKING, name: "a\n=*\tb" }),
      commandHook("true", { name: "x" }),
      commandHook("true", { name: "x" }),
    ];
    await using home = await createHome(manifestFolder("g\n\t\u001bx", hooks));
    expect(await told(home)).toBe("not here (g\\n\\t\\x1bx/Hook 1)");
    await using other = await createHome(manifestFolder("g", hooks.slice(1)));
    await told(other);
    expect(other.trace()[0]?.ran.map(({ hook }) => hook)).toEqual(["g/x", "g/x (2)"]);
  });

  test.each([
    ["a file of another tool", '{"hooks": {"PreToolUse": []}}'],
    ["a `spec` that is not at the top", '{"x": {"spec": "hooks/1.0", "hooks": []}}'],
    ["another spec", '{"spec": "openapi/3", "hooks": []}'],
    ["a list", '["spec", "hooks/1.0"]'],
  ])("is not seen in %s", async (_, text) => {
    await using home = await createHome({ guard: { "hooks.json": text } });
    expect(await told(home)).toBe("");
    expect(home.trace()[0]?.problems).toEqual([]);
  });

  test("RT-37 stays in force while it is being edited, alone and beside a `SYMPOSIUM.toml`", async () => {
    await using home = await createHome({
      ...manifestFolder("alone", [commandHook(DENY, BLOCKING)]),
      beside: { ...manifest("beside", 'hooks-manifest = "hooks.json"\n'), "hooks.json": hooksText([commandHook(DENY, BLOCKING)]) },
    });
    expect(await told(home)).toBe("not here (alone/Hook 1)");
    for (const text of ['{"spec": "hooks/1.0", "hooks": [', "", '{"spec": "hooks/1.0", "hooks": []}']) {
      writeFileSync(home.getPath("plugins/alone/hooks.json"), text);
      expect(await told(home)).toBe("not here (alone/Hook 1)");
    }
    rmSync(home.getPath("plugins/alone"), { recursive: true });
    expect(await told(home)).toBe("not here (beside/Hook 1)");
    for (const text of ['{"spec": "hooks/1.0", "hooks": [', "", '{"spec": "hooks/1.0", "hooks": []}']) {
      writeFileSync(home.getPath("plugins/beside/hooks.json"), text);
      expect(await told(home)).toBe("not here (beside/Hook 1)");
    }
  });

  test.each(["../hooks.json", "/etc/hooks.json", "hooks.toml", "missing.json"])(
    "named as %s is refused, and the rest stays",
    async (name) => {
      const own = '[[hooks]]\nname = "own"\nevent = "PreToolUse"\ncommand = { script = "own.sh" }\n';
      await using home = await createHome({
        guard: { ...manifest("guard", `hooks-manifest = "${name}"\n${own}`), "own.sh": "echo own >&2; exit 2" },
        "hooks.json": hooksText([commandHook("touch x")]),
      });
      expect(await told(home)).toBe("own (guard/own)");
      expect(home.trace()[0]?.problems.join("\n")).toMatch(/SYMPOSIUM\.toml:\d+:\d+: .*(?:leads out|not a valid name|there is no file)/);
    },
  );
});

const READ = capturedPayload("claude-code", "PreToolUse.read");
const MCP = { ...SHELL, tool_name: "mcp__my-server__do_it", tool_input: {} };

describe("IX-2 IX-10 the matcher of a manifest's hook", () => {
  const CASES: readonly (readonly [string, unknown, readonly [shell: boolean, read: boolean, mcp: boolean]])[] = [
    ["none", undefined, [true, true, true]],
    ["a neutral name", "shell", [true, false, false]],
    ["an agent's own name", "Bash", [true, false, false]],
    ["names joined by |, which are one name", "Bash|Read", [false, false, false]],
    ["a star, which is a name", "*", [false, false, false]],
    ["a list of names", ["Bash", "Read"], [true, true, false]],
    ["a server's tool by its name", "mcp__my_server__do_it", [false, false, true]],
    ["a tool of any server", { mcp: { server: "*", tool: "do_it" } }, [false, false, true]],
    ["a pattern on the agent's own name", { pattern: "^B" }, [true, false, false]],
    ["a pattern on the neutral name", { pattern: "^shell$" }, [true, false, false]],
    ["a server", { mcp: { server: "my_server" } }, [false, false, true]],
    ["a tool of a server", { mcp: { server: "my-server", tool: "do_it" } }, [false, false, true]],
    ["another tool of it", { mcp: { server: "my-server", tool: "do" } }, [false, false, false]],
    ["any server", { mcp: { server: "*" } }, [false, false, true]],
    ["a list of all kinds", ["file_read", { pattern: "^Zz" }, { mcp: { server: "my-server" } }], [false, true, true]],
    ["hostile characters", ["a\tb", { mcp: { server: "a|.*\n", tool: "*" } }], [false, false, false]],
  ];

  test.each(CASES)("%s", async (_, matcher, expected) => {
    const hook = commandHook(DENY, { ...BLOCKING, ...(matcher === undefined ? {} : { matcher }) });
    await using home = await createHome(manifestFolder("guard", [hook]));
    const met = [await told(home), await told(home, READ), await told(home, MCP)].map((reason) => reason !== "");
    expect(met).toEqual(expected);
  });
});

describe("IX-11 what Symposium does not do", () => {
  const PROMPT: WrittenHook = { event: "before_tool_execute", handler: { type: "prompt", prompt: "Is it safe?" } };

  test.each([
    ["a prompt", PROMPT, /does not evaluate handlers of type `prompt`, so the hook never runs/],
    ["an agent", { ...PROMPT, handler: { type: "agent", agent: {} } }, /type `agent`/],
    ["an event that no agent has", commandHook("true", { event: "moon_rise" }), /does not have an event `moon_rise`/],
  ])("%s is reported with its place, and the rest runs", async (_, hook, message) => {
    await using home = await createHome(manifestFolder("guard", [hook, commandHook(DENY, BLOCKING)]));
    expect(await told(home)).toBe("not here (guard/Hook 2)");
    const { stdout, stderr } = await runInProcess({ args: ["plugin", "validate", "plugins/guard"], context: inHome(home) });
    expect(stdout + stderr).toMatch(message);
    expect(stdout + stderr).toMatch(/hooks\.json:\d+:\d+/);
  });

  test("a prompt whose author says `block` denies", async () => {
    await using home = await createHome(manifestFolder("guard", [{ ...PROMPT, degradation: { llm_evaluated: "block" } }]));
    expect(await told(home)).toMatch(/guard\/Hook 1.*does not evaluate handlers of type `prompt`/);
  });
});

test("PL-7 IX-10 `plugin validate` finds scripts that are missing or cannot be started", async () => {
  const hooks = [commandHook("./bin/missing.sh"), commandHook("./bin/plain.sh --x"), commandHook("true", { matcher: "bash" })];
  await using home = await createHome(manifestFolder("guard", hooks, { bin: { "plain.sh": "#!/bin/sh\n" } }));
  const { stdout, stderr, exitCode } = await runInProcess({ args: ["plugin", "validate", "plugins/guard"], context: inHome(home) });
  expect(exitCode).toBe(1);
  expect(stdout + stderr).toMatch(/Hook 1: there is no file .*missing\.sh/);
  expect(stdout + stderr).toMatch(/Hook 2: .*plain\.sh is not executable/);
  expect(stdout + stderr).toMatch(/Hook 3: `bash` matches on/);
});
