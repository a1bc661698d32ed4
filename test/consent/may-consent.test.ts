import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { agentOfProcess } from "../../src/agents/agents-by-name.ts";
import { ENV_MARKS } from "../../src/agents/hook-list.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { whyNotConsent } from "../../src/consent/may-consent.ts";
import { type AncestorProcess, ancestors } from "../../src/host/processes.ts";

const at = (env: Record<string, string>, above: readonly Partial<AncestorProcess>[] = [], hasTerminal = true) =>
  whyNotConsent({
    context: { env, os: "linux" },
    hasTerminal,
    ancestors: () => above.map((one, index) => ({ pid: index + 2, args: [], ...one })),
  });

const SHELL = { file: "/usr/bin/zsh", title: "zsh", args: ["-zsh"] };
const INIT = { file: "/usr/lib/systemd/systemd", title: "systemd", args: ["/sbin/init"] };

describe("PL-27 a decision is refused", () => {
  test("never to a person at a terminal", () => {
    expect(at({ TERM: "xterm", PATH: "/bin" }, [SHELL, { file: "/usr/bin/tmux", args: ["tmux"] }, INIT])).toBeUndefined();
  });

  test("without a terminal", () => {
    expect(at({}, [SHELL], false)).toMatchObject({ code: "NO-TERMINAL" });
  });

  test.each(ENV_MARKS)("where an agent's mark %s is set", (mark) => {
    const name = mark.replace("*", "X");
    expect(at({ [name]: "1" }, [SHELL])).toMatchObject({ code: "AGENT-CONSENT", message: expect.stringContaining(name) });
  });

  test("where Symposium started the process, also with a cleaned environment below the hook program", () => {
    expect(at({ SYMPOSIUM_STARTED: "1" })).toMatchObject({ code: "AGENT-CONSENT" });
    expect(at({}, [{ file: "/home/a/.symposium/bin/symposium-hook", args: ["symposium-hook"] }])).toMatchObject({ code: "AGENT-CONSENT" });
    const script = "/home/a/.symposium/bin/node-0123456789abcdef/hook.cjs";
    expect(at({}, [{ file: "/usr/bin/node", args: ["node", script] }])).toMatchObject({ code: "AGENT-CONSENT" });
  });

  test("where the system does not tell what started it", () => {
    expect(whyNotConsent({ context: { env: {}, os: "linux" }, hasTerminal: true, ancestors: () => undefined })).toMatchObject({
      code: "AGENT-CONSENT",
    });
  });

  test.each([
    ["Claude Code", { title: "claude", args: ["claude"] }],
    ["Claude Code", { file: "/home/a/.local/share/claude/versions/2.1.325", args: ["/home/a/.local/bin/claude"] }],
    ["Claude Code", { file: "/usr/lib/node_modules/@anthropic-ai/claude-code-linux-x64/claude", args: [] }],
    ["Codex CLI", { file: "/usr/lib/node_modules/@openai/codex/vendor/x/codex/codex", args: ["codex"] }],
    [
      "Gemini CLI",
      { file: "/usr/bin/node", args: ["node", "--no-warnings=DEP0040", "/usr/lib/node_modules/@google/gemini-cli/bundle/gemini.js"] },
    ],
    ["Gemini CLI", { file: "/usr/bin/node", args: ["/usr/bin/node", "/usr/local/bin/gemini", "-p", "x"] }],
    ["Copilot CLI", { file: "/usr/bin/node", args: ["node", "/opt/node_modules/@github/copilot/index.js"] }],
    ["Qwen Code", { file: "/usr/bin/node", args: ["node", "/x/node_modules/@qwen-code/qwen-code/cli.js"] }],
    ["OpenCode", { file: "/home/a/.opencode/bin/opencode", args: ["opencode"] }],
    ["goose", { file: "/usr/local/bin/goose", args: ["goose", "session"] }],
    ["Codex CLI", { file: String.raw`C:\Users\a\codex.exe`, args: [String.raw`C:\Users\a\codex.exe`] }],
    ["Cursor", { file: "/home/a/.local/share/cursor-agent/versions/1/node", args: ["/home/a/.local/bin/cursor-agent", "x"] }],
  ])("where %s is an ancestor: %j", (title, process) => {
    expect(agentOfProcess(process)).toBe(title);
    expect(at({}, [SHELL, process, SHELL, INIT])).toMatchObject({ code: "AGENT-CONSENT", message: expect.stringContaining(title) });
  });

  test.each([
    { file: "/usr/share/code/code", title: "code", args: ["/usr/share/code/code", "--type=utility"] },
    { file: "/opt/Cursor/cursor", title: "cursor", args: ["/opt/Cursor/cursor"] },
    { file: "/opt/windsurf/windsurf", title: "windsurf", args: [] },
    { file: "/usr/bin/vim", title: "vim", args: ["vim", "/x/node_modules/@openai/codex/README.md"] },
  ])("not below an IDE or an editor: %j", (process) => {
    expect(agentOfProcess(process)).toBeUndefined();
  });

  test("every agent that is a program of its own has names", () => {
    const without = AGENTS.filter(({ programs }) => programs === undefined).map(({ name }) => name);
    expect(without).toEqual(["vscode-copilot", "windsurf"]);
  });
});

const SYMPOSIUM = join(import.meta.dirname, "../../dist/symposium.cjs");

describe.skipIf(process.platform !== "linux")("PL-27 below a real process that is named like an agent", { timeout: 60_000 }, () => {
  const line = (home: string, args: string) => `env -i HOME=${home} PATH=/usr/bin:/bin ${process.execPath} ${SYMPOSIUM} ${args}`;
  const DIGEST = `trust accept x --digest ${"0".repeat(64)}`;

  test.each([
    ["with a digest", DIGEST],
    ["when it revokes, which would disarm a guard", "trust revoke x"],
  ])("a shell with a cleaned environment is refused %s", async (_, args) => {
    await using fixture = await createFixture({ home: {}, "bin/x": "" });
    const fake = fixture.getPath("bin/claude");
    copyFileSync("/bin/sh", fake);
    chmodSync(fake, 0o755);
    const { stderr, status } = spawnSync(fake, ["-c", `sh -c '${line(fixture.getPath("home"), args)}; exit $?'; exit $?`], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("Claude Code started this") });
  });

  test("it is refused below more shells than anyone opens", async () => {
    const nested = 'if [ "$1" -gt 0 ]; then sh "$0" $(($1 - 1)); exit $?; fi\n';
    await using fixture = await createFixture({ home: {}, "bin/x": "" });
    const fake = fixture.getPath("bin/claude");
    copyFileSync("/bin/sh", fake);
    chmodSync(fake, 0o755);
    await fixture.writeFile("nested.sh", `${nested}${line(fixture.getPath("home"), DIGEST)}; exit $?\n`);
    const { stderr, status } = spawnSync(fake, ["-c", `sh ${fixture.getPath("nested.sh")} 150; exit $?`], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("Claude Code started this") });
  });

  test.skipIf(spawnSync("script", ["--version"]).status !== 0)("a terminal of the agent's own is refused", async () => {
    await using fixture = await createFixture({ home: {}, "bin/x": "" });
    const fake = fixture.getPath("bin/codex");
    copyFileSync("/bin/sh", fake);
    chmodSync(fake, 0o755);
    const inner = `script -qec '${line(fixture.getPath("home"), "trust ask")}' /dev/null`;
    const { stdout } = spawnSync(fake, ["-c", `${inner}; true`], { encoding: "utf8", input: "" });
    expect(stdout).toContain("Codex CLI started this");
  });

  test("a script of an agent's package that Node runs is refused, also through a link", async () => {
    const script = `import { spawnSync } from "node:child_process";
      process.stdout.write(spawnSync("sh", ["-c", process.argv[2]], { env: {} }).stderr);`;
    await using fixture = await createFixture({ home: {}, "node_modules/@google/gemini-cli/dist/index.mjs": script });
    const file = fixture.getPath("node_modules/@google/gemini-cli/dist/index.mjs");
    symlinkSync(file, fixture.getPath("gemini"));
    for (const path of [file, fixture.getPath("gemini")]) {
      const { stdout } = spawnSync(process.execPath, [path, line(fixture.getPath("home"), DIGEST)], { encoding: "utf8" });
      expect(stdout).toContain("Gemini CLI started this");
    }
  });

  test("the list of ancestors starts at the parent", () => {
    expect(ancestors("linux")?.[0]?.pid).toBe(process.ppid);
  });
});
