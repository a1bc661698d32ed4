import { chmodSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { Context } from "../../src/context.ts";
import { UNSAFE_VARIABLES } from "../../src/platform/unsafe-variables.ts";
import { handlerJobs, handlerSurroundings, type JobMaking } from "../../src/runtime/handler-job.ts";
import { hookEntry, shellInput } from "../support/hook-input.ts";

const command = { kind: "executable", path: process.execPath, args: ["--version"] } as const;

interface Changes extends Partial<Omit<JobMaking, "around">> {
  readonly workspace?: string | null;
}

function jobs({ workspace = null, ...changes }: Changes = {}, context: Partial<Context> = {}) {
  const started: Context = { os: "linux", home: "/h", cwd: "/started", env: { PATH: "/usr/bin" }, now: Date.now, ...context };
  const { input = shellInput() } = changes;
  const made = handlerJobs({
    hook: hookEntry({ command }),
    payload: '{"raw":1}',
    around: handlerSurroundings(input.cwd, workspace, started),
    timeoutMs: 1000,
    ...changes,
    input,
  });
  if ("missing" in made) throw new Error(made.missing);
  return made.inTurn;
}

describe("RT-12 where and how a handler runs", () => {
  test("in the payload's folder, else the workspace's root, else ours", () => {
    expect(jobs({ workspace: "/w" }).map(({ cwd }) => cwd)).toEqual(["/", "/w", "/started"]);
    expect(jobs({ input: shellInput({ cwd: null }) }).map(({ cwd }) => cwd)).toEqual(["/started"]);
  });

  test("a native handler gets the payload byte for byte, until an earlier one rewrote it", () => {
    const hook = hookEntry({ command, format: "claude-code" });
    expect(jobs({ hook, payload: '{"spaced" :  1}' })[0]?.input).toBe('{"spaced" :  1}');
    expect(jobs({ hook, payload: undefined })[0]?.input).toBe(JSON.stringify(shellInput().raw));
  });

  test("a portable one gets its own format", () => {
    expect(JSON.parse(jobs()[0]?.input ?? "")).toHaveProperty("PreToolUse");
    expect(JSON.parse(jobs({ hook: hookEntry({ command, format: "interchange" }) })[0]?.input ?? "")).toHaveProperty(
      "event",
      "before_tool_execute",
    );
  });
});

describe("RT-14 the environment of a handler", () => {
  const hook = hookEntry({ command, env: { SYMPOSIUM_tool: "/t/tool" }, path: ["/t", "/u"] });

  test("RT-14 installations are named, and their folders go in front of PATH", () => {
    expect(jobs({ hook })[0]?.env).toEqual({ SYMPOSIUM_tool: "/t/tool", PATH: "/t:/u:/usr/bin" });
  });

  test("RT-14 RT-34 hooks of one call share no variables of their own", () => {
    const env = { PATH: "/usr/bin:/work/bin", LD_PRELOAD: "x" };
    const around = handlerSurroundings("/work", null, { os: "linux", home: "/h", cwd: "/work", env, now: Date.now });
    const first = hookEntry({ command, env: { A: "1", PATH: "/own:/work/evil" }, keepEnv: ["LD_PRELOAD"] });
    const made = [first, hook, first].map((each) =>
      handlerJobs({ hook: each, input: shellInput(), payload: undefined, around, timeoutMs: 1000 }),
    );
    const given = made.map((each) => ("missing" in each ? each : each.inTurn[0]?.env));
    expect(given).toEqual([
      { A: "1", PATH: "/own", LD_PRELOAD: "x" },
      { SYMPOSIUM_tool: "/t/tool", PATH: "/t:/u:/usr/bin" },
      { A: "1", PATH: "/own", LD_PRELOAD: "x" },
    ]);
  });

  test("Windows keeps its own spelling of Path", () => {
    expect(jobs({ hook }, { os: "windows", env: { Path: "C:\\bin" } })[0]?.env).toEqual({
      SYMPOSIUM_tool: "/t/tool",
      Path: "/t;/u;C:\\bin",
    });
  });

  test("RT-34 what a launcher kept back is there again, unless it could steer the handler", () => {
    const env = { SYMPOSIUM_KEPT_NODE_OPTIONS: "--x", SYMPOSIUM_KEPT_LD_PRELOAD: "/evil.so", SYMPOSIUM_KEPT_NODE_EXTRA_CA_CERTS: "/ca" };
    expect(jobs({}, { env })[0]?.env).toEqual({ NODE_EXTRA_CA_CERTS: "/ca" });
    const keeping = hookEntry({ command, keepEnv: ["NODE_OPTIONS"] });
    expect(jobs({ hook: keeping }, { env })[0]?.env).toEqual({ NODE_EXTRA_CA_CERTS: "/ca", NODE_OPTIONS: "--x" });
  });

  test("RT-34 variables that steer a program reach only hooks that name them", () => {
    const names = Object.values(UNSAFE_VARIABLES).flatMap((list) => list.split(" ").map((name) => name.replace("*", "ANY")));
    const env = Object.fromEntries([...names, "BASH_FUNC_cat%%", "LD_PRELOAD", "HARMLESS"].map((name) => [name, "x"]));
    expect(jobs({}, { env })[0]?.env).toEqual({ HARMLESS: "x" });
    const hook = hookEntry({ command, keepEnv: ["LD_PRELOAD", "ENV"] });
    expect(jobs({ hook }, { env })[0]?.env).toEqual({ HARMLESS: "x", LD_PRELOAD: "x", ENV: "x" });
    expect(jobs({}, { env: { Node_Options: "x", ld_preload: "x" }, os: "windows" })[0]?.env).toEqual({});
  });

  test.each([
    [":.:./bin:bin:/usr/bin:../x:", "/usr/bin"],
    ["/w/bin:/usr/bin:/w:/wider/bin:/w/../w/x:/usr/./../w/y://w//z", "/usr/bin:/wider/bin"],
    ["/started/bin:/usr/bin", "/usr/bin"],
  ])("RT-34 PATH %s has nothing of the project in it", (path, clean) => {
    expect(jobs({ workspace: "/w" }, { env: { PATH: path } })[0]?.env).toEqual({ PATH: clean });
    const hook = hookEntry({ command, keepEnv: ["PATH"] });
    expect(jobs({ hook, workspace: "/w" }, { env: { PATH: path } })[0]?.env).toEqual({ PATH: path });
  });

  test("RT-34 a hook that keeps PATH has its own program looked for outside of the project all the same", async () => {
    await using fixture = await createFixture({ "work/bin/tool": "#!/bin/sh\n" });
    chmodSync(fixture.getPath("work/bin/tool"), 0o755);
    const hook = hookEntry({ command: { kind: "executable", path: "tool", args: [] }, keepEnv: ["PATH"] });
    const order = { hook, workspace: fixture.getPath("work") };
    const env = { PATH: fixture.getPath("work/bin") };
    expect(() => jobs(order, { env })).toThrow("tool was not found");
    expect(jobs({ ...order, workspace: null }, { env })[0]?.file).toBe(fixture.getPath("work/bin/tool"));
  });

  test.each(["/", "/h", "/h/", "/usr", "/usr/local", "/usr/bin"])("RT-34 in %s the programs of the system stay usable", (folder) => {
    const env = { PATH: "/h/bin:/usr/local/bin:/usr/bin" };
    expect(jobs({ input: shellInput({ cwd: folder }), workspace: folder }, { env, cwd: folder })[0]?.env).toEqual(env);
  });
});
