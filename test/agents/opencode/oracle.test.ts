import { describe, expect, test } from "vitest";

import { exit, json, plain } from "../../oracles/answers.ts";
import type { HookAnswer } from "../../oracles/oracle.ts";
import { oracle } from "./oracle.ts";

const sessionID = "ses_1";
const of = (hook: string, input: object = {}, output: object = {}) => ({
  hook,
  sessionID,
  cwd: "/p",
  input: { sessionID, ...input },
  output,
});
const shell = of("tool.execute.before", { tool: "bash", callID: "c" }, { args: { command: "echo hello", description: "d" } });
const result = of("tool.execute.after", { tool: "bash", args: {} }, { title: "t", metadata: {}, output: "hello\n" });
const block = { type: "text", text: "pong" };
const mcp = of("tool.execute.after", { tool: "s_t", args: {} }, { content: [block] });
const part = { id: "prt_1", messageID: "msg_1", sessionID, type: "text", text: "please" };
const prompt = of("chat.message", {}, { message: { id: "msg_1", sessionID, role: "user" }, parts: [part] });
const start = of("session.created", { info: { id: sessionID } });
const PAYLOADS: Readonly<Record<string, object>> = {
  "tool-execute-before": shell,
  "tool-execute-after": result,
  "chat-message": prompt,
  "session-created": start,
  "subagent-created": { ...of("session.created", { info: { id: sessionID, parentID: "ses_0" } }), parentID: "ses_0" },
  "session-idle": of("session.idle"),
  "subagent-idle": { ...of("session.idle"), parentID: "ses_0" },
  "session-error": of("session.error", { error: {} }),
  "permission-asked": of("permission.asked", { id: "per_1" }),
  "session-compacting": of("experimental.session.compacting", {}, { context: [] }),
  "session-end": of("dispose"),
};
const at = (event: string, answer: HookAnswer, payload = PAYLOADS[event]) => oracle.read(event, { ...payload }, answer);

describe("RT-30 OpenCode with our plugin file", () => {
  test("every event has a payload here", () => expect(Object.keys(PAYLOADS).sort()).toEqual([...oracle.events].sort()));

  test("a denial is thrown before a tool and at a prompt, and takes the place of a result", async () => {
    for (const event of ["tool-execute-before", "chat-message", "tool-execute-after"]) {
      expect(await at(event, json({ deny: "WHY" })), event).toEqual({ blocked: true, reason: "WHY", ignored: false });
    }
    expect(await at("tool-execute-after", json({ deny: "WHY" }), mcp)).toMatchObject({ blocked: true, reason: "WHY" });
  });

  test("new arguments are put into the object that OpenCode holds, and are validated", async () => {
    const args = { command: "x", description: "d" };
    expect(await at("tool-execute-before", json({ args }))).toEqual({ blocked: false, rewrittenTo: args, ignored: false });
    expect((await at("tool-execute-before", json({ args: { command: "x" } }))).rewrittenTo).toEqual({ command: "x" });
    expect(await at("tool-execute-before", json({ args: {} }))).toMatchObject({ void: expect.stringContaining("command") });
  });

  test("context is delivered after a tool, at a prompt and at the start of a session or subagent", async () => {
    const told = await Promise.all(oracle.events.map(async (event) => [event, (await at(event, json({ context: "CTX" }))).context]));
    const takers = told.filter(([, context]) => context === "CTX").map(([event]) => event);
    expect(takers).toEqual(oracle.events.filter((event) => oracle.obeys(event, {}).context));
    expect(takers).toEqual(["session-created", "subagent-created", "chat-message", "tool-execute-after"]);
    expect((await at("tool-execute-after", json({ context: "CTX" }), mcp)).context).toBe("CTX");
  });

  test("nothing else can be blocked or changed", async () => {
    const others = oracle.events.filter((event) => !oracle.obeys(event, {}).block);
    for (const event of others) expect(await at(event, json({ deny: "WHY", args: {} })), event).toEqual({ blocked: false, ignored: true });
  });

  test.each<[string, HookAnswer]>([
    ["no answer", exit(0)],
    ["an empty answer", json({})],
    ["an exit code", exit(2, "WHY")],
    ["another agent's words", json({ decision: "block", reason: "WHY", additionalContext: "CTX" })],
  ])("%s changes nothing", async (_, answer) => {
    for (const event of oracle.events) expect(await at(event, answer), event).toEqual({ blocked: false, ignored: true });
  });

  test.each<[string, HookAnswer]>([
    ["plain text", plain("WHY")],
    ["a log line before the JSON", plain('starting\n{"deny":"WHY"}')],
    ["an array", plain("[1]")],
  ])("%s is thrown away", async (_, answer) => {
    for (const event of oracle.events) expect(await at(event, answer), event).toMatchObject({ ignored: true, void: expect.any(String) });
  });

  test("the message of a subagent is not a prompt", () => {
    expect(oracle.means("chat-message", { ...prompt, parentID: "ses_0" })).toBeNull();
    expect(oracle.means("chat-message", prompt)).toBe("UserPromptSubmit");
  });
});
