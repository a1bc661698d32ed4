import { chmodSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { runTool, type ToolEnd } from "../../../src/packages/programs/run-tool.ts";

async function run(script: string, patienceMs = 60_000): Promise<{ readonly end: ToolEnd; readonly lines: readonly string[] }> {
  await using fixture = await createFixture({ tool: `#!/bin/sh\n${script}\n` });
  const file = fixture.getPath("tool");
  chmodSync(file, 0o755);
  const lines: string[] = [];
  const program = { name: "tool", file, env: { PATH: "/usr/bin:/bin" }, errorLine: /^error/, patienceMs };
  const end = await runTool({ program, args: [], cwd: fixture.path, os: "linux", onLine: (line) => lines.push(line) });
  return { end, lines };
}

describe.skipIf(process.platform === "win32")("PG-11 the lines of a package manager", () => {
  test("are reported as it writes them, without what controls a terminal", async () => {
    const { end, lines } = await run("printf 'one\\r\\n\\033[1;31mtwo\\033[0m\\rthree\\n\\n\\033]0;title\\007four' >&2; printf 'öffn\\n'");
    expect(end).toMatchObject({ ok: true, stdout: "öffn\n" });
    expect([...lines].sort()).toEqual(["four", "one", "three", "two", "öffn"]);
  });

  test("the last ones explain a failure; a line without an end is cut", async () => {
    const { end } = await run(
      "i=0; while [ $i -lt 100 ]; do echo line $i; i=$((i+1)); done; head -c 100000 /dev/zero | tr '\\0' x; exit 3",
    );
    expect(end).toMatchObject({ ok: false, failure: "ended with exit code 3" });
    const kept = end.ok ? [] : end.lines;
    expect(kept).toHaveLength(40);
    expect(kept.at(-2)).toBe("line 99");
    expect(kept.at(-1)).toBe("x".repeat(2_000));
  });

  test.each([
    ["kill -9 $$", 60_000, "was ended by SIGKILL"],
    ["sleep 60", 600, "did not finish within 0.01 minutes"],
  ])("%s: %s", async (script, patience, failure) => {
    expect((await run(script, patience)).end).toMatchObject({ ok: false, failure });
  });
});
