import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseVariables } from "../../src/hook/shim/session-variables.ts";
import { createHome } from "../support/home.ts";
import { plugin } from "../support/plugin.ts";
import { callIn, homeOf } from "../support/shim-handler.ts";
import { capturedPayload } from "../support/payloads.ts";

const start = capturedPayload("gemini-cli", "SessionStart");
const tool = { ...capturedPayload("gemini-cli", "BeforeTool.shell"), session_id: start["session_id"] };
const end = { ...capturedPayload("gemini-cli", "SessionEnd"), session_id: start["session_id"] };

describe("IX-13 Claude's variables", () => {
  test("the project, the session and nothing that says who calls", async () => {
    await using home = await homeOf("PreToolUse");
    const { env } = await callIn(home, "gemini", "BeforeTool", tool);
    expect(env).toMatchObject({ CLAUDE_PROJECT_DIR: "/home/user/project", CLAUDE_CODE_SESSION_ID: start["session_id"] });
    expect(Object.keys(env)).not.toContain("CLAUDECODE");
    expect(Object.keys(env)).not.toContain("CLAUDE_ENV_FILE");
  });

  test("a file for variables at the start of a session, private, and gone with the session", async () => {
    await using home = await createHome(
      plugin(
        "setup",
        ["SessionStart", "PreToolUse", "SessionEnd"]
          .map(
            (event) => `[[hooks]]\nname = "${event}"\nevent = "${event}"\nformat = "shim:claude-code"\ncommand = { script = "run.sh" }\n`,
          )
          .join("\n"),
        { "run.sh": "" },
      ),
    );
    const file = (await callIn(home, "gemini", "SessionStart", start)).env["CLAUDE_ENV_FILE"] ?? "";
    expect(file.startsWith(home.path)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
    writeFileSync(
      file,
      `export NODE_ENV=test\nexport PATH=/tmp/evil\nexport LD_PRELOAD=/tmp/evil.so\nexport NODE_OPTIONS=--require=/tmp/x\nexport CLAUDE_PROJECT_DIR=/tmp/evil\n`,
    );
    const later = await callIn(home, "gemini", "BeforeTool", tool);
    expect(later.env).toMatchObject({ NODE_ENV: "test", CLAUDE_PROJECT_DIR: "/home/user/project" });
    expect(later.env["PATH"]).not.toContain("evil");
    expect(Object.keys(later.env)).not.toContain("LD_PRELOAD");
    expect(Object.keys(later.env)).not.toContain("NODE_OPTIONS");
    const other = await callIn(home, "gemini", "BeforeTool", { ...tool, session_id: "another" });
    expect(Object.keys(other.env)).not.toContain("NODE_ENV");
    await callIn(home, "gemini", "SessionEnd", end);
    expect(existsSync(file)).toBe(false);
  });

  test("another plugin does not get them", async () => {
    const hooks = (event: string) =>
      `[[hooks]]\nname = "${event}"\nevent = "${event}"\nformat = "shim:claude-code"\ncommand = { script = "run.sh" }\n`;
    await using home = await createHome({
      ...plugin("giver", hooks("SessionStart"), { "run.sh": "" }),
      ...plugin("other", hooks("PreToolUse"), { "run.sh": "" }),
    });
    const file = (await callIn(home, "gemini", "SessionStart", start)).env["CLAUDE_ENV_FILE"] ?? "";
    writeFileSync(file, "export SECRET=1\n");
    expect(Object.keys((await callIn(home, "gemini", "BeforeTool", tool)).env)).not.toContain("SECRET");
  });

  test("without a session, or a place to write, the hook runs all the same", async () => {
    await using home = await homeOf("SessionStart");
    const { session_id: _, ...nameless } = start;
    expect((await callIn(home, "gemini", "SessionStart", nameless)).env["CLAUDE_ENV_FILE"]).toBe("/dev/null");
    writeFileSync(home.getPath("sessions"), "not a folder");
    expect((await callIn(home, "gemini", "SessionStart", start)).inputs).toHaveLength(1);
  });

  test("a file that is too large, or no file, gives nothing", async () => {
    await using home = await homeOf("SessionStart");
    const file = (await callIn(home, "gemini", "SessionStart", start)).env["CLAUDE_ENV_FILE"] ?? "";
    writeFileSync(file, `export A=${"x".repeat(70_000)}\n`);
    const again = await callIn(home, "gemini", "SessionStart", start);
    expect(Object.keys(again.env)).not.toContain("A");
    expect(readdirSync(join(file, "..")).length).toBe(1);
  });
});

describe("IX-13 what a script wrote is read, never run", () => {
  const read = (text: string) => parseVariables(text, "linux");

  test("assignments as scripts and shells write them", () => {
    expect(read('export A=1\nexport B=\'two words\'\nexport C="say \\"hi\\""\nD=4 # note\nexport E=1 F=2; export G=\n')).toEqual({
      A: "1",
      B: "two words",
      C: 'say "hi"',
      D: "4",
      E: "1",
      F: "2",
      G: "",
    });
    expect(read("declare -x HERE=\"/srv/a b\"\nexport LINES='one\ntwo'\nexport ESCAPED=a\\ b\\\nc")).toEqual({
      HERE: "/srv/a b",
      LINES: "one\ntwo",
      ESCAPED: "a bc",
    });
  });

  test("skips what needs a shell", () => {
    expect(
      read('export A=$(id)\nexport B=`id`\nexport C="$HOME/x"\nexport D=~/x\nA=1 npm run x\nexport E=1 && rm -rf /\ncat <<EOF\nF=1\nEOF\n'),
    ).toEqual({});
    expect(read("export A='unclosed\nexport B=2")).toEqual({});
    expect(read("export A=1\r\nexport B=$'x'\nif x; then\nexport C=1\nfi\nexport D=1 > y\nexport E=1 &\nF=1 )\nG=1")).toEqual({ A: "1" });
  });

  test("names that steer programs are refused, in any case on Windows", () => {
    const text = ["PATH", "LD_PRELOAD", "NODE_OPTIONS", "BASH_ENV", "PYTHONPATH", "HOME", "SYMPOSIUM_HOME", "GIT_SSH_COMMAND"]
      .map((name) => `export ${name}=x`)
      .join("\n");
    expect(read(text)).toEqual({});
    expect(parseVariables("export Path=x\nexport Node_Options=x\nexport ok=x", "windows")).toEqual({ ok: "x" });
  });

  test("any bytes give strings that a process can be started with", () => {
    const text = fc.string({
      unit: fc.constantFrom("e", "export ", "A=", "'", '"', "\\", "\n", ";", "$", "\0", "#", "__proto__=", " ", "x"),
    });
    fc.assert(
      fc.property(text, (one) => {
        for (const [name, value] of Object.entries(read(one))) {
          expect(name).toMatch(/^[A-Za-z_]\w*$/);
          expect(value.includes("\0")).toBe(false);
        }
      }),
    );
    expect(Object.keys(read(Array.from({ length: 1000 }, (_, at) => `A${at}=1`).join("\n"))).length).toBe(200);
  });
});
