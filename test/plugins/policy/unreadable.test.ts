import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { describe, expect, test } from "vitest";

import { answer } from "../../support/consented.ts";
import { capturedPayload } from "../../support/payloads.ts";
import { type PolicyHome, policyHome } from "./policy-home.ts";

const ALL = ["open", "closed", "server", "subcommand", "predicate", "shell", "installation"];
const GUARD = ["closed", "predicate", "shell", "installation"];

function manyEvents(): string {
  return Array.from({ length: 501 }, (_, at) => `events."claude-code:E${at}" = "deny"\n`).join("");
}

const BROKEN: readonly (readonly [what: string, text: string, place: string, message: string])[] = [
  ["not TOML", "[policy]\ndisable-all-hooks = \n", "2:", "not valid TOML"],
  ["a value of another type", '[policy]\ndisable-all-hooks = "yes"\n', "2:1", "`disable-all-hooks` must be true or false"],
  ["an unknown restriction", '[policy]\nevents.before_prompt = "dney"\n', "2:8", "`before_prompt` must be"],
  ["an unknown event", '[policy]\nevents.before_tol_execute = "deny"\n', "2:8", "unknown event `before_tol_execute`"],
  ["an unknown capability", '[policy]\ncapabilities.htp_handler = "deny"\n', "2:14", "unknown key `htp_handler`"],
  ["an unknown key, as of a newer version", "[policy]\nallow-unsigned = false\n", "2:1", "unknown key `allow-unsigned`"],
  ["a list that no one writes", `[policy]\nsources = [${'"npm:a",'.repeat(501)}]\n`, "2:1", "`sources` has more than 500 entries"],
  ["hundreds of events", `[policy]\n${manyEvents()}`, "2:1", "`events` has more than 500 entries"],
  ["a rule outside its table", "disable-all-hooks = true\n", "1:1", "unknown key `disable-all-hooks`"],
];

describe("IX-17 a policy of the system that cannot be read opens nothing", () => {
  test.each(BROKEN)("%s: nothing runs, and the place is reported", async (_, text, place, message) => {
    await using home = await policyHome();
    home.setFile("system", text);
    expect(home.runs("mine")).toEqual([]);
    expect(home.runs("house")).toEqual([]);
    const [problem = ""] = home.problems();
    expect(problem.startsWith(`${home.file("system")}:${place}`), problem).toBe(true);
    expect(problem).toContain(message);
    expect(problem).toContain("until this is fixed, nothing that a plugin brings runs");
  });

  test("closed hooks deny while it is so, and name the file", async () => {
    await using home = await policyHome();
    home.setFile("system", "[policy");
    expect(await answer(home)).toContain(`the system policy in ${home.file("system")} cannot be read`);
    home.set("system", 'events.agent_stop = "deny"');
    expect(await answer(home)).toBe("");
  });

  test("RT-37 the last good version stays in force, in this workspace and in others", async () => {
    await using home = await policyHome();
    home.set("system", 'sources = ["user-plugins"]');
    expect(await answer(home)).toBe("");
    for (const text of ["[policy", "[policy]\nsources = 3\n", ""]) {
      home.setFile("system", text);
      expect(home.runs("mine"), text).toEqual(ALL);
      expect(home.runs("house"), text).toEqual([]);
      expect(await answer(home)).toBe("");
      expect(home.problems()[0], text).toContain("stays in force until this is fixed");
    }
    home.set("system", undefined);
    expect(await answer(home)).toBe("");
    expect(home.runs("house")).toEqual(ALL);
    home.setFile("system", "[policy");
    expect(home.runs("mine"), "the administrator removed it in between").toEqual([]);
  });

  const others: readonly (readonly [string, (home: PolicyHome) => void])[] = [
    ["a folder", (home) => mkdirSync(home.file("system"), { recursive: true })],
    ["a link that leads nowhere", (home) => link(home, "/nowhere/at/all")],
    ["a device", (home) => link(home, "/dev/zero")],
    ["larger than a policy can be", (home) => home.setFile("system", "#".repeat(2 * 1024 * 1024))],
    ["not UTF-8", (home) => (home.setFile("system", ""), writeFileSync(home.file("system"), Buffer.from([0xff, 0xfe, 0x41])))],
    ["writable by others", (home) => (home.set("system", ""), chmodSync(home.file("system"), 0o666))],
    ["in a folder that others can write to", (home) => (home.set("system", ""), chmodSync(dirname(home.file("system")), 0o777))],
  ];
  test.each(others)("%s", async (_, make) => {
    await using home = await policyHome();
    make(home);
    expect(home.runs("mine")).toEqual([]);
    expect(home.problems()[0]).toContain(home.file("system"));
    expect(await answer(home)).toMatch(/^deny: /);
  });

  test.skipIf(process.getuid?.() !== 0)("of another user: neither obeyed nor ignored", async () => {
    await using home = await policyHome();
    home.set("system", "managed = []");
    chownSync(home.file("system"), 1234, 1234);
    expect(home.runs("mine")).toEqual([]);
    expect(home.problems()[0]).toContain("belongs to user 1234");
  });
});

function link(home: PolicyHome, target: string): void {
  mkdirSync(dirname(home.file("system")), { recursive: true });
  symlinkSync(target, home.file("system"));
}

describe("IX-17 the other levels", () => {
  test.each(BROKEN)("a project's: %s costs what the project brings, and no guard", async (_, text, place, message) => {
    await using home = await policyHome();
    home.setFile("project", text);
    expect(home.runs("mine")).toEqual(ALL);
    expect(home.runs("house")).toEqual(GUARD);
    const [problem = ""] = home.problems();
    expect(problem.startsWith(`${home.file("project")}:${place}`), problem).toBe(true);
    expect(problem).toContain(message);
    expect(await answer(home)).toBe("");
  });

  test("a project's policy that leads out of the repository is not read", async () => {
    await using home = await policyHome();
    writeFileSync(home.getPath("secret.toml"), "[policy]\n");
    symlinkSync(home.getPath("secret.toml"), home.file("project"));
    expect(home.runs("house")).toEqual(GUARD);
    expect(home.problems()[0]).toContain("outside");
    rmSync(home.file("project"));
    expect(home.runs("house")).toEqual(ALL);
  });

  test("the user's: nothing but managed sources runs where no earlier version is known; otherwise that one stays", async () => {
    await using home = await policyHome();
    home.setFile("user", '[policy]\nevents.before_prompt = "dney"\n');
    expect(home.runs("mine")).toEqual([]);
    expect(home.problems().join("\n")).toContain("`[policy]` has an invalid part; until this is fixed");
    home.set("user", "disable-all-hooks = true");
    expect(await answer(home)).toBe("");
    home.setFile("user", '[policy]\nevents.before_prompt = "dney"\n');
    expect(await answer(home), "hooks are off as before, so none denies").toBe("");
    expect(home.trace().at(-1)).toMatchObject({});
  });
});

describe("IX-17 RT-37 the session says so", () => {
  const START = capturedPayload("claude-code", "SessionStart");

  test.each([
    ["system", "[policy]\nevents.before_prompt = 3\n", "2:8", "nothing that a plugin brings runs"],
    ["project", "[policy]\nscanner = 3\n", "2:1", "nothing that the project and its dependencies bring runs"],
  ] as const)("a broken policy of the %s, with its place", async (level, text, place, effect) => {
    await using home = await policyHome({ isClosed: false });
    home.setFile(level, text);
    const { stdout } = await home.call("claude", "SessionStart", { ...START, cwd: home.getPath("work") });
    const { systemMessage } = JSON.parse(stdout) as { readonly systemMessage: string };
    expect(systemMessage).toContain(`${home.file(level)}:${place}: `);
    expect(systemMessage).toContain(effect);
  });
});
