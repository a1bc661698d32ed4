/**
 * The protocol's own tests, `@modelcontextprotocol/conformance` 0.1.16, against the native program. The package and what it needs are 50 MB, so
 * npm fetches them here. The suite knows the protocol of 2025-06-18 and 2025-11-25, over HTTP.
 */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Household } from "../../test/commands/command-line.ts";
import { program } from "../../test/foundation/programs.ts";
import { servingHouse } from "../../test/servers/mcp/serving.ts";
import { skillGroup, skillText } from "../../test/support/plugin.ts";
import { subcommand } from "../../test/support/subcommand.ts";
import { userOf } from "../../test/support/temporary-home.ts";
import { overHttp } from "./over-http.ts";

const SUITE = "@modelcontextprotocol/conformance@0.1.16";
/** Node 20 lacks a function that the suite needs. */
const NODE = "node@24.21.0";

/** The tools are commands of a plugin, under the names that the suite calls. */
const SCENARIOS = [
  "server-initialize",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-error",
  "resources-list",
  "prompts-list",
  "prompts-get-simple",
];

/** Each needs tools, resources or prompts of the suite's own server that no command or skill can be, or a part of the protocol that we do not offer. */
const SKIPPED = {
  "tools-call-image, -audio, -embedded-resource, -mixed-content, -with-logging, -with-progress": "a command's result is text",
  "tools-call-sampling, -elicitation, elicitation-sep1034-defaults, elicitation-sep1330-enums": "we ask the client for nothing but roots",
  "json-schema-2020-12": "a fixture of the suite; schemas of servers are passed on as they are",
  "resources-read-text, -read-binary, resources-templates-read": "resources are skills, under skill://",
  "resources-subscribe, resources-unsubscribe, logging-set-level, completion-complete": "not offered",
  "prompts-get-with-args, -embedded-resource, -with-image": "a skill is a prompt of text without arguments",
  "server-sse-polling, server-sse-multiple-streams, dns-rebinding-protection": "about HTTP, and we serve stdio",
};

describe(`MC-7 ${SUITE}`, () => {
  let house: Household;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "conformance-"));
    writeFileSync(join(folder, "package.json"), "{}");
    execFileSync("npm", ["install", "--no-audit", "--no-fund", SUITE, NODE], { cwd: folder, stdio: "ignore" });
    house = await servingHouse({
      suite: {
        more: subcommand("test_simple_text") + subcommand("test_error_handling") + skillGroup(),
        files: {
          "test_simple_text.sh": 'printf "This is a simple text response for testing."\n',
          "test_error_handling.sh": "echo This tool intentionally returns an error for testing; exit 1\n",
          "skills/test_simple_prompt/SKILL.md": skillText("test_simple_prompt"),
        },
      },
    });
  });
  afterAll(async () => {
    await house[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(SCENARIOS)("%s", async (scenario) => {
    await using server = await overHttp(() =>
      spawn(program("native-hook"), ["serve", "symposium"], { cwd: house.project, env: userOf(house.home) }),
    );
    const script = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
    const suite = spawn(join(folder, "node_modules/node/bin/node"), [script, "server", "--url", server.url, "--scenario", scenario], {
      cwd: folder,
    });
    let output = "";
    for (const stream of [suite.stdout, suite.stderr]) stream.on("data", (part) => (output += String(part)));
    const exitCode = await new Promise((resolve) => suite.on("exit", resolve));
    expect(output).toMatch(/Passed: (\d+)\/\1, 0 failed/);
    expect(exitCode).toBe(0);
  });

  test("every scenario of the suite is run or skipped for a reason", () => {
    const script = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
    const { stdout } = spawnSync(join(folder, "node_modules/node/bin/node"), [script, "list", "--server"], { encoding: "utf8" });
    const all = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name!);
    expect(all.length).toBeGreaterThan(SCENARIOS.length);
    const skipped = Object.keys(SKIPPED).flatMap((names) => names.split(", "));
    expect(all.filter((name) => !SCENARIOS.includes(name) && !skipped.some((end) => name.endsWith(end.replace(/^-/, ""))))).toEqual([]);
  });
});
