import { chmodSync, writeFileSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { Context, OperatingSystem } from "../../src/context.ts";
import { handlerJobs, handlerSurroundings, type JobMaking } from "../../src/hook/handler-job.ts";
import { placesIn } from "../../src/host/places.ts";
import { UNSAFE_VARIABLES } from "../../src/host/safe-environment.ts";
import { hookEntry, shellInput } from "../support/hook-input.ts";

const command = { kind: "executable", path: process.execPath, args: ["--version"] } as const;

interface Changes extends Partial<Omit<JobMaking, "around">> {
  readonly workspace?: string | null;
  /** Our directory. */
  readonly base?: string;
}

/** What every handler gets after the PATH of its call. */
const SYSTEM: Readonly<Record<string, readonly string[]>> = {
  linux: ["/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin", "/run/current-system/sw/bin"],
  macos: ["/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin", "/opt/homebrew/bin"],
  windows: ["System32", "", "System32\\Wbem", "System32\\WindowsPowerShell\\v1.0", "System32\\OpenSSH"].map(
    (one) => `C:\\Windows${one && `\\${one}`}`,
  ),
};

function thenSystem(path: string, os: OperatingSystem = "linux"): string {
  const separator = os === "windows" ? ";" : ":";
  return [...new Set([...(path === "" ? [] : path.split(separator)), ...SYSTEM[os]!])].join(separator);
}

function jobs({ workspace = null, base = "/no/such/folder", ...changes }: Changes = {}, context: Partial<Context> = {}) {
  const started: Context = { os: "linux", home: "/h", cwd: "/started", env: { PATH: "/usr/bin" }, now: Date.now, ...context };
  const { input = shellInput() } = changes;
  const made = handlerJobs({
    hook: hookEntry({ command }),
    payload: '{"raw":1}',
    around: handlerSurroundings(input.cwd, workspace, { context: started, places: placesIn(base, started.os) }),
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
    expect(jobs({ hook })[0]?.env).toEqual({ SYMPOSIUM_tool: "/t/tool", PATH: thenSystem("/t:/u:/usr/bin") });
  });

  test("RT-14 RT-34 hooks of one call share no variables of their own", () => {
    const env = { PATH: "/usr/bin:/work/bin", LD_PRELOAD: "x" };
    const context: Context = { os: "linux", home: "/h", cwd: "/work", env, now: Date.now };
    const around = handlerSurroundings("/work", null, { context, places: placesIn("/no/such/folder", "linux") });
    const first = hookEntry({ command, env: { A: "1", PATH: "/own:/work/evil" }, keepEnv: ["LD_PRELOAD"] });
    const made = [first, hook, first].map((each) =>
      handlerJobs({ hook: each, input: shellInput(), payload: undefined, around, timeoutMs: 1000 }),
    );
    const given = made.map((each) => ("missing" in each ? each : each.inTurn[0]?.env));
    expect(given).toEqual([
      { A: "1", PATH: thenSystem("/own"), LD_PRELOAD: "x" },
      { SYMPOSIUM_tool: "/t/tool", PATH: thenSystem("/t:/u:/usr/bin") },
      { A: "1", PATH: thenSystem("/own"), LD_PRELOAD: "x" },
    ]);
  });

  test("Windows keeps its own spelling of Path", () => {
    expect(jobs({ hook }, { os: "windows", env: { Path: "C:\\bin" } })[0]?.env).toEqual({
      SYMPOSIUM_tool: "/t/tool",
      Path: thenSystem("/t;/u;C:\\bin", "windows"),
    });
  });

  test("RT-34 what a launcher kept back is there again, unless it could steer the handler", () => {
    const env = { SYMPOSIUM_KEPT_NODE_OPTIONS: "--x", SYMPOSIUM_KEPT_LD_PRELOAD: "/evil.so", SYMPOSIUM_KEPT_NODE_EXTRA_CA_CERTS: "/ca" };
    expect(jobs({}, { env })[0]?.env).toEqual({ NODE_EXTRA_CA_CERTS: "/ca", PATH: thenSystem("") });
    const keeping = hookEntry({ command, keepEnv: ["NODE_OPTIONS"] });
    expect(jobs({ hook: keeping }, { env })[0]?.env).toEqual({ NODE_EXTRA_CA_CERTS: "/ca", NODE_OPTIONS: "--x", PATH: thenSystem("") });
  });

  test("PL-17 a hook that runs by consent gets a folder for Python's bytecode, whatever lies beside its modules", () => {
    const env = jobs({ hook: hookEntry({ command, covered: 0 }), base: "/base" })[0]?.env;
    expect(env).toEqual({ PYTHONPYCACHEPREFIX: expect.stringMatching(/^\/base\/.*pycache$/), PATH: thenSystem("/usr/bin") });
  });

  test("RT-34 variables that steer a program reach only hooks that name them", () => {
    const names = Object.values(UNSAFE_VARIABLES).flatMap((list) => list.split(" ").map((name) => name.replace("*", "ANY")));
    const env = Object.fromEntries([...names, "BASH_FUNC_cat%%", "LD_PRELOAD", "HARMLESS"].map((name) => [name, "x"]));
    expect(jobs({}, { env })[0]?.env).toEqual({ HARMLESS: "x", PATH: thenSystem("") });
    const hook = hookEntry({ command, keepEnv: ["LD_PRELOAD", "ENV"] });
    expect(jobs({ hook }, { env })[0]?.env).toEqual({ HARMLESS: "x", LD_PRELOAD: "x", ENV: "x", PATH: thenSystem("") });
    expect(jobs({}, { env: { Node_Options: "x", ld_preload: "x" }, os: "windows" })[0]?.env).toEqual({ PATH: thenSystem("", "windows") });
  });

  test.each([
    [":.:./bin:bin:/usr/bin:../x:", "/usr/bin"],
    ["/w/bin:/usr/bin:/w:/wider/bin:/w/../w/x:/usr/./../w/y://w//z", "/usr/bin:/wider/bin"],
    ["/started/bin:/usr/bin", "/usr/bin"],
  ])("RT-34 PATH %s has nothing of the project in it", (path, clean) => {
    expect(jobs({ workspace: "/w" }, { env: { PATH: path } })[0]?.env).toEqual({ PATH: thenSystem(clean) });
    const hook = hookEntry({ command, keepEnv: ["PATH"] });
    expect(jobs({ hook, workspace: "/w" }, { env: { PATH: path } })[0]?.env).toEqual({
      PATH: [path, ...SYSTEM["linux"]!.filter((one) => !path.split(":").includes(one))].join(":"),
    });
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
    expect(jobs({ input: shellInput({ cwd: folder }), workspace: folder }, { env, cwd: folder })[0]?.env).toEqual({
      PATH: thenSystem(env.PATH),
    });
  });

  test.each<OperatingSystem>(["linux", "macos", "windows"])("RT-34 on %s the user's and the system's programs follow PATH", async (os) => {
    const recorded = os === "windows" ? { Path: "E:\\tools;.\\x;W:\\bin", SystemRoot: "E:\\Win" } : { PATH: "/tools:./x:/w/bin:/usr/bin" };
    const record = { format: "symposium-places", version: 1, environment: recorded };
    await using fixture = await createFixture({ "ours/x": "" });
    const base = fixture.getPath("ours");
    writeFileSync(placesIn(base, os).record, JSON.stringify(record));
    const workspace = os === "windows" ? "W:\\" : "/w";
    const env = os === "windows" ? { Path: "C:\\agent", SystemRoot: "C:\\evil" } : { PATH: "/agent" };
    const given = jobs({ workspace, base, hook: hookEntry({ command }) }, { os, env })[0]?.env;
    const system = SYSTEM[os]!.map((folder) => folder.replace("C:\\Windows", "E:\\Win"));
    if (os === "windows") expect(given?.["Path"]).toBe(["C:\\agent", "E:\\tools", ...system].join(";"));
    else expect(given).toEqual({ PATH: [...new Set(["/agent", "/tools", "/usr/bin", ...system])].join(":") });
  });
});
