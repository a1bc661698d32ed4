/** `plugin new`: what it writes is valid, is tested by its own test, and really blocks. */

import { existsSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { openShellPage } from "../docs/shell-page.ts";
import { BUILT, createHome } from "../support/home.ts";
import { capturedPayload } from "../support/payloads.ts";
import { newPluginFiles } from "../../src/plugins/new-plugin.ts";
import { household, symposium } from "./command-line.ts";

const CLAUDE = { ...capturedPayload("claude-code", "PreToolUse.shell"), tool_input: { command: "git push --force" } };

describe("plugin new", () => {
  test("prints the files and what to run next", async () => {
    const { stdout, stderr, exitCode } = await symposium(["plugin", "new", "careful"]);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout).toMatchInlineSnapshot(`
      "created careful in ~/careful
        SYMPOSIUM.toml           the manifest: where the plugin applies and what it brings
        check.sh                 the hook: refuses \`git push --force\`
        skills/careful/SKILL.md  a skill that agents load when it helps
        test.sh                  runs the hook on two sample calls

      Next:
        # run the hook on its sample calls
        sh careful/test.sh
        # check the plugin
        symposium plugin validate careful
        # use it in every project
        mkdir -p ~/.symposium/plugins && cp -R careful ~/.symposium/plugins/
        # register hooks with your agents
        symposium init
      "
    `);
  });

  test("into the user's own plugins it needs no copy", async () => {
    await using home = await household({ home: { ".symposium": { "config.toml": '[[agent]]\nname = "claude"\n' } } });
    const { stdout } = await home.run(["plugin", "new", "careful", "--dir", `${home.home}/.symposium/plugins/careful`]);
    expect(stdout.slice(stdout.indexOf("Next:"))).toMatchInlineSnapshot(`
      "Next:
        # run the hook on its sample calls
        sh ~/.symposium/plugins/careful/test.sh
        # check the plugin
        symposium plugin validate ~/.symposium/plugins/careful
        # install its skill in a project
        symposium sync
      "
    `);
  });

  test.each(["Careful", "a b", "../x", "a--b", "con", ""])("the name %j is refused, and nothing is written", async (name) => {
    await using home = await household();
    const { stderr, exitCode } = await home.run(["plugin", "new", name]);
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringMatching(/^error: ".*" is not a valid name for a plugin: /), exitCode: 2 });
    expect(existsSync(`${home.project}/${name || "x"}/SYMPOSIUM.toml`)).toBe(false);
  });

  test("a folder with something in it, and a file, are left alone", async () => {
    await using home = await household({ project: { careful: { "notes.md": "mine" }, file: "mine", empty: {} } });
    expect(await home.run(["plugin", "new", "careful"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("<project>/careful is not empty: it has notes.md; nothing was written"),
    });
    expect(await home.run(["plugin", "new", "file"])).toMatchObject({ exitCode: 1 });
    expect(home.has("project/careful/SYMPOSIUM.toml")).toBe(false);
    expect(await home.run(["plugin", "new", "empty"])).toMatchObject({ exitCode: 0 });
    expect(await home.run(["plugin", "new", "empty"])).toMatchObject({ exitCode: 1 });
  });

  test.skipIf(process.platform === "win32").each([
    { what: "a plugin", flag: "", files: ["SYMPOSIUM.toml", "check.sh", "skills/careful/SKILL.md", "test.sh"] },
    {
      what: "AP-7 an Agent Plugin",
      flag: "--agent-plugin",
      files: [
        ...["plugin.json", "mcp.json", "server.mjs", "skills/careful/SKILL.md"],
        ...["dev.symposium/hooks.json", "dev.symposium/check.sh", "dev.symposium/test.sh"],
      ],
    },
  ])("$what: nothing in it is wrong, the printed commands work with the built program, and the hook blocks", async ({ flag, files }) => {
    await using page = await openShellPage({ ".symposium/config.toml": "[defaults]\nsymposium-recommendations = false\n" });
    const { stdout } = page.run(`symposium plugin new careful ${flag}`);
    expect([...stdout.matchAll(/^ {2}(\S+) {2}/gm)].map(([, path]) => path)).toEqual(files);
    const next = [...stdout.slice(stdout.indexOf("Next:")).matchAll(/^ {2}([^#\s].*)$/gm)].map(([, command]) => command ?? "");
    expect(next).toHaveLength(4);
    const ran = page.run(next.slice(0, 3).join("\n"));
    expect({ ...ran, stdout: ran.stdout.split("\n") }).toMatchObject({
      status: 0,
      stderr: "",
      stdout: [
        "ok: the hook refuses git push --force: Force pushes need a person.",
        "good     careful (plugin)",
        "  good     careful (skill)",
        "",
      ],
    });
    const called = page.run("symposium hook claude-code PreToolUse", JSON.stringify({ ...CLAUDE, cwd: page.project }));
    expect(JSON.parse(called.stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "Force pushes need a person. (careful/check)" },
    });
  });

  test.skipIf(process.platform === "win32")("AP-7 the server of an Agent Plugin starts, also from an export of it", async () => {
    await using page = await openShellPage({ ".symposium/config.toml": "[defaults]\nsymposium-recommendations = false\n" });
    const made = page.run(`
      symposium plugin new careful --agent-plugin > /dev/null
      mkdir -p ~/.symposium/plugins
      symposium export ./careful --to ~/.symposium/plugins/careful
      symposium plugin validate ~/.symposium/plugins/careful
      symposium init --add-agent claude > /dev/null
    `);
    expect(made).toMatchObject({
      status: 0,
      stdout: "created careful in ~/.symposium/plugins/careful: 1 skill, 1 server\ngood     careful (plugin)\n  good     careful (skill)\n",
      stderr: "warning: hook check: only Symposium runs it: Agent Plugins have no hooks\n",
    });
    const asked = [
      { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } } },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list" },
      { id: 3, method: "tools/call", params: { name: "push_command", arguments: { branch: "main" } } },
      { id: 4, method: "tools/call", params: { name: "toString" } },
      { id: "5", method: "toString" },
    ];
    const input = asked.map((one) => `${JSON.stringify({ jsonrpc: "2.0", ...one })}\n`).join("");
    const { stdout, stderr } = page.run("~/.symposium/bin/symposium-hook serve careful/careful-tools", input);
    expect(stderr).toBe("");
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      {
        jsonrpc: "2.0",
        id: 1,
        result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "careful-tools" } },
      },
      { id: 2, result: { tools: [{ name: "push_command", inputSchema: { type: "object" } }] } },
      { id: 3, result: { content: [{ type: "text", text: "git push origin main" }] } },
      { id: 4, error: { code: -32601, message: "there is no toString" } },
      { id: "5", error: { code: -32601, message: "there is no toString" } },
    ]);
  });

  test("AP-7 whatever the plugin's name, nothing in it is wrong", async () => {
    await using home = await household();
    for (const name of ["symposium", `a${"-2345678".repeat(7)}`]) {
      expect(await home.run(["plugin", "new", name, "--agent-plugin"])).toMatchObject({ exitCode: 0 });
      expect(await home.run(["plugin", "validate", name])).toMatchObject({ exitCode: 0, stderr: "" });
    }
  });

  test.each(BUILT)("it blocks a call of Claude Code through the %s, and lets another pass", async (form) => {
    const files = Object.fromEntries(newPluginFiles("careful").map(({ path, text }) => [path, text]));
    await using home = await createHome({ careful: files });
    const { stdout } = await home.call("claude-code", "PreToolUse", CLAUDE, { form });
    expect(stdout).toContain("Force pushes need a person.");
    const passed = await home.call("claude-code", "PreToolUse", { ...CLAUDE, tool_input: { command: "git push" } }, { form });
    expect(passed).toMatchObject({ stdout: "", exitCode: 0 });
  });
});
