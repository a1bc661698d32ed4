import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { Validation } from "../../src/diagnose/validate/validate-plugins.ts";
import { problemText } from "../../src/files/problem.ts";
import { symposium } from "./command-line.ts";

async function validate(home: FileTree, path: string) {
  const { stdout, exitCode } = await symposium(["plugin", "validate", path, "--no-check-crates", "--json"], { home });
  const { answer } = JSON.parse(stdout) as { readonly answer: Validation };
  const items = answer.items.map(({ kind, name, verdict }) => `${verdict} ${name} (${kind})`);
  const findings = answer.items.flatMap((item) => item.findings.map(problemText)).map((text) => text.slice(text.lastIndexOf("/") + 1));
  return { exitCode, items, findings };
}

const GOOD = '[policy]\ndisable-all-hooks = true\nsources = ["npm:left-pad"]\n[policy.events]\nbefore_tool_execute = "deny"\n';

describe("IX-17 a policy can be validated", () => {
  test.each(["symposium-policy.toml", "policy.toml"])("by the name %s", async (name) => {
    expect(await validate({ [name]: GOOD }, name)).toEqual({ exitCode: 0, items: [`good ${name} (policy)`], findings: [] });
  });

  test("in the folder of a repository, beside its plugin", async () => {
    const home = { work: { "symposium-policy.toml": GOOD, "SYMPOSIUM.toml": 'name = "rules"\ncrates = ["*"]\n' } };
    expect(await validate(home, "work")).toEqual({
      exitCode: 0,
      items: ["good rules (plugin)", "good symposium-policy.toml (policy)"],
      findings: [],
    });
  });

  test("alone in a folder", async () => {
    expect((await validate({ work: { "symposium-policy.toml": GOOD } }, "work")).items).toEqual(["good symposium-policy.toml (policy)"]);
  });

  test.each([
    ["a syntax error", "symposium-policy.toml", "[policy]\nsources = [\n", /^symposium-policy\.toml:\d+:\d+: /],
    [
      "a misspelt key",
      "symposium-policy.toml",
      "[policy]\ndisable-all-hook = true\n",
      /^symposium-policy\.toml:2:1: unknown key `disable-all-hook`/,
    ],
    ["a wrong word", "policy.toml", '[policy.events]\nbefore_tool_execute = "never"\n', /^policy\.toml:2:\d+: `before_tool_execute` /],
    ["an unknown event", "policy.toml", '[policy.events]\nmoon_rise = "deny"\n', /^policy\.toml:2:\d+: .*moon_rise/],
    [
      "a scanner of a project",
      "symposium-policy.toml",
      '[policy]\nscanner = "scan"\n',
      /^symposium-policy\.toml:2:\d+: `scanner` is refused in a project's policy/,
    ],
    [
      "managed sources of a project",
      "symposium-policy.toml",
      '[policy]\nmanaged = ["npm:x"]\n',
      /^symposium-policy\.toml:2:\d+: `managed` is refused/,
    ],
  ])("%s is an error with line and column", async (_, name, text, message) => {
    const { exitCode, findings, items } = await validate({ [name]: text }, name);
    expect({ exitCode, items }).toEqual({ exitCode: 1, items: [`error ${name} (policy)`] });
    expect(findings).toEqual([expect.stringMatching(message)]);
  });

  test("the system's may name a scanner", async () => {
    expect(await validate({ "policy.toml": '[policy]\nscanner = "scan"\n' }, "policy.toml")).toMatchObject({ exitCode: 0, findings: [] });
  });
});
