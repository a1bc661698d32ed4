/** Bytes, links, metadata and files change after a consent, or cannot be read: changed bytes do not run, and a consented closed hook denies. */

import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { forgetRecords } from "../../src/consent/decide.ts";
import { answer, CLOSED, decideSettled, DENY, packageHome, repositoryHome, subjectIn } from "../support/consented.ts";
import { hook } from "../support/plugin.ts";

const DENIED = expect.stringMatching(/^deny: .*Not here\./s);
const OTHER = DENY.replace("Not here", "Other bytes");
const BROKEN = "[package";

const CARGO = { "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n', "Cargo.lock": "version = 4\n" };

describe("PL-17 an index that cannot be rebuilt runs only what it was made for", () => {
  test.each(["", CLOSED])("changed bytes beside a broken Cargo.toml (%j)", async (policy) => {
    await using home = await repositoryHome(policy, CARGO);
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    writeFileSync(home.getPath("work/Cargo.toml"), BROKEN);
    expect(await answer(home)).toEqual(DENIED);
    writeFileSync(home.getPath("work/deny.sh"), OTHER);
    const now = await answer(home);
    expect(now).not.toContain("Other bytes");
    expect(now.startsWith("deny")).toBe(policy === CLOSED);
  });

  test("a consent that was taken back beside a broken Cargo.toml", async () => {
    await using home = await repositoryHome("", CARGO);
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    writeFileSync(home.getPath("work/Cargo.toml"), BROKEN);
    const { subject: _, ...where } = { ...subjectIn(home) };
    forgetRecords(where, (records) => records);
    expect(await answer(home)).toBe("");
  });
});

describe("PL-17 what a consented closed hook guards stays guarded", () => {
  const LOSSES: readonly (readonly [string, (at: (name: string) => string) => void])[] = [
    ["a broken Cargo.toml", (at) => writeFileSync(at("work/Cargo.toml"), BROKEN)],
    ["a broken Cargo.lock", (at) => writeFileSync(at("work/Cargo.lock"), BROKEN)],
    ["a Cargo.lock that is gone", (at) => rmSync(at("work/Cargo.lock"))],
    ["a package that is gone", (at) => rmSync(at("work/widget"), { recursive: true })],
    ["a package without its Cargo.toml", (at) => rmSync(at("work/widget/Cargo.toml"))],
    ["a package with a broken Cargo.toml", (at) => writeFileSync(at("work/widget/Cargo.toml"), BROKEN)],
    ["a broken manifest", (at) => writeFileSync(at("work/widget/SYMPOSIUM.toml"), "name = [")],
    ["a manifest that is gone", (at) => rmSync(at("work/widget/SYMPOSIUM.toml"))],
    [
      "another version of the package",
      (at) => writeFileSync(at("work/widget/Cargo.toml"), '[package]\nname = "widget"\nversion = "2.0.0"\n'),
    ],
    ["a FIFO in place of the script", (at) => fifo(at("work/widget/deny.sh"))],
    ["a FIFO in place of the manifest", (at) => fifo(at("work/widget/SYMPOSIUM.toml"))],
    ["a FIFO in place of the package's Cargo.toml", (at) => fifo(at("work/widget/Cargo.toml"))],
    ["a FIFO beside the script", (at) => fifo(at("work/widget/more"))],
    ["a folder in place of the script", (at) => (rmSync(at("work/widget/deny.sh")), mkdirSync(at("work/widget/deny.sh")))],
    ["a link that leads out of the package", (at) => symlinkSync("/etc/hosts", at("work/widget/out"))],
    ["a circle of links", (at) => symlinkSync("circle", at("work/widget/circle"))],
    ["a package replaced by a link", (at) => (renameSync(at("work/widget"), at("work/other")), symlinkSync("other", at("work/widget")))],
    ["a package replaced by a file", (at) => (rmSync(at("work/widget"), { recursive: true }), writeFileSync(at("work/widget"), ""))],
  ];

  test.each(LOSSES)("%s", async (_, lose) => {
    await using home = await packageHome();
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    lose((name) => home.getPath(name));
    for (let call = 0; call < 2; call++) expect(await answer(home)).toMatch(/^deny/);
  });

  test("a record that others can write to, until its mode is fixed", async () => {
    await using home = await packageHome();
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    chmodSync(home.getPath("consent.json"), 0o666);
    utimesSync(home.getPath("plugins"), 1, 1);
    for (let call = 0; call < 2; call++) expect(await answer(home)).toContain("other users can write to");
    chmodSync(home.getPath("consent.json"), 0o600);
    expect(await answer(home)).toEqual(DENIED);
  });

  test("a dependency that was removed denies nothing", async () => {
    await using home = await packageHome();
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    writeFileSync(home.getPath("work/Cargo.toml"), CARGO["Cargo.toml"]);
    writeFileSync(home.getPath("work/Cargo.lock"), CARGO["Cargo.lock"]);
    writeFileSync(home.getPath("config.toml"), "[defaults]\nsymposium-recommendations = false\n");
    expect(await answer(home)).toBe("");
  });
});

describe("PL-17 metadata and links of a large package are covered", () => {
  const many = Object.fromEntries(Array.from({ length: 1_900 }, (_, at) => [`${at}.txt`, ""]));

  test("hooks in the metadata of a package that also has a manifest", async () => {
    const metadata = (script: string) =>
      `[package]\nname = "widget"\nversion = "1.0.0"\n[[package.metadata.symposium.hooks]]\nname = "more"\nevent = "PreToolUse"\ncommand = { executable = "/bin/sh", args = ["-c", "echo '{}'; ${script}"] }\n`;
    await using home = await packageHome("", { many, "Cargo.toml": metadata("true") });
    const ran = home.getPath("ran");
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    writeFileSync(home.getPath("work/widget/Cargo.toml"), metadata(`touch ${ran}`));
    expect(await answer(home)).toBe("");
    expect(existsSync(ran)).toBe(false);
  });

  test.each([250, 1_900])("a link on the way to a named file, of %d files", async (count) => {
    const some = Object.fromEntries(Object.entries(many).slice(0, count));
    await using home = await packageHome("", {
      some,
      "SYMPOSIUM.toml": `name = "widget"\n${hook("deny", "PreToolUse", "", "bin/deny")}`,
      one: { "deny.sh": DENY },
      two: { "deny.sh": OTHER },
    });
    symlinkSync("one", home.getPath("work/widget/bin"));
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    rmSync(home.getPath("work/widget/bin"));
    symlinkSync("two", home.getPath("work/widget/bin"));
    expect(await answer(home)).toBe("");
  });

  test("each of more than 200 named files", async () => {
    const names = Array.from({ length: 250 }, (_, at) => `a${at}.sh`);
    const args = JSON.stringify(["-c", `. ./z.sh; : ${names.join(" ")}`]);
    const manifest = `name = "house-rules"\n[[hooks]]\nname = "deny"\nevent = "PreToolUse"\ncommand = { executable = "/bin/sh", args = ${args} }\n`;
    const files = Object.fromEntries(names.map((name) => [name, ""]));
    await using home = await repositoryHome("", { ...files, "SYMPOSIUM.toml": manifest, "z.sh": DENY });
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    appendFileSync(home.getPath("work/z.sh"), "\n: other bytes\n");
    expect(await answer(home)).toBe("");
  });
});

function fifo(path: string): void {
  rmSync(path, { force: true });
  execFileSync("mkfifo", [path]);
}
