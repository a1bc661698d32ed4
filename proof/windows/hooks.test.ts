/**
 * Hook calls on Windows: the texts for `cmd` and the launcher as it is placed, with handlers that Windows can run. Wine's `cmd` hands on 1 for
 * every failure of a `call`, and binds an `else` to the wrong `if`; what depends on them is left to the judge in `test/support`.
 */

import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Answer, type House, put, startWindows, WINE, type Windows } from "./windows.ts";
import { cargoFiles } from "../../test/support/cargo-workspace.ts";

const MANIFEST = `name = "guard"
crates = ["serde"]
[[hooks]]
name = "no"
event = "PreToolUse"
command = { executable = "no.cmd" }
[[hooks]]
name = "say"
event = "UserPromptSubmit"
command = { script = "say.js" }
[[hooks]]
name = "slow"
event = "PostToolUse"
timeout = 3
command = { script = "slow.js" }
`;
const DENIES = "@echo off\r\necho not today 1>&2\r\nexit /b 2\r\n";
const SAYS = `
const { NODE_EXTRA_CA_CERTS } = process.env;
process.stdin.resume().on("end", () => {
  console.log(JSON.stringify({ UserPromptSubmit: { additionalContext: "grüße " + process.cwd() + " " + NODE_EXTRA_CA_CERTS } }));
});
`;
const BEATS = `setInterval(() => require("node:fs").appendFileSync(__dirname + "\\\\beats.txt", "."), 50);`;
const EVIL = `require("node:fs").writeFileSync(__dirname + "\\\\evil.txt", process.argv.join(" "));`;

describe.skipIf("missing" in WINE)("RG-21 hook calls on Windows", () => {
  let windows: Windows;
  let house: House;
  beforeAll(() => {
    windows = startWindows();
    house = windows.house("me");
    for (const [name, text] of Object.entries(cargoFiles(["serde 1.0.219"]))) put(house.inProject(name), text);
    put(house.inProject("src/deep/mod.rs"), "");
    put(house.file(".symposium/plugins/guard/SYMPOSIUM.toml"), MANIFEST);
    put(house.file(".symposium/plugins/guard/no.cmd"), DENIES);
    put(house.file(".symposium/plugins/guard/say.js"), SAYS);
    put(house.file(".symposium/plugins/guard/slow.js"), BEATS);
    const agents = ["goose", "kiro", "claude", "gemini"].flatMap((agent) => ["--add-agent", agent]);
    const [init] = windows.run([{ house, command: ["init", ...agents] }]);
    if (init?.exitCode !== 0) throw new Error(init?.stderr);
  });
  afterAll(() => windows[Symbol.dispose]());

  const launcher = (call: string) => `""${house.home}\\.symposium\\bin\\symposium-hook.cmd" ${call}"`;
  const ask = (line: string, payload: object, env: Record<string, string> = {}): Answer => {
    const [answer] = windows.run([{ house, line, input: JSON.stringify({ cwd: house.project, session_id: "s", ...payload }), env }]);
    return answer ?? expect.fail("no answer");
  };
  const tool = (name: string) => ({ tool_name: name, tool_input: { command: "dir" } });

  test("RG-2 goose's text for `cmd` finds the launcher, and the denial is goose's", () => {
    const { hooks } = JSON.parse(readFileSync(house.file(".agents/plugins/symposium/hooks/hooks.json"), "utf8")) as GooseFile;
    const line = hooks["PreToolUse"]?.[0]?.hooks[0]?.command ?? "";
    const answer = ask(line, { event: "PreToolUse", ...tool("developer__shell") });
    expect(answer).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(answer.stdout)).toEqual({ decision: "block", reason: "not today (guard/no)" });
  });

  test("a denial by JSON, and one by exit code, through the launcher", () => {
    const claude = ask(launcher("claude-code PreToolUse"), { hook_event_name: "PreToolUse", ...tool("Bash") });
    expect(claude).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(claude.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    const kiro = ask(launcher("kiro preToolUse"), { hook_event_name: "preToolUse", ...tool("execute_bash") });
    expect(kiro).toEqual({ exitCode: 2, stdout: "", stderr: "not today (guard/no)\n" });
  });

  test("a workspace is the same however an agent writes its folder", () => {
    const { project } = house;
    const folders = [
      project.replace("C:", "c:"),
      project.replaceAll("\\", "/"),
      `${project}\\src\\deep`,
      `${project}\\`,
      project.toUpperCase(),
    ];
    const payload = (cwd: string) => JSON.stringify({ cwd, session_id: "s", hook_event_name: "PreToolUse", ...tool("Bash") });
    const answers = windows.run(
      [...folders, house.home].map((cwd) => ({ house, line: launcher("claude-code PreToolUse"), input: payload(cwd) })),
    );
    const denies = answers.map(({ stdout }) => stdout.includes('"deny"'));
    expect(Object.fromEntries([...folders, house.home].map((folder, at) => [folder, denies[at]]))).toEqual({
      ...Object.fromEntries(folders.map((folder) => [folder, true])),
      [house.home]: false,
    });
  });

  test("RT-12 a script is run by Node, in the payload's folder", () => {
    const env = { NODE_EXTRA_CA_CERTS: `${house.home}\\ca.pem` };
    const answer = ask(launcher("claude-code UserPromptSubmit"), { hook_event_name: "UserPromptSubmit", prompt: "hi" }, env);
    expect(answer).toMatchObject({ exitCode: 0, stderr: "" });
    const additionalContext = `grüße ${house.project} ${house.home}\\ca.pem`;
    expect(JSON.parse(answer.stdout)).toMatchObject({ hookSpecificOutput: { additionalContext } });
  });

  test("RT-34 no variable of Node's makes the launcher's Node, or that of a handler, run or write anything else", () => {
    put(house.file("evil/evil.js"), EVIL);
    const evil = `${house.home}\\evil`;
    const env = {
      NODE_OPTIONS: `--require ${evil}\\evil.js`,
      NODE_V8_COVERAGE: evil,
      NODE_COMPILE_CACHE: evil,
      NODE_REDIRECT_WARNINGS: `${evil}\\w.txt`,
    };
    const answer = ask(launcher("claude-code UserPromptSubmit"), { hook_event_name: "UserPromptSubmit", prompt: "hi" }, env);
    expect(answer).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("grüße") as string, stderr: "" });
    expect(readdirSync(house.file("evil"))).toEqual(["evil.js"]);
  });

  test("RT-13 a handler that does not end is ended at its deadline", async () => {
    const answer = ask(launcher("claude-code PostToolUse"), { hook_event_name: "PostToolUse", ...tool("Bash"), tool_response: {} });
    expect(answer).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("guard/slow") as string });
    const beats = () => readFileSync(house.file(".symposium/plugins/guard/beats.txt")).length;
    const counted = beats();
    await pause(1000);
    expect(beats()).toBe(counted);
  });

  test("RT-4 whatever comes in, what comes out is an answer", () => {
    for (const input of ["", "{", "\u0000\u0001", '"text"', "[]"]) {
      const [answer] = windows.run([{ house, line: launcher("gemini-cli BeforeTool"), input }]);
      expect([input, answer?.exitCode]).toEqual([input, 0]);
      expect(answer?.stdout === "" || typeof JSON.parse(answer?.stdout ?? "") === "object").toBe(true);
    }
  });
});

interface GooseFile {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>>;
}
