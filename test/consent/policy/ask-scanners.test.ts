import { describe, expect, test } from "vitest";

import { whyScannersRefuse } from "../../../src/consent/policy/scanners.ts";
import { temporaryHome } from "../../support/temporary-home.ts";

async function asked(scanner: string, commands: readonly string[] = ["./x.sh"]) {
  await using there = await temporaryHome();
  const context = { ...there.context, env: { PATH: process.env["PATH"] } };
  const question = {
    action: "consent",
    plugin: "p",
    origin: "npm:p",
    workspace: null,
    manifest: "/p",
    runs: [{ kind: "hook", name: "h", commands }],
    files: [],
  } as const;
  const refused = await whyScannersRefuse([{ level: "user", file: "/config.toml", rules: { scanner } }], question, {
    context,
    folders: [there.project],
    timeoutMs: 500,
  });
  return refused === undefined ? undefined : [refused.message, ...(refused.details ?? [])];
}

describe("IX-20 a scanner's answer is bounded", () => {
  test("one that never answers refuses, with its children", async () => {
    expect(await asked("sleep 600 & sleep 600")).toEqual([
      "nothing was changed: the scanner of the user policy did not answer within 0.5 s",
    ]);
  });

  test("one that does not read its input may still pass", async () => {
    expect(await asked("exit 0", ["x".repeat(1024 * 1024)])).toBeUndefined();
  });

  test("the end of its text is cut, and control characters are shown as such", async () => {
    const [, ...lines] = (await asked("printf 'a\\033[2Jb\\n'; yes | head -100; exit 1")) ?? [];
    expect(lines).toHaveLength(40);
    expect(lines[0]).not.toContain("\u001B");
  });

  test("hostile names arrive as JSON, and no shell reads them", async () => {
    const hostile = '"; touch /tmp/never; "$(touch /tmp/never)\n`x`';
    expect(await asked("grep -q '\"version\":1' && exit 0; exit 1", [hostile])).toBeUndefined();
  });
});
