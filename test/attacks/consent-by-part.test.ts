/** One part of a repository's plugin changes after a consent, or borrows from another: it waits alone, and a changed guard denies what it guarded and nothing else. */

import { appendFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { openConsents, standingOf } from "../../src/consent/consent-book.ts";
import { answer, decideSettled, SHELL, subjectIn } from "../support/consented.ts";
import { createHome, type Home } from "../support/home.ts";
import { capturedPayload } from "../support/payloads.ts";

const READ = capturedPayload("claude-code", "PreToolUse.read");
const ALLOWS = "cat >/dev/null\n";

const MANIFEST = `name = "house-rules"
files = ["lib/**"]

[[installations]]
name = "checker"
script = "checker.sh"

[[predicate]]
name = "strict"
command = { script = "strict.sh" }

[[hooks]]
name = "guard"
event = "PreToolUse"
matcher = "Bash"
on-failure = "closed"
command = { script = "guard.sh" }

[[hooks]]
name = "note"
event = "PostToolUse"
command = "checker"

[[mcp_servers]]
name = "docs"
command = "node"
args = ["server.mjs"]

[subcommand.demo]
description = "Shows the demo"
command = { script = "demo.sh" }
`;

const FILES = {
  ".git": { HEAD: "ref: refs/heads/main\n" },
  "SYMPOSIUM.toml": MANIFEST,
  "guard.sh": ALLOWS,
  "checker.sh": ALLOWS,
  "strict.sh": "true\n",
  "server.mjs": "//\n",
  "demo.sh": "true\n",
  lib: { "words.sh": "" },
};

const ALL = ["guard", "note", "docs", "demo", "strict"];

async function accepted(files: Readonly<Record<string, unknown>> = {}): Promise<Home> {
  const home = await createHome({}, { work: { ...FILES, ...files } as never });
  await decideSettled(home, "accepted");
  expect(await answer(home)).toBe("");
  return home;
}

/** The names of the parts that do not run. */
function withheldIn(home: Home): readonly string[] {
  const { subject, places } = subjectIn(home);
  const { parts } = standingOf(openConsents(places), subject);
  return subject.parts.filter(({ key }) => parts.get(key)?.state !== "accepted").map(({ name }) => name);
}

const edited =
  (...changes: readonly (readonly [from: string, to: string])[]) =>
  (home: Home) => {
    const file = home.getPath("work/SYMPOSIUM.toml");
    let text = readFileSync(file, "utf8");
    for (const [from, to] of changes) {
      expect(text).toContain(from);
      text = text.replace(from, to);
    }
    writeFileSync(file, text);
  };

const touched = (path: string) => (home: Home) => appendFileSync(home.getPath(`work/${path}`), "#\n");

/** What is withheld after it, and whether the guard denies. */
const CHANGES: Readonly<Record<string, readonly [change: (home: Home) => void, withheld: readonly string[], denies: boolean]>> = {
  "the server's script": [touched("server.mjs"), ["docs"], false],
  "the server's entry": [edited(['"server.mjs"', '"server.mjs", "--all"']), ["docs"], false],
  "the server's environment": [edited(['["server.mjs"]', '["server.mjs"]\nenv = { LEVEL = "2" }']), ["docs"], false],
  "the command's script": [touched("demo.sh"), ["demo"], false],
  "the predicate's script": [touched("strict.sh"), ["strict"], false],
  "an installation": [edited(['script = "checker.sh"', 'script = "checker.sh"\nargs = ["-v"]']), ["note"], false],
  "the file of an installation": [touched("checker.sh"), ["note"], false],
  "a comment": [edited(["[[predicate]]", "# Who?\n[[predicate]]"]), [], false],
  "the order of keys": [edited(['matcher = "Bash"\non-failure = "closed"', 'on-failure = "closed"\nmatcher = "Bash"']), [], false],
  "the guard's script": [touched("guard.sh"), ["guard"], true],
  "the guard's matcher": [edited(['matcher = "Bash"', 'matcher = "WebFetch"']), ["guard"], true],
  "the guard's event": [edited(['event = "PreToolUse"', 'event = "SessionEnd"']), ["guard"], true],
  "the guard's policy": [edited(['on-failure = "closed"', 'on-failure = "open"']), ["guard"], true],
  "the guard's gate": [edited(['matcher = "Bash"', 'matcher = "Bash"\npredicates = ["env(NEVER_SET)"]']), ["guard"], true],
  "the guard's name": [edited(['name = "guard"', 'name = "watch"']), ["watch"], true],
  "the guard's removal": [edited([/\[\[hooks\]\]\nname = "guard"[^[]*/.exec(MANIFEST)![0], ""]), [], true],
  "the guard's place, behind another of its name": [
    edited([
      '[[hooks]]\nname = "guard"',
      '[[hooks]]\nname = "guard"\nevent = "SessionEnd"\ncommand = "checker"\n\n[[hooks]]\nname = "guard"',
    ]),
    ["guard"],
    false,
  ],
  "the gate of the plugin": [edited(["files =", 'predicates = ["env(NEVER_SET)"]\nfiles =']), ALL, true],
  "the plugin's name": [edited(['name = "house-rules"', 'name = "other-rules"']), ALL, true],
  "the list of files": [edited(['"lib/**"', '"lib/*"']), ALL, true],
  "a file of `files`": [touched("lib/words.sh"), ALL, true],
  "another file of `files`": [(home) => writeFileSync(home.getPath("work/lib/more.sh"), ""), ALL, true],
  "the whole manifest": [(home) => rmSync(home.getPath("work/SYMPOSIUM.toml")), [], true],
};

describe("PL-17 PL-26 a change of one part of a repository's plugin: it waits alone", () => {
  test.each(Object.entries(CHANGES))("%s", async (what, [change, withheld, denies]) => {
    await using home = await accepted();
    change(home);
    if (what !== "the whole manifest") expect(withheldIn(home)).toEqual(withheld);
    const now = await answer(home);
    if (!denies) expect(now).toBe("");
    else expect(now).toMatch(/^deny: The hook \S+ denies this call: [^\n]*run `symposium trust (?:accept|revoke) \S+-rules`[^\n]*$/);
    expect(await answer(home, "work", { payload: READ }), "the guard was for Bash alone").toBe("");
    expect(await answer(home), "the same again").toBe(now);
  });

  test("a file that two parts name counts for both", async () => {
    const manifest = MANIFEST.replace('"server.mjs"', '"server.mjs", "guard.sh"');
    await using home = await accepted({ "SYMPOSIUM.toml": manifest });
    touched("guard.sh")(home);
    expect(withheldIn(home)).toEqual(["guard", "docs"]);
  });

  test("a command that starts the file of another part is shown as one that may run anything", async () => {
    const manifest = MANIFEST.replace('{ script = "demo.sh" }', '{ executable = "sh", args = ["-c", "$SERVER"] }');
    await using home = await createHome({}, { work: { ...FILES, "SYMPOSIUM.toml": manifest } });
    expect(subjectIn(home).subject.parts.find(({ name }) => name === "demo")?.isOpenEnded).toBe(true);
  });

  test("the old bytes are back: nothing waits, and nothing denies", async () => {
    await using home = await accepted();
    touched("guard.sh")(home);
    expect(await answer(home)).toContain("deny");
    writeFileSync(home.getPath("work/guard.sh"), ALLOWS);
    expect(await answer(home)).toBe("");
    expect(withheldIn(home)).toEqual([]);
  });

  test.each([
    ["server.mjs", "docs", ""],
    ["guard.sh", "guard", "deny"],
  ])("%s becomes a link that leads out: the part that names it cannot be verified, until it is back", async (file, name, denies) => {
    await using home = await accepted();
    const path = home.getPath("work", file);
    const text = readFileSync(path, "utf8");
    rmSync(path);
    symlinkSync("/etc/passwd", path);
    expect(withheldIn(home)).toEqual([name]);
    expect((await answer(home)).slice(0, 4)).toBe(denies);
    rmSync(path);
    writeFileSync(path, text);
    expect(withheldIn(home)).toEqual([]);
    expect(await answer(home)).toBe("");
  });

  test("a hook that moves to another manifest counts as changed", async () => {
    const inner = '\n[[plugins]]\nsource.path = "extras"\n';
    const guard = /\[\[hooks\]\]\nname = "guard"[^[]*/.exec(MANIFEST)![0];
    await using home = await accepted({ "SYMPOSIUM.toml": MANIFEST + inner, extras: { "SYMPOSIUM.toml": 'name = "extras"\n' } });
    writeFileSync(home.getPath("work/SYMPOSIUM.toml"), MANIFEST.replace(guard, "") + inner);
    writeFileSync(home.getPath("work/extras/SYMPOSIUM.toml"), `name = "extras"\n${guard}`);
    writeFileSync(home.getPath("work/extras/guard.sh"), ALLOWS);
    expect(withheldIn(home)).toEqual(["extras/guard"]);
    expect(await answer(home)).toMatch(
      /^deny: The hook house-rules\/guard denies this call: it was removed or renamed since you accepted it/,
    );
  });

  test("two hooks of one name: one that is removed denies, and the other runs", async () => {
    const guard = /\[\[hooks\]\]\nname = "guard"[^[]*/.exec(MANIFEST)![0];
    const second = guard.replace('{ script = "guard.sh" }', '"checker"');
    await using home = await accepted({ "SYMPOSIUM.toml": MANIFEST.replace(guard, guard + second) });
    writeFileSync(home.getPath("work/SYMPOSIUM.toml"), MANIFEST);
    expect(withheldIn(home)).toEqual([]);
    expect(await answer(home)).toContain("deny");
  });

  test("a no to a change leaves the rest accepted, and ends the denial", async () => {
    await using home = await accepted();
    touched("guard.sh")(home);
    await decideSettled(home, "declined");
    expect(withheldIn(home)).toEqual(["guard"]);
    expect(await answer(home)).toBe("");
    touched("server.mjs")(home);
    expect(withheldIn(home)).toEqual(["guard", "docs"]);
    expect(await answer(home)).toBe("");
  });
});

describe("PL-17 a changed guard denies what its accepted entry guarded", () => {
  const gated = (predicate: string) => MANIFEST.replace('matcher = "Bash"', `matcher = "Bash"\npredicates = ["${predicate}"]`);
  const withGate = async (predicate: string, files = {}) => {
    const home = await createHome({}, { work: { ...FILES, "SYMPOSIUM.toml": gated(predicate), ...files } });
    await decideSettled(home, "accepted");
    return home;
  };

  test.each([
    ["path_exists(deploy.lock)", ""],
    ["not(path_exists(deploy.lock))", "deny"],
    ["env(NEVER_SET)", ""],
    ["depends-on(npm:react)", ""],
    ["workspace-member()", "deny"],
    ["not(workspace-member())", ""],
    ["shell(false)", "deny"],
    ["not(shell(true))", "deny"],
    ["all(shell(false), env(NEVER_SET))", "deny"],
  ])("where the gate %s cannot be asked any more, it counts as true", async (predicate, expected) => {
    await using home = await withGate(predicate);
    touched("guard.sh")(home);
    expect((await answer(home)).slice(0, 4)).toBe(expected);
  });

  test("a gate that the change takes away or adds changes nothing", async () => {
    await using home = await withGate("path_exists(deploy.lock)");
    writeFileSync(home.getPath("work/SYMPOSIUM.toml"), MANIFEST);
    expect(await answer(home)).toBe("");
    writeFileSync(home.getPath("work/deploy.lock"), "");
    expect(await answer(home)).toContain("deny");
  });

  test("a guard whose gate changed still runs, and its gate counts as true", async () => {
    await using home = await withGate("shell(./off.sh)", { "off.sh": "#!/bin/sh\nexit 1\n", "guard.sh": "cat >/dev/null; exit 2\n" });
    touched("off.sh")(home);
    expect(withheldIn(home)).toEqual(["./off.sh"]);
    expect(await answer(home, "work", { payload: SHELL })).toContain("deny");
    expect(await answer(home, "work", { payload: READ })).toBe("");
  });
});
