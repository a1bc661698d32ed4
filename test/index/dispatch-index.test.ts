import { rename } from "node:fs/promises";

import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";
import * as v from "valibot";

import { chooseLines, entryOf, findIndex, indexFile, type OpenIndex, parseIndex } from "../../src/index/read-index.ts";
import { type IndexMeta, indexText } from "../../src/index/write-index.ts";
import type { LoadedPlugin } from "../../src/plugins/active-plugins.ts";
import { IndexedHookSchema, IndexHeaderSchema } from "../../scripts/schema-of-index.ts";
import { selectorOf } from "../../src/model/matcher.ts";
import { asLoaded } from "../plugins/as-loaded.ts";
import { sound } from "../plugins/manifest-text.ts";
import { times } from "../support/thoroughness.ts";

const META: IndexMeta = {
  program: "1.0.0",
  config: "config.toml",
  key: "/w",
  workspace: "/w",
  repository: null,
  registrations: [{ agent: "codex", entry: "codex", scope: "user", file: "/h/.codex/hooks.json" }],
  stamps: [["/config.toml", "-"]],
  watched: [["/plugins/p/SYMPOSIUM.toml", "1:2:3"]],
  logLevel: "info",
  problems: ["/x:1:1: bad"],
  hints: { candidates: [] },
};

function plugin(name: string, text: string, inactive?: string): LoadedPlugin {
  const manifest = [`/plugins/${name}/SYMPOSIUM.toml`, "1:2:3"] as const;
  return asLoaded(sound(`name = "${name}"\ncrates = "*"\n${text}`), { source: "user-plugins", manifest }, inactive);
}

const hook = (name: string, event: string, rest = "") =>
  `[[hooks]]\nname = "${name}"\nevent = "${event}"\nscript = "/s/${name}"\n${rest}\n`;

function open(...plugins: LoadedPlugin[]): OpenIndex {
  const index = parseIndex(indexText(plugins, META));
  if (index === undefined) throw new Error("the index cannot be read");
  return index;
}

const linesOf = (index: OpenIndex, section: string) => chooseLines(index, section, "all").meant;

const TWO = [
  plugin(
    "a",
    hook("stop", "Stop") + hook("first", "PreToolUse", 'matcher = "Bash|Read"') + hook("own", "BeforeModel", 'format = "gemini"'),
  ),
  plugin("ä\u2028", hook("second", "PreToolUse", 'matcher = "^mcp__"') + hook("stop", "Stop", "timeout = 0.5")),
];

describe("RT-28 the index", () => {
  test("begins with its header, which says everything a call checks", () => {
    expect(open(...TWO).header).toMatchObject({
      format: "symposium-index",
      version: 3,
      program: "1.0.0",
      config: "config.toml",
      workspace: "/w",
      registrations: META.registrations,
      stamps: META.stamps,
      problems: META.problems,
      events: ["Stop", "PreToolUse", "gemini-cli:BeforeModel"],
    });
  });

  test("has one line per hook, by event, beginning with its matcher; each knows its place in the order of dispatch", () => {
    const index = open(...TWO);
    const lines = (section: string) => linesOf(index, section).map((line) => [line.selector, line.id, entryOf(line).order]);
    expect(lines("PreToolUse")).toEqual([
      ["~^mcp__", "ä\u2028/second", 3],
      ["=Bash|Read", "a/first", 1],
    ]);
    expect(lines("Stop")).toEqual([
      ["*", "a/stop", 0],
      ["*", "ä\u2028/stop", 4],
    ]);
    expect(lines("gemini-cli:BeforeModel")).toEqual([["*", "a/own", 2]]);
    expect(lines("SessionStart")).toEqual([]);
  });

  test("has hooks for named tools last, found by these names, with their own names behind", () => {
    const meant = (name: string, tools: string) => hook(name, "PreToolUse", `matcher = "${tools}"`);
    const text = meant("one", "Bash") + meant("two", "Read|Bash") + hook("any", "PreToolUse") + meant("three", "Write");
    const index = open(plugin("p", text));
    const choose = (...words: string[]) => {
      const chosen = chooseLines(index, "PreToolUse", { words, fits: (selector) => selector === "*" });
      return { meant: chosen.meant.map(({ id }) => id), others: JSON.parse(`[${chosen.forOtherTools}]`) as unknown };
    };
    expect(choose("Bash")).toEqual({ meant: ["p/any", "p/one", "p/two"], others: ["p/three"] });
    expect(choose("Bash", "Read")).toEqual({ meant: ["p/any", "p/one", "p/two"], others: ["p/three"] });
    expect(choose("Read")).toEqual({ meant: ["p/any", "p/two"], others: ["p/one", "p/three"] });
    expect(choose("Rea", "ash", "", "Bash 0")).toEqual({ meant: ["p/any"], others: ["p/one", "p/two", "p/three"] });
    expect(choose("Bash", "Read", "Write")).toEqual({ meant: ["p/any", "p/one", "p/two", "p/three"], others: [] });
  });

  test("is ASCII, so that places are bytes, and gives back any name and pattern", () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...'ab/|"\\\t\n\r\0'), fc.string({ unit: "binary", minLength: 1, maxLength: 1 })),
    });
    fc.assert(
      fc.property(text, text, text, (name, id, pattern) => {
        const loaded = plugin("p", hook("any", "PreToolUse") + hook("named", "PreToolUse", 'matcher = "Bash"'));
        const [any, named] = loaded.plugin.hooks;
        const matcher = { kind: "pattern", text: pattern } as const;
        const hooks = [{ hook: { ...any!, name: id, matcher } }, { hook: { ...named!, name: id } }];
        const written = indexText([{ ...loaded, plugin: { ...loaded.plugin, name }, hooks }], META);
        expect(written).toMatch(/^[\n\t -~]*$/);
        const index = parseIndex(written)!;
        const choose = (...words: string[]) => chooseLines(index, "PreToolUse", { words, fits: (each) => each === selectorOf(matcher) });
        expect(choose("Bash").meant.map((line) => line.id)).toEqual(Array(2).fill(`${name}/${id}`));
        expect(choose("Bash").forOtherTools).toBe("");
        expect(JSON.parse(`[${choose("Read").forOtherTools}]`)).toEqual([`${name}/${id}`]);
      }),
      { numRuns: times({ quick: 200, sample: 1_000, all: 5_000, proof: 5_000 }) },
    );
  });

  test("is read in parts where it is large, and from one file", async () => {
    const many = Array.from({ length: 300 }, (_, each) =>
      plugin(`p${each}`, hook("h", "PreToolUse", `matcher = "${each % 100 === 7 ? "Bash" : "Read"}"`)),
    );
    const text = indexText(many, { ...META, key: null });
    await using fixture = await createFixture({ "no-workspace": text });
    const index = findIndex({ index: fixture.path }, null)!;
    const choice = { words: ["Bash"], fits: () => true };
    const chosen = chooseLines(index, "PreToolUse", choice);
    expect(text.length).toBeGreaterThan(50_000);
    expect(chosen).toEqual(chooseLines(parseIndex(text)!, "PreToolUse", choice));
    expect(chosen.meant.map(({ id }) => id)).toEqual(["p7/h", "p107/h", "p207/h"]);
    expect(JSON.parse(`[${chosen.forOtherTools}]`)).toHaveLength(297);

    await fixture.writeFile("other", text.replaceAll("Read", "Bash"));
    await rename(fixture.getPath("other"), fixture.getPath("no-workspace"));
    expect(() => chooseLines(index, "PreToolUse", choice)).toThrow("was replaced");
  });

  test("with zeros in the place of a part, as a crash leaves it, is damaged", async () => {
    const text = indexText(TWO, { ...META, key: null });
    await using whole = await createFixture({ "no-workspace": text });
    expect(findIndex({ index: whole.path }, null)).toBeDefined();
    for (let at = 0; at < text.length; at += 97) {
      await using fixture = await createFixture({ "no-workspace": text.slice(0, at) + "\0" + text.slice(at + 1) });
      expect(findIndex({ index: fixture.path }, null)).toBeUndefined();
    }
  });

  test("ends with the other fingerprints", () => {
    const { header, part } = open(...TWO);
    expect(JSON.parse(part(header.watched, header.length))).toEqual(META.watched);
  });

  test("holds all of a hook that a call needs", () => {
    const index = open(
      plugin(
        "p",
        hook("h", "Stop", 'agent = "codex"\ntimeout = 2\non-failure = "closed"\non-unsupported = "warn"\nblocking = true\nargs = ["x"]'),
      ),
    );
    expect(linesOf(index, "Stop").map(entryOf)).toEqual([
      {
        plugin: "p",
        hook: "h",
        source: "user-plugins",
        manifest: ["/plugins/p/SYMPOSIUM.toml", "1:2:3"],
        order: 0,
        agent: "codex",
        format: "symposium",
        command: { kind: "script", path: "/s/h", args: ["x"] },
        env: { SYMPOSIUM_h: "/s/h" },
        path: ["/s"],
        timeout: 2,
        onFailure: "closed",
        onUnsupported: "warn",
        blocking: true,
      },
    ]);
  });

  test("PG-3 lists inactive hooks with the reason; one whose program is missing is there, to follow its policy", () => {
    const unable = hook("g", "Stop", 'command = { source = "github", url = "https://example.org/r" }');
    const listed = (loaded: LoadedPlugin) => {
      const { meant, inactive } = chooseLines(open(loaded), "Stop", "all");
      return { meant: meant.map(({ id }) => id), inactive: JSON.parse(`{${inactive}}`) as unknown };
    };
    expect(listed(plugin("p", unable + hook("h", "Stop")))).toEqual({ meant: ["p/g", "p/h"], inactive: {} });
    expect(listed(plugin("p", unable + hook("h", "Stop"), "is disabled"))).toEqual({
      meant: [],
      inactive: { "inactive: is disabled": ["p/g", "p/h"] },
    });
  });

  test("without any hook is an index all the same", () => {
    expect(open().header).toMatchObject({ events: [], sections: {}, listed: 0 });
  });

  test("is what the published schema says", () => {
    const { header, part } = open(...TWO);
    expect(v.is(IndexHeaderSchema, header)).toBe(true);
    for (const line of part(0, header.watched)
      .trimEnd()
      .split("\n")
      .filter((text) => text.includes("\t")))
      expect(v.safeParse(IndexedHookSchema, JSON.parse(line.split("\t")[2]!)).issues).toBeUndefined();
  });

  test("cut anywhere is torn", () => {
    const text = indexText(TWO, META);
    for (let length = 0; length < text.length; length += 7) expect(parseIndex(text.slice(0, length))).toBeUndefined();
  });
});

describe("the file of an index", () => {
  const file = (workspace: string | null, index = "/home/.symposium/index") => indexFile({ index }, workspace);

  test("is named by a hash, whatever the workspace is called", () => {
    for (const workspace of ["/projects/my project", "/", "/projects/..hidden/", `/${"x".repeat(300)}`])
      expect(file(workspace)).toMatch(/^\/home\/\.symposium\/index\/[0-9a-f]{12}$/);
    expect(file("C:\\projects\\thing", "C:\\h\\index")).toMatch(/^C:\\h\\index\\[0-9a-f]{12}$/);
  });

  test("is another one for another workspace of the same name, and one for none", () => {
    expect(new Set(Array.from({ length: 1_000 }, (_, each) => file(`/w${each}/same`))).size).toBe(1_000);
    expect(file(null)).toBe("/home/.symposium/index/no-workspace");
  });
});
