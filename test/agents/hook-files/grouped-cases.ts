/** Vectors for agents that read hooks in groups, and their corpus. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";

import {
  type FileEntry,
  type HookFileForm,
  type HookFiles,
  isUnreadable,
  type MatcherSyntax,
  type NativeHook,
} from "../../../src/agents/hook-files.ts";
import type { Json } from "../../../src/model/json.ts";
import type { NativeAtom } from "../../../src/model/manifest-matcher.ts";
import type { MatcherOracle } from "./matcher-oracles.ts";

const CORPUS = join(import.meta.dirname, "../../interchange/corpus");

export interface CorpusFile {
  readonly name: string;
  readonly form: string;
  readonly document: Json;
}

/** Every file of an agent, parsed by a library that is not under test. */
export function corpusOf(agent: string, formFor: (name: string) => string): CorpusFile[] {
  return readdirSync(join(CORPUS, agent)).map((name) => {
    const text = readFileSync(join(CORPUS, agent, name), "utf8");
    const document = (name.endsWith(".toml") ? parseToml(text) : parseJsonc(text)) as Json;
    return { name, form: formFor(name), document };
  });
}

export const FORMS: Readonly<Record<string, (name: string) => string>> = {
  "claude-code": (name) => (name.startsWith("plugin-") ? "plugin" : "settings"),
  codex: (name) => (name.endsWith(".toml") ? "toml" : "hooks"),
  "gemini-cli": () => "settings",
  "qwen-code": () => "settings",
  goose: () => "plugin",
};

/** One hook as its agent sees it. */
export interface SeenHook {
  readonly event: string;
  readonly matcher: string;
  readonly group: Json;
  readonly entry: Json;
}

type Member = Readonly<Record<string, unknown>>;

/** Read by hand: what the agent takes for hooks, in order. Keys that are `null` count as absent, and no matcher as an empty one. */
export function seenHooks(document: Json, besides: readonly string[] = ["state", "enabled", "disabled", "notifications"]): SeenHook[] {
  const events = ((document as Member)["hooks"] ?? {}) as Readonly<Record<string, readonly Member[]>>;
  return Object.entries(events)
    .filter(([event]) => !besides.includes(event))
    .flatMap(([event, groups]) =>
      groups.flatMap(({ matcher, hooks, ...group }) =>
        ((hooks ?? []) as readonly Member[]).map((entry) => ({
          event,
          matcher: (matcher ?? "") as string,
          group: group as Json,
          entry: withoutNulls(entry) as Json,
        })),
      ),
    );
}

function withoutNulls(entry: Member): Member {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
}

export function documentWith(entries: readonly FileEntry[]): Json {
  const document: Record<string, unknown> = {};
  for (const { kind, path, value } of entries) {
    let within = document;
    for (const key of path.slice(0, -1)) within = (within[key] ??= {}) as Record<string, unknown>;
    const last = path.at(-1) ?? "";
    if (kind === "key") within[last] = value;
    else ((within[last] ??= []) as unknown[]).push(value);
  }
  return document as Json;
}

export function formOf({ forms }: HookFiles, name?: string): HookFileForm {
  return (name === undefined ? forms[0] : forms.find((form) => form.name === name)) ?? expect.fail(`no form ${name}`);
}

export interface ReadCase {
  readonly title: string;
  readonly form?: string;
  readonly document: Json;
  readonly hooks: readonly NativeHook[];
  /** What is written for the hooks, where it is not the document. */
  readonly written?: Json;
}

export function tryDocuments(files: HookFiles, cases: readonly ReadCase[]): void {
  describe("IX-4 what is read and written", () => {
    test.each(cases)("$title", ({ form: name, document, hooks, written }) => {
      const form = formOf(files, name);
      expect(form.read(document)).toEqual(hooks);
      expect(form.write(hooks).map(documentWith)).toEqual([written ?? document]);
    });
  });
}

export function tryUnreadable(files: HookFiles): void {
  const cases: readonly { readonly document: Json; readonly place: readonly (string | number)[] }[] = [
    { document: { hooks: [] }, place: ["hooks"] },
    { document: { hooks: { PreToolUse: { hooks: [] } } }, place: ["hooks", "PreToolUse"] },
    { document: { hooks: { Stop: ["./a.sh"] } }, place: ["hooks", "Stop", 0] },
    { document: { hooks: { Stop: [{ matcher: ["a"], hooks: [] }] } }, place: ["hooks", "Stop", 0, "matcher"] },
    { document: { hooks: { Stop: [{ hooks: {} }] } }, place: ["hooks", "Stop", 0, "hooks"] },
    { document: { hooks: { Stop: [{ hooks: [] }, { hooks: ["./a.sh"] }] } }, place: ["hooks", "Stop", 1, "hooks", 0] },
  ];
  test.each(cases)("IX-4 a document that cannot be read says where: $place", ({ document, place }) => {
    expect(formOf(files).read(document)).toMatchObject({ place, message: expect.stringMatching(/^must be /) as string });
  });
}

export interface MatcherCase {
  readonly text: string;
  /** Absent: every tool. */
  readonly atoms?: readonly NativeAtom[];
  /** What is written for the atoms, where it is another text. */
  readonly written?: string;
  /** Of the names given, those for which the agent calls the hook. */
  readonly selects: readonly string[];
  /** Those that only the text itself selects: it is a search, and what is written is exact. */
  readonly andFinds?: readonly string[];
}

export function tryMatchers(
  { read, write }: MatcherSyntax,
  names: readonly string[],
  isSelected: MatcherOracle,
  cases: readonly MatcherCase[],
): void {
  describe("IX-5 matchers", () => {
    test.each(cases)("$text", ({ text, atoms, written = text, selects, andFinds = [] }) => {
      const by = (matcher: string) => names.filter((name) => isSelected(matcher, name));
      expect(by(text)).toEqual(names.filter((name) => selects.includes(name) || andFinds.includes(name)));
      expect(read(text)).toEqual(atoms);
      if (atoms === undefined) return;
      expect(write(atoms)).toBe(written);
      expect(read(written)).toEqual(atoms);
      expect(by(written)).toEqual(selects);
    });
  });
}

/** What no matcher of the agent selects exactly. */
export function tryInexpressible({ write }: MatcherSyntax, cases: readonly (readonly NativeAtom[])[]): void {
  test.each(cases.map((atoms) => ({ atoms })))("IX-6 no matcher selects exactly $atoms", ({ atoms }) => {
    expect(write(atoms)).toBeUndefined();
  });
}

export function tryCorpus(files: HookFiles): void {
  const corpus = corpusOf(files.agent, FORMS[files.agent] ?? (() => ""));
  test("the corpus has at least twelve files", () => expect(corpus.length).toBeGreaterThanOrEqual(12));
  test.each(corpus)(`IX-5 corpus/${files.agent}/$name is written back as it was`, ({ form: name, document }) => {
    const form = formOf(files, name);
    const hooks = form.read(document);
    if (isUnreadable(hooks)) return expect.fail(hooks.message);
    const written = form.write(hooks).map(documentWith);
    expect(written.flatMap((one) => seenHooks(one))).toEqual(seenHooks(asWritten(document)));
    expect(form.read(written[0] ?? {})).toEqual(hooks);
    return undefined;
  });
}

/** Codex has two spellings of one key, Qwen Code takes a number in quotes. */
function asWritten(document: Json): Json {
  return JSON.parse(
    JSON.stringify(document).replaceAll('"command_windows"', '"commandWindows"').replaceAll('"timeout":"60"', '"timeout":60'),
  ) as Json;
}
