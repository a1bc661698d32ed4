import { createHash } from "node:crypto";
import { chmodSync, existsSync, symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { answer, decide, subjectIn } from "../support/consented.ts";
import { commandHook, hooksText, manifestFolder, type WrittenHook } from "../support/hook-manifest.ts";
import { createHome, type Home } from "../support/home.ts";
import { SHELL } from "../program/calling.ts";
import { runInProcess } from "../support/run-in-process.ts";

const GUARD = commandHook("./guard.sh --strict", { name: "guard", blocking: true, matcher: "shell" });
const DENY = '#!/bin/sh\necho "not here" >&2\nexit 2\n';

async function repository(hooks: readonly WrittenHook[] = [GUARD]): Promise<Home> {
  const work = { ".git": { HEAD: "ref: refs/heads/main\n" }, "hooks.json": hooksText(hooks), "guard.sh": DENY };
  const home = await createHome({}, { work });
  chmodSync(home.getPath("work/guard.sh"), 0o755);
  return home;
}

function shown(home: Home, command = "plugin") {
  return runInProcess({ args: [command, "show", "work"], context: { ...home.services().context, cwd: home.getPath("work") } });
}

describe("IX-10 PL-26 a repository's own hook manifest", () => {
  test("runs nothing before the user agreed, and everything afterwards", async () => {
    await using home = await repository();
    expect(await answer(home)).toBe("");
    decide(home, "accepted");
    expect(await answer(home)).toMatch(/^deny: not here \(work\/guard\)/);
    decide(home, "declined");
    expect(await answer(home)).toBe("");
  });

  test("the question shows every command, URL, header and allowed variable", async () => {
    const http: WrittenHook = {
      event: "after_tool_execute",
      name: "log",
      handler: {
        type: "http",
        url: "https://log.example/",
        headers: { Authorization: "Bearer $TOKEN" },
        allowed_env_vars: ["TOKEN", "OTHER"],
      },
    };
    const inline = commandHook("npm run lint\n\u001b[2Jrm x", { name: "lint" }, { env: { LEVEL: "2" } });
    await using home = await repository([GUARD, http, inline]);
    const { subject } = subjectIn(home);
    expect(subject.parts).toMatchObject([
      { name: "guard", when: "PreToolUse, tools shell", commands: ["./guard.sh --strict"], isOpenEnded: false },
      {
        name: "log",
        commands: ["POST https://log.example/"],
        variables: ["Authorization=Bearer $TOKEN", "$TOKEN", "$OTHER"],
        isOpenEnded: false,
      },
      { name: "lint", commands: ["npm run lint\\n\\x1b[2Jrm x"], variables: ["LEVEL=2"], isOpenEnded: true },
    ]);
    expect(subject.parts.map(({ named }) => named)).toEqual([[home.getPath("work/guard.sh")], [], []]);
  });

  test("a link that leads out of the repository is not read", async () => {
    await using home = await createHome({}, { work: { ".git": { HEAD: "x\n" } }, "secret.json": hooksText([GUARD]) });
    symlinkSync(home.getPath("secret.json"), home.getPath("work/hooks.json"));
    expect(await shown(home)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("plugin not found: work") as string });
  });

  test("a file of another tool is not the repository's plugin", async () => {
    await using home = await createHome({}, { work: { ".git": { HEAD: "x\n" }, "hooks.json": '{"hooks": {"pre-commit": "x"}}' } });
    expect(await shown(home)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("plugin not found: work") as string });
  });

  test("is shown by `plugin show` and `trust show`", async () => {
    await using home = await repository();
    expect((await shown(home)).stdout).toMatch(/guard.*PreToolUse/);
    expect((await shown(home, "trust")).stdout).toContain("./guard.sh --strict");
  });
});

const digest = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

describe("IX-20 content_hashes", () => {
  const SCRIPT = "echo fine >&2; exit 2";
  const hooks = [
    commandHook('sh "$DIR/guard.sh"', { name: "guard", blocking: true }),
    commandHook('touch "$SYMPOSIUM_HOME/ran"', { name: "log" }),
  ];
  const folder = (hashes: object) => manifestFolder("signed", hooks, { "guard.sh": SCRIPT }, { content_hashes: hashes });
  const told = async (home: Home) => {
    const { stdout } = await home.call("claude", "PreToolUse", SHELL, { env: { DIR: home.getPath("plugins/signed") } });
    return /"permissionDecisionReason":"((?:[^"\\]|\\.)*)"/.exec(stdout)?.[1] ?? "";
  };

  test("let hooks run while the files are what the manifest says", async () => {
    await using home = await createHome(folder({ "guard.sh": digest(SCRIPT) }));
    expect(await told(home)).toBe("fine (signed/guard)");
  });

  test("a file that differs refuses all hooks: those that block deny, the others do not run, and it is reported", async () => {
    await using home = await createHome(folder({ "guard.sh": digest("other") }));
    expect(await told(home)).toMatch(/guard\.sh is not what `content_hashes` says/);
    expect(home.trace()[0]?.problems.join()).toMatch(/hooks\.json:\d+:\d+: guard\.sh is not what/);
    expect(existsSync(home.getPath("ran"))).toBe(false);
  });

  test("a change between two calls is noticed by the next one, and so is its undoing", async () => {
    await using home = await createHome(folder({ "guard.sh": digest(SCRIPT) }));
    expect(await told(home)).toBe("fine (signed/guard)");
    writeFileSync(home.getPath("plugins/signed/guard.sh"), "exit 0");
    expect(await told(home)).toMatch(/is not what `content_hashes` says/);
    writeFileSync(home.getPath("plugins/signed/guard.sh"), SCRIPT);
    expect(await told(home)).toBe("fine (signed/guard)");
  });

  test.each([
    ["a missing file", { "nothing.sh": digest("") }, /nothing\.sh cannot be read/],
    ["a file outside the folder", { "../x": digest("") }, /leads out of the manifest's folder/],
  ])("%s refuses too", async (_, hashes, why) => {
    await using home = await createHome({ ...folder(hashes), x: { "SKILL.md": "" } });
    expect(await told(home)).toMatch(why);
  });

  test("a digest that cannot be one makes the manifest invalid", async () => {
    await using home = await createHome(folder({ "guard.sh": "md5:1" }));
    await told(home);
    expect(home.trace()[0]?.problems.join()).toMatch(/must be "sha256:" and 64 hexadecimal digits/);
  });
});
