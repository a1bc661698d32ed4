import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { ECOSYSTEMS } from "../../src/packages/list.ts";
import { cachedWorkspace, recalledWorkspace, rememberWorkspace } from "../../src/packages/stored-workspace.ts";
import { readWorkspace } from "../../src/packages/workspace.ts";
import { resealed } from "../support/resealed.ts";

const MEMBER = '[package]\nname = "one"\nversion = "1.0.0"\n\n[dependencies]\nserde = "1"\n';
const LOCK =
  '[[package]]\nname = "serde"\nversion = "1.0.1"\nsource = "registry+x"\n\n[[package]]\nname = "one"\nversion = "1.0.0"\ndependencies = [\n "serde",\n]\n';
const TREE = {
  home: { ".cargo": { "config.toml": "" } },
  "other-home": {},
  w: { ".git": {}, "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n', "Cargo.lock": LOCK, crates: { one: { "Cargo.toml": MEMBER } } },
};

async function workspace() {
  const fixture = await createFixture(TREE);
  const at = (...parts: string[]) => join(fixture.path, ...parts);
  const where = (env: Record<string, string> = {}, now = Date.now() + 60_000) => ({
    env,
    home: at("home"),
    os: "linux" as const,
    madeLock: () => at("made.lock"),
    now: () => now,
  });
  const file = at("kept.json");
  const kept = (env?: Record<string, string>) => cachedWorkspace(file, at("w"), where(env));
  const read = (env?: Record<string, string>) => readWorkspace(at("w"), where(env));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  return { at, file, kept, read, put, where, [Symbol.asyncDispose]: () => fixture.rm() };
}

test("PL-22 a workspace that has not changed is not read again", async () => {
  await using one = await workspace();
  expect(one.kept()).toEqual(one.read());
  resealed(one.file, (body) => body.replaceAll("serde", "known"));
  expect(one.kept().dependencies.map(({ name }) => name)).toEqual(["known"]);
});

const CHANGES: readonly (readonly [what: string, change: (one: Awaited<ReturnType<typeof workspace>>) => Record<string, string> | void])[] =
  [
    ["a dependency more", ({ at }) => appendFileSync(at("w/crates/one/Cargo.toml"), 'log = "1"\n')],
    [
      "a member's manifest replaced",
      ({ at, put }) => (put("new", MEMBER.replace("serde", "sorde")), renameSync(at("new"), at("w/crates/one/Cargo.toml"))),
    ],
    ["a member's manifest gone", ({ at }) => rmSync(at("w/crates/one/Cargo.toml"))],
    ["a member more", ({ put }) => put("w/crates/two/Cargo.toml", MEMBER.replace("one", "two"))],
    ["another version in the lock file", ({ put }) => put("w/Cargo.lock", LOCK.replace("1.0.1", "1.0.22"))],
    ["no lock file", ({ at }) => rmSync(at("w/Cargo.lock"))],
    ["members excluded", ({ at }) => appendFileSync(at("w/Cargo.toml"), 'exclude = ["crates/one"]\n')],
    ["sources replaced by the user's config", ({ at }) => appendFileSync(at("home/.cargo/config.toml"), "[source.x]\n")],
    [
      "a config of the repository",
      ({ put }) => put("w/.cargo/config.toml", '[source.crates-io]\nreplace-with = "v"\n[source.v]\ndirectory = "v"\n'),
    ],
    ["no repository any more", ({ at }) => rmSync(at("w/.git"), { recursive: true })],
    [
      "a repository around it",
      ({ at, put }) => (rmSync(at("w/.git"), { recursive: true }), put(".git/HEAD", ""), put("Cargo.toml", MEMBER)),
    ],
    ["another home of Cargo", ({ at, put }) => (put("other-home/config.toml", "= ="), { CARGO_HOME: at("other-home") })],
  ];

test.each(CHANGES)("PL-22 what is known follows the files: %s", async (_, change) => {
  await using one = await workspace();
  const before = one.kept();
  const env = change(one) ?? {};
  expect(one.kept(env)).toEqual(one.read(env));
  expect(one.read(env)).not.toEqual(before);
});

test.each(["", "x", "null", "[]", "{}", '{"read":{}}', '{"read":{"roots":[]}}', "\0".repeat(9)])(
  "a record that holds %j is only written again",
  async (text) => {
    await using one = await workspace();
    one.put("kept.json", text);
    expect([one.kept(), one.kept()]).toEqual([one.read(), one.read()]);
    expect(readFileSync(one.file, "utf8")).toContain("serde");
  },
);

test.each(["roots", "between", "members", "dependencies", "checked", "watched", "problems"])(
  "a record without %s is only written again",
  async (name) => {
    await using one = await workspace();
    one.kept();
    const text = readFileSync(one.file, "utf8");
    one.put("kept.json", text.replaceAll(`"${name}":`, '"other":'));
    expect(one.kept()).toEqual(one.read());
    expect(readFileSync(one.file, "utf8")).toBe(text);
  },
);

/** The text of a record, once for each value in it, with junk in its place. */
function damaged(record: string): readonly string[] {
  const [head, text = ""] = record.split("\n");
  const copies: string[] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    for (const junk of [7, { x: 1 }]) {
      const copy: unknown = JSON.parse(text);
      const last = path.at(-1) ?? "";
      const around = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], copy);
      if (path.length > 0) (around as Record<string, unknown>)[last] = junk;
      copies.push(`${head}\n${JSON.stringify(path.length > 0 ? copy : junk)}\n`);
    }
    if (typeof value === "object" && value !== null) for (const [key, one] of Object.entries(value)) visit(one, [...path, key]);
  };
  visit(JSON.parse(text), []);
  return copies;
}

test("PL-22 a record in which anything has another shape, or that names a folder elsewhere, is only written again", async () => {
  await using one = await workspace();
  const read = one.kept();
  const text = readFileSync(one.file, "utf8");
  const moved = ["w", "w/crates/one"].map((path) => text.replaceAll(`"folder":"${one.at(path)}"`, '"folder":"/elsewhere"'));
  const all = [...damaged(text), ...moved, text.replaceAll('"cargo"', '"other"'), text.replaceAll('"registry"', '"other"')];
  expect(all.length).toBeGreaterThan(50);
  for (const other of all) {
    expect(other).not.toBe(text);
    one.put("kept.json", other);
    expect(one.kept(), other).toEqual(read);
  }
});

test("RT-37 the last good workspace counts only if its whole record has the right shape", async () => {
  await using one = await workspace();
  const [read, start, file] = [one.read(), one.at("w"), one.at("good.json")];
  rememberWorkspace(file, start, read);
  const text = readFileSync(file, "utf8");
  expect(recalledWorkspace(file, start, read)?.dependencies).toEqual(read.dependencies);
  for (const other of damaged(text)) {
    one.put("good.json", other);
    expect(recalledWorkspace(file, start, read), other).toBe(undefined);
  }
});

test.each(ECOSYSTEMS.map(({ name }) => name))("RT-37 a workspace of %s is remembered as it is, also behind a link", async (name) => {
  await using one = await workspace();
  cpSync(join(import.meta.dirname, name, "fixtures/workspace"), one.at("project"), { recursive: true });
  symlinkSync(one.at("project"), one.at("link"));
  for (const start of [one.at("project"), one.at("link")]) {
    const read = readWorkspace(start, one.where());
    expect(read.dependencies).not.toEqual([]);
    rememberWorkspace(one.at("good.json"), start, read);
    const { members, dependencies } = recalledWorkspace(one.at("good.json"), start, read) ?? {};
    expect({ members, dependencies }).toEqual({ members: read.members, dependencies: read.dependencies });
  }
});

test("what was changed a moment ago, has a mistake or lacks its lock file is not kept", async () => {
  await using one = await workspace();
  const isKept = (now?: number) => {
    rmSync(one.file, { force: true });
    cachedWorkspace(one.file, one.at("w"), one.where({}, now));
    return readFileSync(one.file, { encoding: "utf8", flag: "a+" }) !== "";
  };
  expect([isKept(Date.now()), isKept()]).toEqual([false, true]);
  one.put("w/crates/one/Cargo.toml", "= =");
  expect(isKept()).toBe(false);
  one.put("w/crates/one/Cargo.toml", MEMBER);
  rmSync(one.at("w/Cargo.lock"));
  expect(isKept()).toBe(false);
});
