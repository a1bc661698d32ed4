import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

type Hook = (input: object, output?: object) => Promise<void>;
type Hooks = Record<string, Hook> & { readonly event: Hook; readonly dispose: () => Promise<void> };
interface Told {
  readonly event: string;
  readonly payload: { hook: string; sessionID: string; parentID?: string; cwd: string; input: object; output: object };
}

const PLUGIN = join(import.meta.dirname, "../../../src/agents/opencode/plugin.js");
const { symposium } = (await import(pathToFileURL(PLUGIN).href)) as { symposium: (input: object) => Promise<Hooks> };

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "symposium-opencode-"));
  mkdirSync(join(home, "bin"));
  mkdirSync(join(home, "idle"));
  programme(`printf '{"event":"%s","payload":%s}\\n' "$2" "$(cat)" >> '${home}/told'; cat '${home}/answer.'"$2" 2> /dev/null`);
  vi.stubEnv("SYMPOSIUM_HOME", home);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, Symbol.for("symposium"));
  rmSync(home, { recursive: true });
});

function programme(script: string): void {
  writeFileSync(join(home, "bin/symposium-hook"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(home, "bin/symposium-hook"), 0o755);
}

function answers(event: string, answer: unknown): void {
  writeFileSync(join(home, `answer.${event}`), typeof answer === "string" ? answer : JSON.stringify(answer));
}

function told(event?: string): readonly Told[] {
  const lines = existsSync(join(home, "told")) ? readFileSync(join(home, "told"), "utf8").split("\n").filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line) as Told).filter((one) => event === undefined || one.event === event);
}

const load = (directory = "/project", client: object = {}) => symposium({ directory, client });
const bash = { tool: "bash", sessionID: "ses_1", callID: "call_1" };
const created = (sessionID: string, parentID?: string) => ({
  event: { type: "session.created", properties: { sessionID, info: { id: sessionID, parentID } } },
});
const message = (sessionID = "ses_1") => ({
  message: { id: "msg_1", sessionID },
  parts: [{ id: "prt_1a", type: "text", text: "hello", sessionID, messageID: "msg_1" }],
});

describe("before a tool", () => {
  test("RG-6 our programme is told what OpenCode told, and a denial is thrown word for word", async () => {
    answers("tool-execute-before", { deny: "Not here." });
    const hooks = await load();
    const output = { args: { command: "ls" } };
    await expect(hooks["tool.execute.before"]?.(bash, output)).rejects.toThrow(/^Not here\.$/);
    expect(told()).toEqual([
      { event: "tool-execute-before", payload: { hook: "tool.execute.before", sessionID: "ses_1", cwd: "/project", input: bash, output } },
    ]);
  });

  test("RG-6 a new input is put into the object that OpenCode holds, and fields it lacks go", async () => {
    answers("tool-execute-before", { args: { command: "pwd", timeout: 5 } });
    const hooks = await load();
    const args: Record<string, unknown> = { command: "ls", workdir: "/" };
    await hooks["tool.execute.before"]?.(bash, { args });
    expect(args).toEqual({ command: "pwd", timeout: 5 });
  });

  test("RG-6 an input that cannot be put in place is not run as it was", async () => {
    answers("tool-execute-before", { args: { command: "pwd" } });
    const hooks = await load();
    await expect(hooks["tool.execute.before"]?.(bash, { args: Object.freeze({ command: "ls" }) })).rejects.toThrow();
  });
});

describe("RG-6 only a denial is thrown: whatever goes wrong, OpenCode goes on as if nobody had answered", () => {
  const troubles: Readonly<Record<string, () => void>> = {
    "nothing is answered": () => {},
    "the programme is missing": () => rmSync(join(home, "bin/symposium-hook")),
    "the programme cannot be run": () => chmodSync(join(home, "bin/symposium-hook"), 0o644),
    "the programme fails": () => programme("exit 3"),
    "the programme is killed": () => programme("kill -9 $$"),
    "the programme reads nothing and is gone": () => programme("exec < /dev/null"),
    "the answer is no JSON": () => answers("tool-execute-before", "deny"),
    "the answer is a list": () => answers("tool-execute-before", [{ deny: "No." }]),
    "RG-22 the event is idle": () => {
      writeFileSync(join(home, "idle/opencode.tool-execute-before"), "");
      answers("tool-execute-before", { deny: "No." });
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
    writeFileSync(join(home, "idle/opencode.tool-execute-before"), "");
    const hooks = await load();
    await hooks["tool.execute.before"]?.(bash, { args: {} });
    await hooks["tool.execute.after"]?.(bash, { output: "" });
    expect(told().map(({ event }) => event)).toEqual(["tool-execute-after"]);
  });

  test("what cannot be written as JSON", async () => {
    const hooks = await load();
    await hooks["tool.execute.before"]?.(bash, { args: { size: 1n } });
    expect(told()).toEqual([]);
  });

  test("RT-13 a programme that does not answer is ended after 60 seconds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    programme("exec sleep 600");
    const hooks = await load();
    const waiting = hooks["tool.execute.before"]?.(bash, { args: {} });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(60_000);
    await waiting;
  });
});

describe("after a tool", () => {
  test("RT-19 context follows the result", async () => {
    answers("tool-execute-after", { context: "Mind the gap." });
    const hooks = await load();
    const output = { title: "ls", output: "a.txt", metadata: {} };
    await hooks["tool.execute.after"]?.(bash, output);
    expect(output.output).toBe("a.txt\n\nMind the gap.");
  });

  test("RG-6 an MCP result takes context as one more block", async () => {
    answers("tool-execute-after", { context: "Mind the gap." });
    const hooks = await load();
    const output = { content: [{ type: "text", text: "pong" }] };
    await hooks["tool.execute.after"]?.(bash, output);
    expect(output.content).toEqual([
      { type: "text", text: "pong" },
      { type: "text", text: "Mind the gap." },
    ]);
  });

  test("RT-6 a block takes the place of the result", async () => {
    answers("tool-execute-after", { deny: "Keep it secret." });
    const hooks = await load();
    const [text, blocks] = [{ output: "key=1" }, { content: [{ type: "text", text: "key=1" }, { type: "image" }] }];
    await hooks["tool.execute.after"]?.(bash, text);
    await hooks["tool.execute.after"]?.(bash, blocks);
    expect(text.output).toBe("Keep it secret.");
    expect(blocks.content).toEqual([{ type: "text", text: "Keep it secret." }]);
  });

  test("RT-15 an output of OpenCode's own form is put in place, its other fields stay", async () => {
    answers("tool-execute-after", { output: { output: "less", metadata: { exit: 0 } }, context: "Shortened." });
    const hooks = await load();
    const metadata: Record<string, unknown> = { exit: 1, truncated: true };
    const output = { title: "ls", output: "much more", metadata };
    await hooks["tool.execute.after"]?.(bash, output);
    expect(output).toEqual({ title: "ls", output: "less\n\nShortened.", metadata: { exit: 0 } });
    expect(output.metadata).toBe(metadata);
  });
});

describe("at a prompt", () => {
  test("RG-6 a denial is thrown", async () => {
    answers("chat-message", { deny: "Not today." });
    const hooks = await load();
    await hooks.event(created("ses_1"));
    await expect(hooks["chat.message"]?.({ sessionID: "ses_1" }, message())).rejects.toThrow("Not today.");
  });

  test("RG-6 context is a part of its own after the user's", async () => {
    answers("chat-message", { context: "It is Sunday." });
    const hooks = await load();
    const output = message();
    await hooks["chat.message"]?.({ sessionID: "ses_1" }, output);
    const [own, added] = output.parts;
    expect(added).toMatchObject({ type: "text", text: "It is Sunday.", synthetic: true, sessionID: "ses_1", messageID: "msg_1" });
    expect((added?.id ?? "") > (own?.id ?? "")).toBe(true);
  });
});

describe("sessions", () => {
  const transform = async (hooks: Hooks, sessionID: string | undefined, system: string[]) => {
    await hooks["experimental.chat.system.transform"]?.({ sessionID }, { system });
    return system;
  };

  test("RG-6 session start runs once, and its text stands in every request but the one for a title", async () => {
    answers("session-created", { context: "Use pnpm." });
    const hooks = await load();
    // OpenCode does not wait for its bus, so neither does this test.
    void hooks.event(created("ses_1"));
    await hooks["chat.message"]?.({ sessionID: "ses_1" }, message());
    expect(await transform(hooks, "ses_1", ["You are a title generator. You output ONLY a thread title."])).toHaveLength(1);
    expect(await transform(hooks, "ses_1", ["You are opencode"])).toEqual(["You are opencode", "Use pnpm."]);
    expect(await transform(hooks, "ses_1", ["You are opencode"])).toEqual(["You are opencode", "Use pnpm."]);
    expect(await transform(hooks, undefined, ["You write agents"])).toEqual(["You write agents"]);
    expect(told().map(({ event }) => event)).toEqual(["session-created", "chat-message"]);
  });

  test("RG-6 a session with a parent is a subagent, whose prompt says so", async () => {
    answers("subagent-created", { context: "You are small." });
    const hooks = await load();
    await hooks.event(created("ses_1"));
    await hooks.event(created("ses_2", "ses_1"));
    await hooks["chat.message"]?.({ sessionID: "ses_2" }, message("ses_2"));
    await hooks.event({ event: { type: "session.idle", properties: { sessionID: "ses_2" } } });
    expect(await transform(hooks, "ses_2", [])).toEqual(["You are small."]);
    expect(await transform(hooks, "ses_1", [])).toEqual([]);
    const heard = told().map(({ event, payload }) => [event, payload.parentID]);
    expect(heard).toEqual([
      ["session-created", undefined],
      ["subagent-created", "ses_1"],
      ["chat-message", "ses_1"],
      ["subagent-idle", "ses_1"],
    ]);
  });

  test("RG-6 a resumed session begins with the first thing heard of it, once", async () => {
    const asked: unknown[] = [];
    const session = { get: async (of: unknown) => (asked.push(of), { data: { id: "ses_9", parentID: "ses_8" } }) };
    const hooks = await load("/project", { session });
    await Promise.all([hooks["chat.message"]?.({ sessionID: "ses_9" }, message("ses_9")), transform(hooks, "ses_9", [])]);
    expect(asked).toEqual([{ path: { id: "ses_9" } }]);
    expect(told("subagent-created").map(({ payload }) => payload.hook)).toEqual(["chat.message"]);
  });

  test("RT-8 the end of OpenCode waits for what still runs, and ends each session that is no subagent", async () => {
    const hooks = await load();
    await hooks.event(created("ses_1"));
    await hooks.event(created("ses_2", "ses_1"));
    await hooks.event(created("ses_3"));
    await hooks.event({ event: { type: "session.deleted", properties: { sessionID: "ses_3" } } });
    programme(`sleep 0.2; printf '{"event":"%s","payload":%s}\\n' "$2" "$(cat)" >> '${home}/told'`);
    void hooks.event({ event: { type: "session.idle", properties: { sessionID: "ses_1" } } });
    await hooks.dispose();
    expect(told("session-idle")).toHaveLength(1);
    expect(told("session-end").map(({ payload }) => [payload.hook, payload.sessionID])).toEqual([
      ["session.deleted", "ses_3"],
      ["dispose", "ses_1"],
    ]);
  });
});

describe("RG-7 nothing runs twice", () => {
  const again = async () => (await import(`${pathToFileURL(PLUGIN).href}?again`)) as { symposium: typeof symposium };

  test("a second file in the same folder does nothing", async () => {
    await load();
    expect(await (await again()).symposium({ directory: "/project" })).toEqual({});
  });

  test("another folder of the same process, and a folder that was set up anew, do", async () => {
    const hooks = await load();
    expect(Object.keys(await load("/elsewhere"))).toContain("tool.execute.before");
    await hooks.dispose();
    expect(Object.keys(await load())).toContain("tool.execute.before");
  });
});
