import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { created, type Home, type Hooks, load, makeHome, message, plugin, recording } from "./loaded-plugin.ts";

let home: Home;

beforeEach(() => {
  home = makeHome();
});

afterEach(() => {
  home.remove();
});

describe("sessions", () => {
  const transform = async (hooks: Hooks, sessionID: string | undefined, system: string[]) => {
    await hooks["experimental.chat.system.transform"]?.({ sessionID }, { system });
    return system;
  };

  test("RG-6 session start runs once, and its text stands in every request but the one for a title", async () => {
    home.answers("session-created", { context: "Use pnpm." });
    const hooks = await load();
    // OpenCode does not wait for its bus, so neither does this test.
    void hooks.event(created("ses_1"));
    await hooks["chat.message"]?.({ sessionID: "ses_1" }, message());
    expect(await transform(hooks, "ses_1", ["You are a title generator. You output ONLY a thread title."])).toHaveLength(1);
    expect(await transform(hooks, "ses_1", ["You are opencode"])).toEqual(["You are opencode", "Use pnpm."]);
    expect(await transform(hooks, "ses_1", ["You are opencode"])).toEqual(["You are opencode", "Use pnpm."]);
    expect(await transform(hooks, undefined, ["You write agents"])).toEqual(["You write agents"]);
    expect(home.told().map(({ event }) => event)).toEqual(["session-created", "chat-message"]);
  });

  test("RG-6 a session with a parent is a subagent, whose prompt says so", async () => {
    home.answers("subagent-created", { context: "You are small." });
    const hooks = await load();
    await hooks.event(created("ses_1"));
    await hooks.event(created("ses_2", "ses_1"));
    await hooks["chat.message"]?.({ sessionID: "ses_2" }, message("ses_2"));
    await hooks.event({ event: { type: "session.idle", properties: { sessionID: "ses_2" } } });
    expect(await transform(hooks, "ses_2", [])).toEqual(["You are small."]);
    expect(await transform(hooks, "ses_1", [])).toEqual([]);
    const heard = home.told().map(({ event, payload }) => [event, payload.parentID]);
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
    expect(home.told("subagent-created").map(({ payload }) => payload.hook)).toEqual(["chat.message"]);
  });

  test("RT-8 the end of OpenCode waits for what still runs, and ends each session that is not a subagent", async () => {
    const hooks = await load();
    await hooks.event(created("ses_1"));
    await hooks.event(created("ses_2", "ses_1"));
    await hooks.event(created("ses_3"));
    await hooks.event({ event: { type: "session.deleted", properties: { sessionID: "ses_3" } } });
    home.program(`sleep 0.2; ${recording(home.path)}`);
    void hooks.event({ event: { type: "session.idle", properties: { sessionID: "ses_1" } } });
    await hooks.dispose();
    expect(home.told("session-idle")).toHaveLength(1);
    expect(home.told("session-end").map(({ payload }) => [payload.hook, payload.sessionID])).toEqual([
      ["session.deleted", "ses_3"],
      ["dispose", "ses_1"],
    ]);
  });
});

describe("RG-7 nothing runs twice", () => {
  const again = () => plugin("?again");

  test("a second file in the same folder does nothing", async () => {
    await load();
    expect(await (await again())({ directory: "/project" })).toEqual({});
  });

  test("what happens is told once where the file is there for the user and for the project", async () => {
    const both = [await (await again())({ directory: "/project" }), await load()];
    for (const hooks of both) {
      await hooks["event"]?.(created("ses_1"));
      await hooks["chat.message"]?.({ sessionID: "ses_1" }, message());
      await hooks["tool.execute.before"]?.({ sessionID: "ses_1", tool: "bash" }, { args: {} });
      await hooks["dispose"]?.();
    }
    expect(home.told().map(({ event }) => event)).toEqual(["session-created", "chat-message", "tool-execute-before", "session-end"]);
  });

  test("another folder of the same process, and a folder that was set up again, do", async () => {
    const hooks = await load();
    expect(Object.keys(await load("/elsewhere"))).toContain("tool.execute.before");
    await hooks.dispose();
    expect(Object.keys(await load())).toContain("tool.execute.before");
  });
});
