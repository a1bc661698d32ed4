import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { HookTime } from "../../src/agents/agent.ts";
import { answersElsewhere, recogniseCaller } from "../../src/runtime/recognise-caller.ts";
import type { HookServices } from "../../src/runtime/hook-services.ts";
import { host } from "../support/hook-input.ts";

/** Two agents that read the entry's file: one known by camelCase keys, one only by a mark. */
const byShape = host({ name: "by-shape", recognise: (payload) => ("sessionId" in payload ? "shape" : "no") });
const byMark = host({ name: "by-mark", recognise: (_, env) => (env["MARKED"] === "1" ? "mark" : "no") });
const entry = host({
  name: "entry",
  recognise: (payload, env) => ("transcript_path" in payload ? "shape" : env["ENTRY"] === "1" ? "mark" : "no"),
});

async function caller(payload: object, env: Record<string, string> = {}, registered: HookTime = entry) {
  const agents: Record<string, HookTime> = { "by-shape": byShape, "by-mark": byMark };
  const loadHookTime: HookServices["loadHookTime"] = (name) => {
    const agent = agents[name];
    return agent && Promise.resolve(agent);
  };
  const readersOf = (name: string) => (name === "entry" ? ["by-mark", "by-shape", "not-there"] : []);
  const services = { context: { env }, loadHookTime, readersOf } as unknown as HookServices;
  return (await recogniseCaller(registered, payload as never, services)).name;
}

const registered = (...pairs: [agent: string, entry: string][]) =>
  ({ registrations: pairs.map(([agent, by]) => ({ agent, entry: by, scope: "project", file: "hooks.json" })) }) as never;

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

  test("a caller with a registration of its own is answered there", async () => {
    const services = { hookFilesOf: () => Promise.resolve(undefined) } as unknown as HookServices;
    const [own, entrys] = [registered(["by-shape", "by-shape"]), registered(["entry", "entry"])];
    expect(await answersElsewhere(byShape, entry, own, services, "/")).toBe(true);
    expect(await answersElsewhere(byMark, entry, own, services, "/")).toBe(false);
    expect(await answersElsewhere(entry, entry, entrys, services, "/")).toBe(false);
  });

  test("RG-7 a caller that a file of another serves is answered there, unless it has one of its own", async () => {
    const services = {
      hookFilesOf: () => {
        throw new Error("no file is checked for a caller that is registered");
      },
    } as unknown as HookServices;
    const elsewhere = (...pairs: [agent: string, entry: string][]) => answersElsewhere(byShape, entry, registered(...pairs), services, "/");
    expect(await elsewhere(["entry", "entry"], ["by-shape", "entry"])).toBe(false);
    expect(await elsewhere(["by-shape", "sibling"])).toBe(true);
    expect(await elsewhere(["by-shape", "entry"], ["by-shape", "by-shape"])).toBe(true);
    expect(await elsewhere(["by-shape", "entry"], ["by-shape", "sibling"])).toBe(false);
    expect(await elsewhere(["by-shape", "sibling"], ["by-shape", "entry"])).toBe(true);
  });

  test("one that no list knows is found in the caller's files", async () => {
    const calling = (agent: string) => `"$1/bin/symposium-hook" ${agent} PreToolUse || :`;
    await using project = await createFixture({
      "both/entry.json": calling("entry"),
      "both/own.json": calling("by-shape"),
      "one/entry.json": calling("entry"),
    });
    const services = {
      context: { home: project.path, env: {} },
      hookFilesOf: () => Promise.resolve({ user: [], project: ["entry.json", "own.json"], relocatedBy: [] }),
    } as unknown as HookServices;
    const nothing = registered();
    expect(await answersElsewhere(byShape, entry, nothing, services, project.getPath("both"))).toBe(true);
    expect(await answersElsewhere(byShape, entry, nothing, services, project.getPath("one"))).toBe(false);
  });
});
