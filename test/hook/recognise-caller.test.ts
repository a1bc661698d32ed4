import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { HookTime } from "../../src/agents/agent.ts";
import { entryElsewhere } from "../../src/hook/answering-entry.ts";
import { recogniseCaller } from "../../src/hook/recognise-caller.ts";
import type { HookServices } from "../../src/hook/services.ts";
import { host } from "../support/hook-input.ts";

/** Two agents that read the entry's file: one known by camelCase keys, one only by a mark. */
const byShape = host({ name: "by-shape", recognise: (payload) => ("sessionId" in payload ? "shape" : "no") });
const byMark = host({ name: "by-mark", recognise: (_, env) => (env["MARKED"] === "1" ? "mark" : "no") });
const entry = host({
  name: "entry",
  recognise: (payload, env) => ("transcript_path" in payload ? "shape" : env["ENTRY"] === "1" ? "mark" : "no"),
});

async function recognise(payload: object, env: Record<string, string> = {}, registered: HookTime = entry) {
  const agents: Record<string, HookTime> = { "by-shape": byShape, "by-mark": byMark };
  const loadHookTime: HookServices["loadHookTime"] = (name) => {
    const agent = agents[name];
    return agent && Promise.resolve(agent);
  };
  const readersOf = (name: string) => (name === "entry" ? ["by-mark", "by-shape", "not-there"] : []);
  const services = { context: { env }, loadHookTime, readersOf } as unknown as HookServices;
  return recogniseCaller(registered, payload as never, services);
}

const caller = async (...call: Parameters<typeof recognise>) => (await recognise(...call)).caller.name;

describe("RT-23 who is calling", () => {
  test("the payload's shape decides among the agents that read the file", async () => {
    expect(await caller({ sessionId: "1" })).toBe("by-shape");
    expect(await caller({ transcript_path: "/t" })).toBe("entry");
  });

  test("a mark in the environment only breaks ties", async () => {
    expect(await caller({ transcript_path: "/t" }, { MARKED: "1" })).toBe("entry");
    expect(await caller({}, { MARKED: "1" })).toBe("by-mark");
    expect(await caller({}, { MARKED: "1", ENTRY: "1" })).toBe("entry");
    expect(await caller({ sessionId: "1" }, { MARKED: "1", ENTRY: "1" })).toBe("by-shape");
  });

  test("when nothing speaks for anyone, the entry's agent is meant", async () => {
    expect(await caller({})).toBe("entry");
  });

  test("no other agent is a candidate", async () => {
    expect(await caller({ sessionId: "1" }, {}, host({ name: "alone" }))).toBe("alone");
  });

  const calling = (agent: string) => `"$1/bin/symposium-hook" ${agent} PreToolUse || :`;

  /** The entry that answers instead, where these are registered, each in a file that calls us for the entry, or for someone else. */
  async function elsewhere(caller: HookTime, pairs: readonly [agent: string, entry: string][], called = (name: string) => name) {
    await using files = await createFixture(Object.fromEntries(pairs.map(([, by]) => [`${by}.json`, calling(called(by))])));
    const registrations = pairs.map(([agent, by]) => ({ agent, entry: by, scope: "project", file: files.getPath(`${by}.json`) }));
    const services = { hookFilesOf: () => Promise.resolve(undefined) } as unknown as HookServices;
    return await entryElsewhere(caller, entry, { registrations } as never, services, "/");
  }

  test("a caller with a registration of its own is answered there", async () => {
    expect(await elsewhere(byShape, [["by-shape", "by-shape"]])).toBe("by-shape");
    expect(await elsewhere(byMark, [["by-shape", "by-shape"]])).toBeUndefined();
    expect(await elsewhere(entry, [["entry", "entry"]])).toBeUndefined();
  });

  test("unless that file no longer calls us", async () => {
    expect(await elsewhere(byShape, [["by-shape", "by-shape"]], () => "someone-else")).toBeUndefined();
  });

  test("RG-7 a caller that a file of another serves is answered there, unless it has one of its own", async () => {
    const served = (...pairs: [agent: string, entry: string][]) => elsewhere(byShape, pairs);
    expect(await served(["entry", "entry"], ["by-shape", "entry"])).toBeUndefined();
    expect(await served(["by-shape", "sibling"])).toBe("sibling");
    expect(await served(["by-shape", "entry"], ["by-shape", "by-shape"])).toBe("by-shape");
    expect(await served(["by-shape", "entry"], ["by-shape", "sibling"])).toBeUndefined();
    expect(await served(["by-shape", "sibling"], ["by-shape", "entry"])).toBe("sibling");
  });

  test("others may be calling where only the shape, only a mark or nothing speaks for someone", async () => {
    const doubt = async (payload: object, env: Record<string, string> = {}) => {
      const { others, isByShape, isCertain } = await recognise(payload, env);
      return [others.map(({ name }) => name), isByShape, isCertain];
    };
    expect(await doubt({ transcript_path: "/t" })).toEqual([[], true, true]);
    expect(await doubt({ sessionId: "1" })).toEqual([["entry"], true, false]);
    expect(await doubt({ sessionId: "1" }, { ENTRY: "1" })).toEqual([["entry"], false, false]);
    expect(await doubt({}, { MARKED: "1" })).toEqual([["entry"], false, false]);
    expect(await doubt({}, { ENTRY: "1" })).toEqual([[], false, false]);
    expect(await doubt({})).toEqual([["by-mark", "by-shape"], false, false]);
  });

  test("one that no list knows is found in the caller's files", async () => {
    await using project = await createFixture({
      "both/entry.json": calling("entry"),
      "both/own.json": calling("by-shape"),
      "one/entry.json": calling("entry"),
    });
    const services = {
      context: { home: project.path, env: {} },
      hookFilesOf: () => Promise.resolve({ user: [], project: ["entry.json", "own.json"], relocatedBy: [] }),
    } as unknown as HookServices;
    const nothing = { registrations: [] } as never;
    expect(await entryElsewhere(byShape, entry, nothing, services, project.getPath("both"))).toBe("by-shape");
    expect(await entryElsewhere(byShape, entry, nothing, services, project.getPath("one"))).toBeUndefined();
  });
});
