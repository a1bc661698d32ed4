import { chmodSync, copyFileSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { created, type Home, load, makeHome, message } from "./loaded-plugin.ts";

let home: Home;

beforeEach(() => {
  home = makeHome();
});

afterEach(() => {
  home.remove();
});

const bash = { tool: "bash", sessionID: "ses_1", callID: "call_1" };

describe("before a tool", () => {
  test("RG-6 our program is told what OpenCode told, and a denial is thrown word for word", async () => {
    home.answers("tool-execute-before", { deny: "Not here." });
    const hooks = await load();
    const output = { args: { command: "ls" } };
    await expect(hooks["tool.execute.before"]?.(bash, output)).rejects.toThrow(/^Not here\.$/);
    expect(home.told()).toEqual([
      { event: "tool-execute-before", payload: { hook: "tool.execute.before", sessionID: "ses_1", cwd: "/project", input: bash, output } },
    ]);
  });

  test("RG-6 a new input is put into the object that OpenCode holds, and fields it lacks go", async () => {
    home.answers("tool-execute-before", { args: { command: "pwd", timeout: 5 } });
    const hooks = await load();
    const args: Record<string, unknown> = { command: "ls", workdir: "/" };
    await hooks["tool.execute.before"]?.(bash, { args });
    expect(args).toEqual({ command: "pwd", timeout: 5 });
  });

  test("RT-38 our program is started elsewhere where OpenCode's own folder is gone", async () => {
    vi.stubEnv("HOME", home.path);
    const cwd = vi.spyOn(process, "cwd").mockReturnValue(join(home.path, "gone"));
    onTestFinished(() => cwd.mockRestore());
    home.program(`cat > /dev/null; pwd > '${home.path}/started-in'; echo '{"deny":"Not here."}'`);
    const hooks = await load();
    await expect(hooks["tool.execute.before"]?.(bash, { args: { command: "ls" } })).rejects.toThrow(/^Not here\.$/);
    expect(readFileSync(join(home.path, "started-in"), "utf8").trim()).toBe(realpathSync(home.path));
  });

  test("RG-6 an input that cannot be put in place is not run as it was", async () => {
    home.answers("tool-execute-before", { args: { command: "pwd" } });
    const hooks = await load();
    await expect(hooks["tool.execute.before"]?.(bash, { args: Object.freeze({ command: "ls" }) })).rejects.toThrow(
      /read.?only|Cannot assign/i,
    );
  });
});

describe("RG-21 on Windows", () => {
  beforeEach(() => {
    const { platform } = process;
    Object.defineProperty(process, "platform", { value: "win32" });
    onTestFinished(() => void Object.defineProperty(process, "platform", { value: platform }));
  });

  test("the batch file is called through cmd where there is no native program", async () => {
    const shell = join(home.path, "cmd");
    writeFileSync(shell, `#!/bin/sh\ncat > /dev/null; printf '%s\\n' "$@" > '${home.path}/words'; echo '{"deny":"Not here."}'\n`, {
      mode: 0o755,
    });
    vi.stubEnv("ComSpec", shell);
    writeFileSync(join(home.path, "bin/symposium-hook.cmd"), "");
    const hooks = await load();
    await expect(hooks["tool.execute.before"]?.(bash, { args: {} })).rejects.toThrow(/^Not here\.$/);
    const line = `""${home.path}/bin/symposium-hook.cmd" "opencode" "tool-execute-before""`;
    expect(readFileSync(join(home.path, "words"), "utf8").split("\n")).toEqual(["/e:ON", "/v:OFF", "/d", "/s", "/c", line, ""]);
  });

  test("the native program comes first, and the name without an ending is not called", async () => {
    const hooks = await load();
    await hooks["tool.execute.before"]?.(bash, { args: {} });
    expect(home.told()).toEqual([]);
    for (const name of ["exe", "cmd"]) copyFileSync(join(home.path, "bin/symposium-hook"), join(home.path, `bin/symposium-hook.${name}`));
    await hooks["tool.execute.before"]?.(bash, { args: {} });
    expect(home.told().map(({ event }) => event)).toEqual(["tool-execute-before"]);
  });
});

describe("RG-6 only a denial is thrown: whatever goes wrong, OpenCode goes on as if no one had answered", () => {
  const troubles: Readonly<Record<string, () => void>> = {
    "nothing is answered": () => {},
    "the program is missing": () => rmSync(join(home.path, "bin/symposium-hook")),
    "the program cannot be run": () => chmodSync(join(home.path, "bin/symposium-hook"), 0o644),
    "the program fails": () => home.program("exit 3"),
    "the program is killed": () => home.program("kill -9 $$"),
    "the program reads nothing and is gone": () => home.program("exec < /dev/null"),
    "the answer is not JSON": () => home.answers("tool-execute-before", "deny"),
    "the answer is a list": () => home.answers("tool-execute-before", [{ deny: "No." }]),
    "RG-22 the event is idle": () => {
      writeFileSync(join(home.path, "idle/opencode.tool-execute-before"), "");
      home.answers("tool-execute-before", { deny: "No." });
    },
  };

  test.each(Object.entries(troubles))("%s", async (_name, trouble) => {
    trouble();
    const hooks = await load();
    const args = { command: "ls", padding: "x".repeat(200_000) };
    await hooks["tool.execute.before"]?.(bash, { args });
    expect(args.command).toBe("ls");
  });

  test("RG-22 an idle event starts no process", async () => {
    writeFileSync(join(home.path, "idle/opencode.tool-execute-before"), "");
    const hooks = await load();
    await hooks["tool.execute.before"]?.(bash, { args: {} });
    await hooks["tool.execute.after"]?.(bash, { output: "" });
    expect(home.told().map(({ event }) => event)).toEqual(["tool-execute-after"]);
  });

  test("what cannot be written as JSON", async () => {
    const hooks = await load();
    await hooks["tool.execute.before"]?.(bash, { args: { size: 1n } });
    expect(home.told()).toEqual([]);
  });

  test("RT-13 a program that does not answer is ended after 60 seconds", async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    home.program("exec sleep 600");
    const hooks = await load();
    const waiting = hooks["tool.execute.before"]?.(bash, { args: {} });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(60_000);
    await waiting;
  });
});

describe("after a tool", () => {
  test("RT-19 context follows the result", async () => {
    home.answers("tool-execute-after", { context: "Mind the gap." });
    const hooks = await load();
    const output = { title: "ls", output: "a.txt", metadata: {} };
    await hooks["tool.execute.after"]?.(bash, output);
    expect(output.output).toBe("a.txt\n\nMind the gap.");
  });

  test("RG-6 an MCP result takes context as one more block", async () => {
    home.answers("tool-execute-after", { context: "Mind the gap." });
    const hooks = await load();
    const output = { content: [{ type: "text", text: "pong" }] };
    await hooks["tool.execute.after"]?.(bash, output);
    expect(output.content).toEqual([
      { type: "text", text: "pong" },
      { type: "text", text: "Mind the gap." },
    ]);
  });

  test("RT-6 a block takes the place of the result", async () => {
    home.answers("tool-execute-after", { deny: "Keep it secret." });
    const hooks = await load();
    const [text, blocks] = [{ output: "key=1" }, { content: [{ type: "text", text: "key=1" }, { type: "image" }] }];
    await hooks["tool.execute.after"]?.(bash, text);
    await hooks["tool.execute.after"]?.(bash, blocks);
    expect(text.output).toBe("Keep it secret.");
    expect(blocks.content).toEqual([{ type: "text", text: "Keep it secret." }]);
  });

  test("RT-15 an output of OpenCode's own form is put in place, its other fields stay", async () => {
    home.answers("tool-execute-after", { output: { output: "less", metadata: { exit: 0 } }, context: "Shortened." });
    const hooks = await load();
    const metadata: Record<string, unknown> = { exit: 1, truncated: true };
    const output = { title: "ls", output: "much more", metadata };
    await hooks["tool.execute.after"]?.(bash, output);
    expect(output).toEqual({ title: "ls", output: "less\n\nShortened.", metadata: { exit: 0 } });
    expect(output.metadata).toBe(metadata);
  });
});

describe("at a prompt", () => {
  test("RG-6 a denial is thrown, and shown to the user, because OpenCode shows a general error only", async () => {
    home.answers("chat-message", { deny: "Not today." });
    const shown: unknown[] = [];
    vi.spyOn(console, "error").mockImplementation((text) => void shown.push(text));
    vi.spyOn(process, "argv", "get").mockReturnValue(["opencode", "run", "hello"]);
    onTestFinished(() => void vi.restoreAllMocks());
    const hooks = await load("/project", {
      tui: { showToast: (toast: unknown) => (shown.push(toast), Promise.reject(new Error("none"))) },
    });
    await hooks.event(created("ses_1"));
    await expect(hooks["chat.message"]?.({ sessionID: "ses_1" }, message())).rejects.toThrow("Not today.");
    expect(shown).toEqual(["Not today.", { body: { message: "Not today.", variant: "error" } }]);
  });

  test("RG-6 context is a part of its own after the user's", async () => {
    home.answers("chat-message", { context: "It is Sunday." });
    const hooks = await load();
    const output = message();
    await hooks["chat.message"]?.({ sessionID: "ses_1" }, output);
    const [own, added] = output.parts;
    expect(added).toMatchObject({ type: "text", text: "It is Sunday.", synthetic: true, sessionID: "ses_1", messageID: "msg_1" });
    expect((added?.id ?? "") > (own?.id ?? "")).toBe(true);
  });
});
