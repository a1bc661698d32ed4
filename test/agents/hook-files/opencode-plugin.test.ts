/** A generated plugin does what the interchange format says, at what OpenCode calls. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { created, message } from "../opencode/loaded-plugin.ts";
import { loaded } from "./generated-plugin.ts";

const BLOCKED = new Error("Blocked by the hook exit 2.");
const bash = { tool: "bash", sessionID: "ses_1", callID: "call_1" };
const before = (...entries: object[]) => ({ hooks: { "tool-execute-before": entries } }) as never;
const prints = (answer: object) => `echo '${JSON.stringify(answer)}'`;
const args = (command = "ls") => ({ args: { command } as Record<string, unknown> });

describe("IX-4 what a hook reads", () => {
  test("before a tool: our envelope, with neutral names and OpenCode's own call", async () => {
    const { hooks, read, project } = await loaded(before({ command: "cat > told.json" }));
    const input = { tool: "edit", sessionID: "ses_1", callID: "call_1" };
    const output = { args: { filePath: "/p/a.ts", oldString: "a", newString: "b", replaceAll: true } };
    await hooks["tool.execute.before"]?.(input, output);
    expect(JSON.parse(read("told.json") ?? "")).toEqual({
      event: "before_tool_execute",
      agent: "opencode",
      session_id: "ses_1",
      cwd: project,
      tool: { name: "file_edit", native: "edit" },
      input: { file_path: "/p/a.ts", old_string: "a", new_string: "b", replace_all: true },
      raw: { hook: "tool.execute.before", sessionID: "ses_1", cwd: project, input, output },
    });
  });

  test("a patch: the files it touches, and its text", async () => {
    const { hooks, read } = await loaded(before({ command: "cat > told.json" }));
    const patchText = "*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** Add File: b.ts\n+c\n*** End Patch";
    await hooks["tool.execute.before"]?.({ ...bash, tool: "apply_patch" }, { args: { patchText } });
    expect(JSON.parse(read("told.json") ?? "")).toMatchObject({
      tool: { name: "file_edit", native: "apply_patch" },
      input: { file_path: "a.ts", files: ["a.ts", "b.ts"], patch: patchText },
    });
  });

  test("after a tool: its result; at a prompt: what the user typed; a tool of a server: both names", async () => {
    const tells = (file: string) => [{ command: `cat > ${file}` }];
    const { hooks, read } = await loaded({ hooks: { "tool-execute-after": tells("after.json"), "chat-message": tells("prompt.json") } });
    await hooks["tool.execute.after"]?.({ ...bash, args: { command: "ls" } }, { title: "", metadata: { exit: 0 }, output: "a.ts" });
    expect(JSON.parse(read("after.json") ?? "")).toMatchObject({
      event: "after_tool_execute",
      tool: { name: "shell", native: "bash" },
      input: { command: "ls" },
      result: { stdout: "a.ts", output: "a.ts", metadata: { exit: 0 } },
    });
    await hooks["tool.execute.after"]?.({ ...bash, tool: "github_search", args: {} }, { content: [{ type: "text", text: "found" }] });
    expect(JSON.parse(read("after.json") ?? "")).toMatchObject({
      tool: { name: "mcp__github__search", native: "github_search", mcp: { server: "github", tool: "search" } },
      result: { text: "found" },
    });
    await hooks["chat.message"]?.({ sessionID: "ses_1" }, message("ses_1"));
    expect(JSON.parse(read("prompt.json") ?? "")).toMatchObject({ event: "before_prompt", prompt: "hello" });
  });

  test("env, cwd below the project, and the command of this system", async () => {
    const { hooks, read, project } = await loaded(
      before({
        command: "echo all > system",
        linux: 'echo "$GREETING" > said',
        darwin: 'echo "$GREETING" > said',
        cwd: "sub",
        env: { GREETING: "it's" },
      }),
    );
    mkdirSync(join(project, "sub"));
    await hooks["tool.execute.before"]?.(bash, args());
    expect(read("sub/said")).toBe("it's\n");
    expect(read("sub/system")).toBeUndefined();
  });
});

describe("IX-11 what its answer does", () => {
  const cases: readonly { readonly name: string; readonly entry: object; readonly thrown?: string; readonly warning?: string }[] = [
    { name: "exit code 2 of a blocking hook denies with stderr", entry: { command: "echo no >&2; exit 2", blocking: true }, thrown: "no" },
    {
      name: "exit code 2 without a reason denies all the same",
      entry: { name: "guard", command: "exit 2", blocking: true },
      thrown: "Blocked by the hook guard.",
    },
    {
      name: "exit code 2 of another hook warns",
      entry: { name: "n", command: "echo no >&2; exit 2" },
      warning: "n: it exited with code 2: no",
    },
    { name: "exit code 1 warns", entry: { name: "n", command: "exit 1", blocking: true }, warning: "n: it exited with code 1: " },
    {
      name: "decision deny denies, blocking or not",
      entry: { command: prints({ decision: "deny", reason: "not here" }), blocking: false },
      thrown: "not here",
    },
    {
      name: "a question is a denial, because OpenCode cannot ask the user",
      entry: { command: prints({ decision: "ask", reason: "sure?" }), blocking: true },
      thrown: "sure?",
    },
    { name: "allow allows", entry: { command: prints({ decision: "allow" }), blocking: true } },
    {
      name: "an unknown decision warns",
      entry: { name: "n", command: prints({ decision: "no" }), blocking: true },
      warning: "n: its decision is not valid: it must be allow, ask or deny",
    },
    {
      name: "output that is not JSON warns",
      entry: { name: "n", command: "echo hello", blocking: true },
      warning: "n: its output is not JSON",
    },
    {
      name: "a timeout warns",
      entry: { name: "n", command: "sleep 5", timeout: 0.05, blocking: true },
      warning: "n: The hook n did not answer within 0.05 s.",
    },
    {
      name: "a timeout blocks where it says so",
      entry: { name: "n", command: "sleep 5", timeout: 0.05, timeout_action: "block", blocking: true },
      thrown: "The hook n did not answer within 0.05 s.",
    },
    {
      name: "a timeout of a hook that is not blocking never blocks",
      entry: { name: "n", command: "sleep 5", timeout: 0.05, timeout_action: "block" },
      warning: "n: The hook n did not answer within 0.05 s.",
    },
  ];
  test.each(cases)("$name", async ({ entry, thrown, warning }) => {
    const { hooks, warnings } = await loaded(before(entry));
    const call = async () => hooks["tool.execute.before"]?.(bash, args());
    if (thrown === undefined) await call();
    else await expect(call()).rejects.toThrow(new Error(thrown));
    expect(warnings).toEqual(warning === undefined ? [] : [warning]);
  });

  test("a new input is put into the object that OpenCode holds, under its own names, and reaches the next hook", async () => {
    const first = { command: prints({ updated_input: { file_path: "/p/b.ts" } }) };
    const { hooks, read } = await loaded(before(first, { command: "cat > told.json" }));
    const held = { filePath: "/p/a.ts", content: "x" };
    await hooks["tool.execute.before"]?.({ ...bash, tool: "write" }, { args: held });
    expect(held).toEqual({ filePath: "/p/b.ts", content: "x" });
    expect(JSON.parse(read("told.json") ?? "")).toMatchObject({ input: { file_path: "/p/b.ts", content: "x" } });
  });

  test("a denial ends it: the next hook does not run", async () => {
    const { hooks, read } = await loaded(before({ command: "exit 2", blocking: true }, { command: "echo ran > ran" }));
    await expect(hooks["tool.execute.before"]?.(bash, args())).rejects.toThrow(BLOCKED);
    expect(read("ran")).toBeUndefined();
  });

  test("context before a tool waits for its result, and joins that of hooks after it", async () => {
    const { hooks } = await loaded({
      hooks: {
        "tool-execute-before": [{ command: prints({ context: "one" }) }],
        "tool-execute-after": [{ command: prints({ context: "two" }) }],
      },
    });
    await hooks["tool.execute.before"]?.(bash, args());
    const output = { title: "", metadata: {}, output: "done" };
    await hooks["tool.execute.after"]?.({ ...bash, args: {} }, output);
    expect(output.output).toBe("done\n\none\n\ntwo");
  });

  test("after a tool a denial takes the result's place", async () => {
    const { hooks } = await loaded({ hooks: { "tool-execute-after": [{ command: prints({ decision: "deny", reason: "secret" }) }] } });
    const output = { content: [{ type: "text", text: "key" }] };
    await hooks["tool.execute.after"]?.({ ...bash, tool: "vault_get", args: {} }, output);
    expect(output.content).toEqual([{ type: "text", text: "secret" }]);
  });

  test("at a prompt a denial is thrown, and context becomes a part of the message", async () => {
    const denies = await loaded({ hooks: { "chat-message": [{ command: "echo no prompt >&2; exit 2", blocking: true }] } });
    await expect(denies.hooks["chat.message"]?.({ sessionID: "ses_1" }, message("ses_1"))).rejects.toThrow(new Error("no prompt"));
    const tells = await loaded({ hooks: { "chat-message": [{ command: prints({ context: "branch: main" }) }] } });
    const output = message("ses_1") as unknown as { readonly parts: { readonly text: string; readonly synthetic?: boolean }[] };
    await tells.hooks["chat.message"]?.({ sessionID: "ses_1" }, output);
    expect(output.parts.at(-1)).toMatchObject({ type: "text", text: "branch: main", synthetic: true });
  });

  test("context at the start of a session is in every request of it", async () => {
    const { hooks } = await loaded({ hooks: { "session-created": [{ command: prints({ context: "house rules" }) }] } });
    await hooks.event(created("ses_1"));
    for (const system of [["You are OpenCode."], ["You are OpenCode."]]) {
      await hooks["experimental.chat.system.transform"]?.({ sessionID: "ses_1" }, { system });
      expect(system).toEqual(["You are OpenCode.", "house rules"]);
    }
  });

  test("a hook that runs beside is not waited for, decides nothing, and ends before OpenCode does", async () => {
    const entry = { command: `sleep 0.3; echo ran > ran; ${prints({ decision: "deny", reason: "late" })}`, async: true, blocking: true };
    const { hooks, read } = await loaded(before(entry));
    await hooks["tool.execute.before"]?.(bash, args());
    expect(read("ran")).toBeUndefined();
    await hooks.dispose();
    expect(read("ran")).toBe("ran\n");
  });

  test("hooks at the end of a session run when OpenCode ends or the session is deleted", async () => {
    const { hooks, read } = await loaded({
      hooks: { "session-end": [{ command: "echo end >> ends" }], "session-idle": [{ command: "echo idle >> idle" }] },
    });
    await hooks.event(created("ses_1"));
    await hooks.event({ event: { type: "session.idle", properties: { sessionID: "ses_1" } } });
    await hooks.dispose();
    expect({ ends: read("ends"), idle: read("idle") }).toEqual({ ends: "end\n", idle: "idle\n" });
  });
});

describe("IX-5 which tools a hook is for", () => {
  const cases: readonly { readonly matcher: unknown; readonly runs: readonly string[]; readonly not: readonly string[] }[] = [
    { matcher: undefined, runs: ["bash", "edit", "github_search"], not: [] },
    { matcher: ["bash"], runs: ["bash", "shell"], not: ["edit", "bash2", "my_bash"] },
    { matcher: ["edit", "apply_patch"], runs: ["edit", "apply_patch", "multiedit"], not: ["write", "read"] },
    { matcher: [{ mcp: { server: "github" } }], runs: ["github_search", "github_a_b"], not: ["github", "github2_search", "bash"] },
    { matcher: [{ mcp: { server: "my.srv", tool: "a b" } }], runs: ["my_srv_a_b"], not: ["my_srv_a_c", "my_srv"] },
    { matcher: [{ mcp: { server: "*" } }], runs: ["github_search"], not: ["bash", "apply_patch", "todowrite"] },
    { matcher: [{ pattern: "^web" }], runs: ["webfetch", "websearch"], not: ["bash"] },
    { matcher: ["read", { pattern: "_search$" }], runs: ["read", "github_search"], not: ["grep"] },
  ];
  test.each(cases)("$matcher", async ({ matcher, runs, not }) => {
    const { hooks } = await loaded(before({ ...(matcher === undefined ? {} : { matcher }), command: "exit 2", blocking: true }));
    for (const tool of runs) await expect(hooks["tool.execute.before"]?.({ ...bash, tool }, args())).rejects.toThrow(BLOCKED);
    for (const tool of not) await hooks["tool.execute.before"]?.({ ...bash, tool }, args());
  });

  test("a patch that adds a file also writes", async () => {
    const { hooks } = await loaded(before({ matcher: ["write"], command: "exit 2", blocking: true }));
    const call = (patchText: string) => hooks["tool.execute.before"]?.({ ...bash, tool: "apply_patch" }, { args: { patchText } });
    await expect(call("*** Begin Patch\n*** Add File: a\n+x\n*** End Patch")).rejects.toThrow(BLOCKED);
    await call("*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch");
  });
});
