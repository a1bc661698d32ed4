/** What `plugin validate` says of MCP servers. */

import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { Validation } from "../../src/diagnose/validate/validate-plugins.ts";
import { household } from "./command-line.ts";

async function validate(text: string, files: FileTree = {}) {
  await using home = await household({
    project: { p: { "SYMPOSIUM.toml": `name = "p"\ncrates = ["*"]\n[[mcp_servers]]\n${text}`, ...files } },
  });
  const { stdout, exitCode } = await home.run(["plugin", "validate", "p", "--no-check-crates", "--json"]);
  const { answer } = JSON.parse(stdout) as { answer: Validation };
  const findings = answer.items.flatMap((item) => item.findings);
  return { exitCode, findings: findings.map(({ severity, position, message }) => [severity, position?.line, message]) };
}

describe("MC-10 plugin validate", () => {
  test.each([
    ['name = "s"\ncommand = "no-such-program-anywhere"', 5, "server `s`: no-such-program-anywhere is not on PATH"],
    [
      'name = "s"\ntype = "http"\nurl = "http://mcp.example/"',
      6,
      "server `s`: its address is plain http, so others on the network can read and change what is sent",
    ],
    [
      'name = "a.b"\ntype = "http"\nurl = "https://mcp.example/"',
      4,
      "server `a.b`: some agents, such as Claude Code and Codex, do not accept a dot in its name",
    ],
    [
      'name = "a__b"\ntype = "http"\nurl = "https://mcp.example/"',
      4,
      "server `a__b`: agents separate server and tool by `__`, which its name contains",
    ],
    [
      `name = "${"n".repeat(40)}"\ntype = "http"\nurl = "https://mcp.example/"`,
      4,
      `server \`${"n".repeat(40)}\`: its name has 40 letters, which leaves few for its tools`,
    ],
  ])("warns: %s", async (text, line, message) => {
    expect(await validate(text)).toEqual({ findings: [["warning", line, message]], exitCode: 0 });
  });

  test("a file that is missing is an error", async () => {
    const { findings, exitCode } = await validate('name = "s"\ncommand = "./server"');
    expect({ findings, exitCode }).toEqual({
      findings: [["error", 5, expect.stringMatching(/^server `s`: there is no file .*p\/server$/)]],
      exitCode: 1,
    });
  });

  test("a folder that is missing is a warning", async () => {
    const { findings } = await validate('name = "s"\ncommand = "sh"\ncwd = "gone"');
    expect(findings).toEqual([["warning", 6, expect.stringMatching(/^server `s`: there is no folder .*p\/gone$/)]]);
  });

  test("a literal secret is an error", async () => {
    const { findings, exitCode } = await validate(`name = "s"\ncommand = "sh"\nenv = { TOKEN = "ghp_${"x7Kq2mP9vR4tY8wB3nL6"}" }`);
    expect(exitCode).toBe(1);
    expect(findings).toEqual([["error", 6, "the variable TOKEN looks like a GitHub token, so this server is ignored"]]);
  });

  test.each([
    'name = "s"\ncommand = "sh"\nenv = { TOKEN = "${TOKEN}" }',
    'name = "my-server_2"\ntype = "http"\nurl = "http://localhost:8080/mcp"\nheaders = { Authorization = "Bearer ${TOKEN}" }',
    'name = "s"\ntype = "sse"\nurl = "http://127.0.0.1:${PORT}/sse"',
  ])("is silent: %s", async (text) => {
    expect(await validate(text)).toEqual({ findings: [], exitCode: 0 });
  });
});
