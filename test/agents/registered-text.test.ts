/** The registered text under the shells that agents start it with (RG-2): it runs the program, or ends silently. */

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { commandTexts, type TextOrder } from "../../src/agents/registered-text.ts";
import { fewer } from "../support/thoroughness.ts";

const JSON_AGENT: TextOrder = { agent: "claude-code", event: "PreToolUse", scope: "user", denies: "json" };
const CODE_AGENT: TextOrder = { agent: "kiro", event: "preToolUse", scope: "user", denies: "exit-code" };
const SILENT = { status: 0, stdout: "", stderr: "" };
/** Tells what it was given and echoes its input. */
const TELLS = '#!/bin/sh\necho "$@"\ncat\n';
/** An executable for another processor. */
const FOREIGN = Buffer.concat([Buffer.from("7f454c460201010000000000000000000200b70001000000", "hex"), Buffer.alloc(4096, 7)]);

let root = "";
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "symposium-text-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("RG-2 Gemini's own expansion of variables in settings leaves the text as it is", () => {
  const env: Record<string, string> = { HOME: "/elsewhere", SYMPOSIUM_HOME: "/moved", PLACE: "x" };
  const expanded = (text: string) =>
    text.replaceAll(
      /\$(?:(\w+)|\{([^}]+?)(?::-([^}]*))?\})/gu,
      (whole, name?: string, braced?: string) => env[name ?? braced ?? ""] ?? whole,
    );
  expect(expanded("$HOME ${HOME} ${HOME:-x}")).toBe("/elsewhere /elsewhere /elsewhere");
  const moved: TextOrder = { ...JSON_AGENT, place: "/a/$HOME/${HOME}/$PLACE" };
  for (const order of [JSON_AGENT, CODE_AGENT, moved]) expect(expanded(commandTexts(order).posix)).toBe(commandTexts(order).posix);
  expect(expanded(commandTexts(moved).powershell)).toBe(commandTexts(moved).powershell);
});

describe.each([
  ["sh", ["-c"], "posix"],
  ["bash", ["-c"], "posix"],
  ["dash", ["-c"], "posix"],
  ["sh", ["-eu", "-c"], "posix"],
  ["bash", ["-euo", "pipefail", "-c"], "posix"],
  ["bash", ["-c"], "posixOrPowershell"],
  ["dash", ["-eu", "-c"], "posixOrPowershell"],
] as const)("RG-2 under %s %j %s", (shell, options, text) => {
  const run = (order: TextOrder, env: Record<string, string>, input = "") => {
    const { status, stdout, stderr } = spawnSync(shell, [...options, commandTexts(order)[text]], {
      // At the first level bash takes a socket as stdin for a remote login, and reads the files of one.
      env: { PATH: "/usr/bin:/bin", SHLVL: "2", ...env },
      cwd: root,
      input,
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    return { status, stdout, stderr };
  };
  const home = () => ({ HOME: join(root, "home") });
  const ours = (...path: string[]) => join(root, "home/.symposium", ...path);

  test("the program gets agent, event and the whole of stdin", () => {
    put(ours("bin/symposium-hook"), TELLS);
    const payload = `{"text":"${"ä\\n".repeat(200_000)}"}\n\nend without a line break`;
    const { status, stdout } = run(JSON_AGENT, home(), payload);
    expect(status).toBe(0);
    expect(stdout).toBe(`claude-code PreToolUse\n${payload}`);
  });

  test("a denial in JSON passes as it is", () => {
    put(ours("bin/symposium-hook"), `#!/bin/sh\nprintf '{"decision":"block"}'\n`);
    expect(run(JSON_AGENT, home())).toEqual({ ...SILENT, stdout: '{"decision":"block"}' });
  });

  test("an idle event, a missing program and one that may not be executed end silently", () => {
    expect(run(JSON_AGENT, home())).toEqual(SILENT);
    put(ours("bin/symposium-hook"), TELLS, 0o644);
    expect(run(JSON_AGENT, home())).toEqual(SILENT);
    chmodSync(ours("bin/symposium-hook"), 0o755);
    expect(run(JSON_AGENT, home()).stdout).toContain("claude-code");
    put(ours("idle/claude-code.PreToolUse"), "");
    expect(run(JSON_AGENT, home())).toEqual(SILENT);
    expect(run({ ...JSON_AGENT, event: "Stop" }, home()).stdout).toContain("Stop");
  });

  test.each([
    ["a foreign binary", FOREIGN],
    ["a crash by a signal", "#!/bin/sh\nkill -SEGV $$\n"],
    ["exit code 1", "#!/bin/sh\nexit 1\n"],
    ["exit code 3", "#!/bin/sh\nexit 3\n"],
    ["a missing interpreter", "#!/no/such/interpreter\n"],
  ])("%s lets the agent go on", (_, program) => {
    put(ours("bin/symposium-hook"), program);
    expect(run(JSON_AGENT, home())).toMatchObject({ status: 0, stdout: "" });
    expect(run(CODE_AGENT, home())).toMatchObject({ status: 0, stdout: "" });
  });

  test("exit code 2 is passed on where it is the only way to deny, and only there", () => {
    put(ours("bin/symposium-hook"), "#!/bin/sh\necho no >&2\nexit 2\n");
    expect(run(JSON_AGENT, home())).toEqual({ ...SILENT, stderr: "no\n" });
    expect(run(CODE_AGENT, home())).toEqual({ ...SILENT, status: 2, stderr: "no\n" });
  });

  test("RG-7 the project's text ends where the user's registration answers; the user's text, and that of goose, do not look", () => {
    put(ours("bin/symposium-hook"), TELLS);
    put(ours("global/claude-code"), "");
    expect(run(JSON_AGENT, home()).stdout).toContain("claude-code");
    expect(run({ ...JSON_AGENT, scope: "project" }, home())).toEqual(SILENT);
    expect(run({ ...JSON_AGENT, scope: "project", projectWins: true }, home()).stdout).toContain("claude-code");
    expect(run({ ...JSON_AGENT, agent: "codex", scope: "project" }, home()).stdout).toContain("codex");
  });

  test.each(fewer(["a b", "it's", 'quo"te', "$HOME", "${x}", "back\\slash", "line\nbreak", "-e", "*", "`id`", "; exit 9", "ü"]))(
    "a directory named %j",
    (name) => {
      // No script: one whose path begins with a dash is started by its interpreter as an option.
      link(join(root, name, ".symposium/bin/symposium-hook"), "/bin/echo");
      const ran = { ...SILENT, stdout: "claude-code PreToolUse\n" };
      expect(run(JSON_AGENT, { HOME: join(root, name) })).toEqual(ran);
      if (name.includes("\n")) return;
      const moved: TextOrder = { ...JSON_AGENT, place: join(root, name, ".symposium") };
      expect(run(moved, { HOME: "/nowhere" })).toEqual(ran);
      expect(run({ ...moved, scope: "project" }, { HOME: "/nowhere" })).toEqual(SILENT);
      put(join(root, name, ".symposium/idle/claude-code.PreToolUse"), "");
      expect(run(moved, { HOME: "/nowhere" })).toEqual(SILENT);
    },
  );

  test("RT-36 no variable leads to another program", () => {
    put(ours("bin/symposium-hook"), TELLS);
    put(join(root, "evil/bin/symposium-hook"), "#!/bin/sh\necho evil\n");
    put(join(root, "evil/symposium/bin/symposium-hook"), "#!/bin/sh\necho evil\n");
    put(join(root, "evil/.symposium/bin/symposium-hook"), "#!/bin/sh\necho evil\n");
    const evil = join(root, "evil");
    const names = ["SYMPOSIUM_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "PWD", "OLDPWD", "CDPATH", "PATH", "IFS", "1", "_", "USERPROFILE"];
    const { stdout } = run(JSON_AGENT, {
      ...Object.fromEntries(names.map((name) => [name, evil])),
      ...home(),
      PATH: `${evil}/bin:/usr/bin:/bin`,
    });
    expect(stdout).toBe("claude-code PreToolUse\n");
  });

  test("RG-2 without a home, or with a relative one, nothing of the folder it runs in is started", () => {
    for (const folder of ["~", "rel", "."]) link(join(root, folder, ".symposium/bin/symposium-hook"), "/bin/echo");
    // Some shells know the home of their user without being told.
    const knows = spawnSync(shell, ["-c", "echo ~"], { env: { PATH: "/usr/bin:/bin" }, encoding: "utf8" }).stdout.startsWith("/");
    for (const env of [...(knows ? [] : [{}]), { HOME: "rel" }, { HOME: "." }, { HOME: "" }] as Record<string, string>[])
      expect(run(JSON_AGENT, env)).toEqual(SILENT);
  });
});

test("RG-2 the texts have nothing of this machine in them, nor a quote that would end them", () => {
  for (const order of [JSON_AGENT, CODE_AGENT, { ...CODE_AGENT, scope: "project" as const }]) {
    const { posix, powershell, cmd } = commandTexts(order);
    expect(posix).not.toContain("'");
    expect(powershell + cmd).not.toContain('"');
    expect(`${posix} ${powershell} ${cmd}`).not.toMatch(/\/(?:home|root|Users|tmp|usr)\b|[A-Z]:\\|\n/u);
    for (const own of [process.cwd(), tmpdir(), process.env["HOME"] ?? "-"]) expect(posix + powershell + cmd).not.toContain(own);
  }
});

test("RG-2 a place that a shell cannot name is refused", () => {
  for (const place of ["/a\nb", "/a\rb", "/a\tb", "/a\u0000b", "/a\u007Fb"]) {
    expect(() => commandTexts({ ...JSON_AGENT, place })).toThrow("control character");
  }
  for (const place of ["D:\\a b", "D:\\a&b", "D:\\%a%", "D:\\a^b", "D:\\(a)"]) {
    const texts = commandTexts({ ...JSON_AGENT, place });
    expect(() => texts.cmd).toThrow("special character");
    expect(texts.powershell).toContain("D:");
  }
});

function link(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

function put(path: string, content: string | Buffer, mode = 0o755): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode });
}
