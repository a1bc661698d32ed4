/** The contract of the Hook Interchange Format, through the built programs. The expected column is written by hand from the format's own table. */

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { oracle } from "../agents/claude-code/oracle.ts";
import type { Payload } from "../oracles/oracle.ts";
import { isAlive, until } from "../host/runtimes.ts";
import { commandHook, manifestFolder, type WrittenHook } from "../support/hook-manifest.ts";
import { BUILT, createHome, type Home } from "../support/home.ts";
import { type BuiltForm, SHELL } from "./calling.ts";

type Result = "allow" | "block" | "ask" | "warn";

/** `hooks/1.0`: blocking × exit code × decision. */
const ROWS: readonly (readonly [blocking: boolean, exit: number, decision: string | undefined, result: Result])[] = [
  [true, 0, "allow", "allow"],
  [true, 0, undefined, "allow"],
  [true, 0, "deny", "block"],
  [true, 0, "ask", "ask"],
  [true, 2, "allow", "block"],
  [true, 2, "deny", "block"],
  [true, 1, "deny", "warn"],
  [false, 0, undefined, "allow"],
  [false, 0, "deny", "block"],
  [false, 0, "ask", "ask"],
  [false, 2, "deny", "warn"],
  [false, 1, "deny", "warn"],
];

async function resultOf(home: Home, form: BuiltForm): Promise<Result> {
  const answer = await home.call("claude", "PreToolUse", SHELL, { form });
  const { blocked, asked, userMessage } = oracle.read("PreToolUse", SHELL as Payload, answer);
  if (asked === true) return "ask";
  return blocked ? "block" : userMessage === undefined ? "allow" : "warn";
}

describe.concurrent.each(BUILT)("IX-11 exit codes and outputs of processes, through %s", (form) => {
  test.each(ROWS)("blocking %s, exit %d, decision %s", async (blocking, exit, decision, result) => {
    const said = decision === undefined ? "" : `echo '${JSON.stringify({ decision, reason: "so" })}';`;
    await using home = await createHome(manifestFolder("guard", [commandHook(`${said} echo because >&2; exit ${exit}`, { blocking })]));
    expect(await resultOf(home, form)).toBe(result);
  });

  test("IX-10 a manifest in YAML", async () => {
    const yaml = "spec: hooks/1.0\nhooks:\n- event: before_tool_execute\n  blocking: true\n  handler: {type: command, command: exit 2}\n";
    await using home = await createHome({ guard: { "hooks.yml": yaml } });
    expect(await resultOf(home, form)).toBe("block");
  });

  test("output that is not JSON counts as exit code 1, and so does any other code", async () => {
    for (const command of ["echo hello", "exit 3", "exit 255"]) {
      await using home = await createHome(manifestFolder("guard", [commandHook(command, { blocking: true })]));
      expect(await resultOf(home, form)).toBe("warn");
    }
  });

  test("a timeout blocks only where the hook is blocking and says so", async () => {
    const cases: readonly (readonly [WrittenHook, WrittenHook, Result])[] = [
      [{ blocking: true }, { timeout_action: "block" }, "block"],
      [{ blocking: true }, { timeout_action: "warn" }, "warn"],
      [{ blocking: true }, {}, "warn"],
      [{ blocking: false }, { timeout_action: "block" }, "warn"],
    ];
    for (const [hook, handler, result] of cases) {
      await using home = await createHome(manifestFolder("guard", [commandHook("sleep 20", hook, { timeout: 0.3, ...handler })]));
      expect(await resultOf(home, form)).toBe(result);
      expect(home.trace()[0]?.ran).toMatchObject([{ exit: "timed-out" }]);
    }
  });

  test("IX-20 an asynchronous hook is started, in the trace, and blocks nothing; it ends at its timeout after the call is over", async () => {
    const command = 'cat > "$SYMPOSIUM_HOME/input"; echo $$ > "$SYMPOSIUM_HOME/pid"; echo hi; sleep 60; touch "$SYMPOSIUM_HOME/survived"';
    const hook = commandHook(command, { blocking: true }, { async: true, timeout: 1.5 });
    await using home = await createHome(manifestFolder("log", [hook]));
    const answer = await home.call("claude", "PreToolUse", SHELL, { form });
    expect(answer).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(home.trace()[0]?.ran).toMatchObject([{ hook: "log/Hook 1", exit: "started" }]);
    await until(() => existsSync(home.getPath("pid")) && readFileSync(home.getPath("pid"), "utf8") !== "");
    expect(JSON.parse(readFileSync(home.getPath("input"), "utf8"))).toMatchObject({
      event: "before_tool_execute",
      tool: { name: "shell" },
    });
    const pid = Number(readFileSync(home.getPath("pid"), "utf8"));
    await until(() => !isAlive(pid));
    expect(existsSync(home.getPath("survived"))).toBe(false);
    await until(() => readdirSync(home.getPath("locks/async")).length === 0);
  });

  test("only so many asynchronous hooks of a session run at once; the rest is not started, and said so", async () => {
    const command = 'echo $$ >> "$SYMPOSIUM_HOME/pids"; while [ ! -e "$SYMPOSIUM_HOME/enough" ]; do sleep 0.05; done';
    const hooks = Array.from({ length: 6 }, () => commandHook(command, {}, { async: true, timeout: 20 }));
    await using home = await createHome(manifestFolder("log", hooks), {});
    await home.call("claude", "PreToolUse", SHELL, { form });
    const exits = home.trace()[0]?.ran.map(({ exit }) => exit);
    expect(exits).toEqual(["started", "started", "started", "started", "not-started", "not-started"]);
    expect(home.trace()[0]?.ran[4]).toMatchObject({ failure: "4 asynchronous hooks of this session are running already", policy: "open" });
    mkdirSync(home.getPath("enough"));
    await until(() => readdirSync(home.getPath("locks/async")).length === 0);
  });

  test("a command finds its folder, its variables and its platform, and a script is found beside the manifest", async () => {
    const say = 'printf \'{"decision":"deny","reason":"%s"}\' "$(pwd -P)|$WORD|$(cat words.txt)"';
    const hooks = [
      commandHook("exit 1", {}, { platform: { linux: "./bin/say.sh one", darwin: "./bin/say.sh one" }, cwd: "sub", env: { WORD: "it's" } }),
    ];
    const folder = { bin: { "say.sh": `#!/bin/sh\n[ "$1" = one ] || exit 3\n${say}\n` } };
    await using home = await createHome(manifestFolder("it's here", hooks, folder), {
      work: { ".git": { HEAD: "ref: refs/heads/main\n" }, sub: { "words.txt": "found" } },
    });
    chmodSync(home.getPath("plugins/it's here/bin/say.sh"), 0o755);
    const { stdout } = await home.call("claude", "PreToolUse", { ...SHELL, cwd: home.getPath("work") }, { form });
    const [place, ...said] = (JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason as string).split("|");
    expect(place).toBe(realpathSync(home.getPath("work/sub")));
    expect(said).toEqual(["it's", "found (it's here/Hook 1)"]);
  });

  test("a folder that a link leads out of the project is refused", async () => {
    await using home = await createHome(manifestFolder("guard", [commandHook('touch "$SYMPOSIUM_HOME/ran"', {}, { cwd: "out" })]), {
      work: { ".git": { HEAD: "ref: refs/heads/main\n" } },
      elsewhere: {},
    });
    symlinkSync(home.getPath("elsewhere"), home.getPath("work/out"));
    await home.call("claude", "PreToolUse", { ...SHELL, cwd: home.getPath("work") }, { form });
    expect(home.trace()[0]?.ran).toMatchObject([{ exit: "missing", failure: expect.stringContaining("is not inside") as string }]);
    expect(existsSync(home.getPath("ran"))).toBe(false);
  });
});
