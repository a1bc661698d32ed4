/** Cursor puts the payload behind the command, as a here-document, or gives it as stdin; the user's own shell runs it. */

import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { entriesOf, OWN_FILES } from "../../support/registered-entries.ts";
import { type TemporaryHome, temporaryHome } from "../../support/temporary-home.ts";

const cursor = OWN_FILES.find(({ agent }) => agent === "cursor") ?? expect.fail("no Cursor");
const commandOn = (os: "linux" | "windows") => (entriesOf(cursor, "user", os)["preToolUse"] as { readonly command: string }).command;
const PAYLOAD = JSON.stringify({ text: `it's "quoted" $HOME \\n ${"x".repeat(5000)}` });

let there: TemporaryHome;
beforeAll(async () => {
  there = await temporaryHome({ files: { "home/.symposium/bin/symposium-hook": '#!/bin/sh\necho "$@"\ncat\n' } });
  chmodSync(there.at("home/.symposium/bin/symposium-hook"), 0o755);
});
afterAll(() => there[Symbol.asyncDispose]());

describe.each(["sh", "bash", "dash", "zsh", "fish"])("under %s", (shell) => {
  const isThere = spawnSync(shell, ["-c", "true"]).status === 0;
  const run = (command: string, input: string) => {
    const env = { PATH: "/usr/bin:/bin", HOME: there.home, SHLVL: "2" };
    const { status, stdout, stderr } = spawnSync(shell, ["-c", command], { env, input, encoding: "utf8" });
    return { status, stdout, stderr };
  };
  const whole = { status: 0, stdout: `cursor preToolUse\n${PAYLOAD}\n`, stderr: "" };

  test.skipIf(!isThere || shell === "fish")("the payload of a here-document reaches the program", () => {
    expect(run(`${commandOn("linux")} <<'CURSOR_HOOK_EOF'\n${PAYLOAD}\nCURSOR_HOOK_EOF`, "")).toEqual(whole);
  });

  test.skipIf(!isThere)("so does that on stdin", () => {
    expect(run(commandOn("linux"), `${PAYLOAD}\n`)).toEqual(whole);
  });
});

test("no process is added: the shell becomes the one that runs the text", () => {
  expect(commandOn("linux")).toMatch(/^exec \/bin\/sh -c '[^']*'$/u);
});

test("a stop is limited by us and not by Cursor, whose limit is lower", () => {
  const limited = Object.entries(entriesOf(cursor, "user")).filter(([, entry]) => JSON.stringify(entry).includes('"loop_limit":null'));
  expect(limited.map(([event]) => event)).toEqual(["stop", "subagentStop"]);
});

test("its reader of comments finds none in the entries", () => {
  for (const os of ["linux", "windows"] as const) expect(JSON.stringify(entriesOf(cursor, "project", os))).not.toMatch(/\/\/|\/\*/u);
});

test("on Windows it is one command to which a payload can be piped", () => {
  expect(commandOn("windows")).toMatch(/^Invoke-Command -ScriptBlock \{.*\$input\|& .*\}$/u);
  expect(commandOn("windows").match(/& \(/gu)).toEqual(
    commandOn("windows")
      .match(/\$input\|& \(/gu)
      ?.map(() => "& ("),
  );
});
