import { symlinkSync } from "node:fs";

import { describe, expect, test } from "vitest";

import type { HandlerEnd, HandlerJob } from "../../src/host/run-handler.ts";
import { SHELL } from "../program/calling.ts";
import { commandHook, manifestFolder, type WrittenHook } from "../support/hook-manifest.ts";
import { createHome, type Home } from "../support/home.ts";

const SILENT: HandlerEnd = { kind: "exited", code: 0, stdout: "", stderr: "", ms: 1 };
const REPOSITORY = { work: { ".git": { HEAD: "ref: refs/heads/main\n" }, sub: {} }, outside: {} };

/** A call of the hook, whose handler ends like this; with the jobs that were made for it. */
async function called(
  hook: WrittenHook,
  end: HandlerEnd = SILENT,
  env: Readonly<Record<string, string>> = {},
  ready?: (home: Home) => void,
) {
  await using home = await createHome(manifestFolder("guard", [hook]), REPOSITORY);
  ready?.(home);
  const jobs: HandlerJob[] = [];
  const services = {
    ownProgram: ["/symposium-hook"] as const,
    runHandler: (job: HandlerJob) => {
      jobs.push(job);
      return Promise.resolve(end);
    },
    recordedEnv: () => Promise.resolve({ PATH: "/bin", HTTPS_PROXY: "http://proxy", NODE_EXTRA_CA_CERTS: "/ca" }),
  };
  const { stdout } = await home.call("claude", "PreToolUse", { ...SHELL, cwd: home.getPath("work") }, { services, env });
  const isDenied = stdout.includes('"permissionDecision":"deny"');
  return { isDenied, jobs, ran: home.trace()[0]?.ran[0], problems: home.trace()[0]?.problems.join(), work: home.getPath("work") };
}

describe("IX-11 timeout_action", () => {
  const LATE: HandlerEnd = { kind: "timed-out", stdout: "", stderr: "", ms: 30_000 };

  test.each([
    [true, "block", true],
    [true, "warn", false],
    [true, undefined, false],
    [false, "block", false],
  ])("blocking %s and %s: denied is %s", async (blocking, timeout_action, denied) => {
    const handler = timeout_action === undefined ? {} : { timeout_action };
    expect((await called(commandHook("x", { blocking }, handler), LATE)).isDenied).toBe(denied);
  });
});

describe("IX-11 the process of a hook", () => {
  test("a timeout of 0 is the default, and a hook that says nothing does not block", async () => {
    const { jobs, isDenied } = await called(commandHook("x", {}, { timeout: 0 }), { ...SILENT, code: 2 });
    expect([jobs[0]?.timeoutMs, isDenied]).toEqual([30_000, false]);
  });

  test("a command line goes to the shell as it is, and the path of a script never becomes part of it", async () => {
    const line = await called(commandHook("npm run 'a b' && $X"));
    expect(line.jobs[0]?.args).toEqual(["-c", "npm run 'a b' && $X"]);
    const script = await called(commandHook("./a/b.sh $(id); x"));
    expect(script.jobs[0]?.args).toEqual(["-c", '"$0" $(id); x', expect.stringMatching(/\/plugins\/guard\/a\/b\.sh$/)]);
  });

  test("runs in the folder of the project that it names", async () => {
    const { jobs, work } = await called(commandHook("x", {}, { cwd: "sub" }));
    expect(jobs.map(({ cwd }) => cwd)).toEqual([`${work}/sub`]);
  });

  test.each(["missing", "out"])("does not start in a folder that is missing, or that a link leads out of the project: %s", async (cwd) => {
    const { jobs, ran } = await called(commandHook("x", {}, { cwd }), SILENT, {}, (home) =>
      symlinkSync(home.getPath("outside"), home.getPath("work/out")),
    );
    expect(jobs).toEqual([]);
    expect(ran).toMatchObject({ exit: "missing", failure: expect.stringContaining("is not inside") as string });
  });

  test.each(["..", "../x", "/etc", "a/../../b", "C:\\x"])(
    "with `cwd` %s it is refused when the manifest is read, and a guard denies",
    async (cwd) => {
      const { jobs, isDenied } = await called(commandHook("x", { blocking: true }, { cwd }));
      expect([jobs, isDenied]).toEqual([[], true]);
    },
  );
});

describe("IX-11 RT-36 the request of a hook", () => {
  const http = (url: string, more: WrittenHook = {}): WrittenHook => ({
    event: "before_tool_execute",
    handler: { type: "http", url, ...more },
  });

  test("is sent by a child of the program, with the recorded environment, and its secrets are in no argument", async () => {
    const headers = { "X-Key": "${KEY}" };
    const { jobs } = await called(http("https://example.com/", { headers, allowed_env_vars: ["KEY"] }), SILENT, {
      KEY: "s3cret",
      NODE_OPTIONS: "x",
    });
    expect(jobs[0]?.args).toEqual(["--post"]);
    expect(jobs[0]?.env).toEqual({ PATH: "/bin", HTTPS_PROXY: "http://proxy", NODE_EXTRA_CA_CERTS: "/ca", NODE_USE_ENV_PROXY: "1" });
    expect(JSON.parse(jobs[0]?.input ?? "")).toMatchObject({ url: "https://example.com/", headers: [["X-Key", "s3cret"]] });
  });

  test("takes allowed variables alone, and is not sent with a line break in a header", async () => {
    const headers = { "X-Key": "$KEY", "X-Other": "$OTHER" };
    const hook = http("https://example.com/", { headers, allowed_env_vars: ["KEY"] });
    const { jobs } = await called(hook, SILENT, { KEY: "k", OTHER: "o" });
    expect(JSON.parse(jobs[0]?.input ?? "")).toMatchObject({
      headers: [
        ["X-Key", "k"],
        ["X-Other", "$OTHER"],
      ],
    });
    const split = await called(hook, SILENT, { KEY: "k\r\nX-Admin: 1" });
    expect(split.jobs).toEqual([]);
    expect(split.ran).toMatchObject({ failure: expect.stringContaining("line break") as string });
  });

  test("to this machine uses no proxy", async () => {
    const { jobs } = await called(http("http://localhost:1/"));
    expect(jobs[0]?.env).toEqual({ PATH: "/bin", NODE_EXTRA_CA_CERTS: "/ca" });
  });

  test.each(["Content-Length", "Host", "a b", "x:y", ""])("cannot set the header %j", async (name) => {
    expect((await called(http("https://example.com/", { headers: { [name]: "1" } }))).jobs).toEqual([]);
  });

  test.each([
    "http://example.com/hook",
    "http://127.0.0.1.example.com/",
    "http://localhost.example.com/",
    "ftp://localhost/",
    "file:///etc/passwd",
    "https://user:word@example.com/",
    "not a url",
  ])("is never sent to %s, and a guard that would go there denies", async (url) => {
    const { jobs, isDenied, problems } = await called({ ...http(url), blocking: true });
    expect([jobs, isDenied]).toEqual([[], true]);
    expect(problems).toMatch(/hooks\.json:\d+:\d+: Hook 1: .*so the hook denies every call/);
  });
});
