import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { HookTime } from "../../src/agents/agent.ts";
import { file, measured } from "../../src/agents/fact.ts";
import { answersElsewhere, recogniseCaller } from "../../src/runtime/recognise-caller.ts";
import type { World } from "../../src/runtime/world.ts";
import { host } from "../support/hook-input.ts";

/** Two agents that read the entry's file: one known by camelCase keys, one only by a mark. */
const byShape = host({ name: "by-shape", recognise: (payload) => ("sessionId" in payload ? "shape" : "no") });
const byMark = host({ name: "by-mark", recognise: (_, env) => (env["MARKED"] === "1" ? "mark" : "no") });
const entry = host({
  name: "entry",
  readBy: ["by-shape", "by-mark", "not-there"],
  recognise: (payload, env) => ("transcript_path" in payload ? "shape" : env["ENTRY"] === "1" ? "mark" : "no"),
});

async function caller(payload: object, env: Record<string, string> = {}, registered: HookTime = entry) {
  const agents: Record<string, HookTime> = { "by-shape": byShape, "by-mark": byMark };
  const loadHookTime: World["loadHookTime"] = (name) => {
    const agent = agents[name];
    return agent && Promise.resolve(agent);
  };
  const world = { context: { env }, loadHookTime } as unknown as World;
  return (await recogniseCaller(registered, payload as never, world)).name;
}

describe("RT-23 who is calling", () => {
  test("the payload's shape decides among the agents that read the file", async () => {
    expect(await caller({ sessionId: "1" })).toBe("by-shape");
    expect(await caller({ transcript_path: "/t" })).toBe("entry");
  });

  test("a mark in the environment only breaks ties", async () => {
    expect(await caller({ transcript_path: "/t" }, { MARKED: "1" })).toBe("entry");
    expect(await caller({}, { MARKED: "1" })).toBe("by-mark");
    expect(await caller({}, { MARKED: "1", ENTRY: "1" })).toBe("entry");
  });

  test("when nothing speaks for anybody, the entry's agent is meant", async () => {
    expect(await caller({})).toBe("entry");
  });

  test("nobody else is a candidate", async () => {
    expect(await caller({ sessionId: "1" }, {}, host({ name: "alone" }))).toBe("alone");
  });

  test("a caller with a registration of its own is answered there", async () => {
    const header = (agent: string) => ({ registrations: [{ agent, scope: "project", file: "hooks.json" }] }) as never;
    const world = { hookPlacesOf: () => Promise.resolve(undefined) } as unknown as World;
    expect(await answersElsewhere(byShape, entry, header("by-shape"), world, "/")).toBe(true);
    expect(await answersElsewhere(byMark, entry, header("by-shape"), world, "/")).toBe(false);
    expect(await answersElsewhere(entry, entry, header("entry"), world, "/")).toBe(false);
  });

  test("one that no list knows is found in the caller's files", async () => {
    const calling = (agent: string) => `"$1/bin/symposium-hook" ${agent} PreToolUse || :`;
    await using project = await createFixture({
      "both/entry.json": calling("entry"),
      "both/own.json": calling("by-shape"),
      "one/entry.json": calling("entry"),
    });
    const source = measured("1", "2026-11-15");
    const hookFiles = { user: [], project: [file("entry.json", source), file("own.json", source)] };
    const world = {
      context: { home: project.path, env: {} },
      hookPlacesOf: (name: string) => Promise.resolve({ name, hookFiles, relocatedBy: [] }),
    } as unknown as World;
    const nothing = { registrations: [] } as never;
    expect(await answersElsewhere(byShape, entry, nothing, world, project.getPath("both"))).toBe(true);
    expect(await answersElsewhere(byShape, entry, nothing, world, project.getPath("one"))).toBe(false);
  });
});
