/** `run` as a program, in the runtimes that hooks are written for. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { agentsUnderTest } from "../conformance/agents.ts";
import { runProgram } from "../support/home.ts";
import { HANDLER_RUNTIMES, withSdk } from "./with-sdk.ts";

const agents = await agentsUnderTest();

/** The prompt says what the handler does. */
const HANDLER = `
import { context, deny, run } from "@symposium-agents/symposium/sdk";

const acts = {
  deny: () => deny("no"),
  nothing: () => undefined,
  empty: () => ({}),
  later: () => new Promise((resolve) => setTimeout(resolve, 5, context("later"))),
  long: () => context("å".repeat(2_000_000)),
  "throw": () => { throw new Error("no such table"); },
  reject: () => Promise.reject("no such file"),
  text: () => "no",
  log: () => { for (const name of ["log", "info", "debug", "dir", "table", "warn", "error"]) console[name](["logged"]); return deny("no"); },
  "log nothing": () => console.log("logged"),
  timer: () => { setTimeout(() => {}, 600_000); return deny("no"); },
  never: () => new Promise(() => {}),
};

run({ UserPromptSubmit: ({ prompt }) => prompt in acts ? acts[prompt]() : context(String(prompt.length)) });
`;

/** Without its cache Bun writes nothing to any home. */
const ENVIRONMENT = { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" };
const NO = '{"UserPromptSubmit":{"decision":"deny","reason":"no"}}\n';

describe.each(HANDLER_RUNTIMES)("under $name", (runtime) => {
  let folder: FsFixture;
  beforeAll(async () => {
    folder = await createFixture(withSdk({ "hook.mjs": HANDLER }));
  });
  afterAll(() => folder.rm());

  const give = (text: string) => runProgram(runtime.file, [folder.getPath("hook.mjs")], text, ENVIRONMENT, folder.path);
  const prompt = (text: string) => give(JSON.stringify({ UserPromptSubmit: { prompt: text, session_id: null, cwd: null } }));

  test.each([
    ["deny", NO],
    ["nothing", ""],
    ["empty", ""],
    ["later", '{"UserPromptSubmit":{"additionalContext":"later"}}\n'],
  ])("RT-33 %s: exactly one line or nothing, and exit code 0", async (act, stdout) => {
    expect(await prompt(act)).toEqual({ stdout, stderr: "", exitCode: 0 });
  });

  test("RT-33 an event without a handler is answered by nothing, even one that is not known yet", async () => {
    for (const event of ["SessionStart", "SomethingNew"]) {
      expect(await give(JSON.stringify({ [event]: { session_id: null, cwd: null } }))).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    }
  });

  test.each([
    ["throw", "no such table"],
    ["reject", "no such file"],
    ["text", 'the handler of UserPromptSubmit returned "no"'],
    ["never", "never settled"],
  ])("RT-33 %s: exit code 1 with the message on stderr", async (act, words) => {
    expect(await prompt(act)).toEqual({ stdout: "", stderr: expect.stringContaining(words), exitCode: 1 });
  });

  test("RT-33 what a handler logs goes to stderr", async () => {
    const { stdout, stderr, exitCode } = await prompt("log");
    expect({ stdout, exitCode, logged: stderr.match(/logged/g)?.length }).toEqual({ stdout: NO, exitCode: 0, logged: 7 });
    expect(await prompt("log nothing")).toEqual({ stdout: "", stderr: "logged\n", exitCode: 0 });
  });

  test("RT-33 what is still going on is not waited for", async () => {
    expect(await prompt("timer")).toEqual({ stdout: NO, stderr: "", exitCode: 0 });
  });

  test("RT-33 long input and output come through whole", async () => {
    const { stdout } = await prompt("long");
    expect(JSON.parse(stdout).UserPromptSubmit.additionalContext).toBe("å".repeat(2_000_000));
    expect((await prompt("x" + "å".repeat(1_000_000))).stdout).toBe('{"UserPromptSubmit":{"additionalContext":"1000001"}}\n');
  });

  test("RT-33 slow hands on both sides lose nothing", async () => {
    const child = spawn(runtime.file, [folder.getPath("hook.mjs")], { env: ENVIRONMENT, stdio: "pipe" });
    for (const part of ['{"UserPromptSubmit":{"session_id":null,"cwd":null,', '"prompt":"lo', 'ng"}}\n']) {
      await pause(20);
      child.stdin.write(part);
    }
    child.stdin.end();
    let length = 0;
    child.stdout.on("data", (bytes: Buffer) => {
      length += bytes.length;
      child.stdout.pause();
      setImmediate(() => child.stdout.resume());
    });
    expect(await once(child, "close")).toEqual([0, null]);
    expect(length).toBe(Buffer.byteLength(JSON.stringify({ UserPromptSubmit: { additionalContext: "å".repeat(2_000_000) } })) + 1);
  });

  test("RT-33 a byte order mark and spaces around the input are skipped", async () => {
    expect(await give('\u{FEFF}\n {"UserPromptSubmit":{"prompt":"deny"}}\n')).toEqual({ stdout: NO, stderr: "", exitCode: 0 });
  });

  test.each([
    ["", "stdin is empty"],
    [" \n", "stdin is empty"],
    ["PreToolUse", "stdin is not JSON"],
    ['"PreToolUse"', "stdin is not an event"],
    ["[]", "stdin is not an event"],
    ["{}", 'write format = "symposium"'],
    ['{"Stop":{},"SessionStart":{}}', 'write format = "symposium"'],
    ['{"Stop":1}', 'write format = "symposium"'],
    ['{"constructor":{}}', 'write format = "symposium"'],
    ['{"__proto__":{}}', 'write format = "symposium"'],
    ['{"event":"agent_stop","agent":"codex","raw":{}}', "interchange format: in SYMPOSIUM.toml"],
  ])("RT-33 %j is not valid input, and the message says what to do", async (text, words) => {
    expect(await give(text)).toEqual({ stdout: "", stderr: expect.stringContaining(words), exitCode: 1 });
  });
});

test.each(agents)("RT-33 a payload of $oracle.agent itself is told from an event", async ({ payloads }) => {
  await using folder = await createFixture(withSdk({ "hook.mjs": HANDLER }));
  for (const { payload } of payloads.slice(0, 5)) {
    const ended = await runProgram(process.execPath, [folder.getPath("hook.mjs")], JSON.stringify(payload), ENVIRONMENT, folder.path);
    expect(ended).toEqual({ stdout: "", stderr: expect.stringMatching(/agent's own payload.*remove format.*symposium-hook/), exitCode: 1 });
  }
});
