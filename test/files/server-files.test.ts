/** Our servers are added to users' server files, changed, and removed byte for byte, by the editors alone. */

import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";

import { AGENTS } from "../../src/agents/list.ts";
import type { Editor, Entry, Insertion } from "../../src/files/editor.ts";
import { jsoncEditor } from "../../src/files/editors.ts";
import { tomlEditor } from "../../src/files/splice/toml.ts";
import { yamlEditor } from "../../src/files/splice/yaml.ts";
import { isObject, type Json } from "../../src/model/json.ts";
import { isWithin } from "../setup/entries/is-within.ts";
import { CORPUS_PROJECT, largeClaudeFile, SERVER_FILE_KINDS, serverFiles, type ServerFileKind } from "../setup/entries/server-files.ts";
import { fewer, isAtLeast } from "../support/thoroughness.ts";

interface Format {
  readonly editor: Editor;
  /** By another way than the editor's. */
  readonly meaning: (text: string) => unknown;
  readonly comment: string;
}

const FORMATS: Readonly<Record<ServerFileKind["format"], Format>> = {
  json: {
    editor: jsoncEditor,
    meaning: (text) => parseJsonc(text, [], { allowTrailingComma: true, allowEmptyContent: true }) as unknown,
    comment: "// by hand",
  },
  toml: { editor: tomlEditor, meaning: (text) => parseToml(text), comment: "# by hand" },
  yaml: { editor: yamlEditor, meaning: (text) => parseYaml(text, { merge: true }) as unknown, comment: "# by hand" },
};

const LAUNCHER = `set -- ~/.symposium/bin/symposium-hook "$@"; case $1 in /*) exec "$@";; esac; echo 'no' >&2; exit 1`;
const process = (name: string) => ({ command: "sh", args: ["-c", LAUNCHER, "symposium", "serve", name] });
const SERVERS: Readonly<Record<string, Json>> = {
  symposium: process("symposium"),
  "widget-docs": { ...process("widget/docs"), env: { NOTE: "a \"quoted\" 'word' # no comment", LEVEL: "yes" } },
  "dotted.name": { type: "http", url: "https://mcp.example.com/mcp", headers: { Authorization: "Bearer ${TOKEN}" } },
};
const UPGRADED: Json = { ...process("widget/other"), enabled: true, timeout: 300 };

describe.each(SERVER_FILE_KINDS)("$folder of $agent", (kind) => {
  const { editor, meaning, comment } = FORMATS[kind.format];
  const entries: readonly Entry[] = kind.tables.flatMap((table) =>
    Object.entries(SERVERS).map(([name, value]): Entry => ({ kind: "key", path: [...table, name], value })),
  );

  test.each(fewer(serverFiles(kind)))("MC-3, RG-9, RG-12, RG-13 $property", ({ bytes }) => {
    const before = bytes.toString();
    const added = withAll(editor, before, entries);
    for (const { path, value } of entries) expect(at(meaning(plain(added.text)), path)).toEqual(value);
    expect(isWithin(bytes, Buffer.from(added.text))).toBe(true);
    expect(withAll(editor, added.text, entries)).toEqual({ text: added.text, insertions: [] });
    expect(editor.remove(added.text, added.insertions)).toMatchObject({ ok: true, text: before, missing: [], kept: [] });
    for (const one of added.insertions.filter(({ kind }) => kind === "key"))
      expect([editor.has(added.text, one), editor.has(before, one)]).toEqual([true, false]);

    const changed = withUpgrade(editor, added, [...(kind.tables[0] ?? []), "widget-docs"]);
    expect(at(meaning(plain(changed.text)), [...(kind.tables[0] ?? []), "widget-docs"])).toEqual(UPGRADED);
    expect(isWithin(bytes, Buffer.from(changed.text))).toBe(true);
    expect(editor.remove(changed.text, changed.insertions)).toMatchObject({ ok: true, text: before, missing: [], kept: [] });
    expect(oneByOne(editor, changed)).toBe(before);
    expect(oneByOne(editor, { ...changed, insertions: changed.insertions.toReversed() })).toBe(before);

    const again = withoutAndAgain(editor, changed, entries[1]!);
    expect(editor.remove(again.text, again.insertions)).toMatchObject({ ok: true, text: before, missing: [], kept: [] });

    // A comment line in front, which is in the same place before our edit and after it.
    const commented = (from: string) => from.replace(/^\uFEFF?/, (mark) => `${mark}${comment}${before.includes("\r\n") ? "\r\n" : "\n"}`);
    expect(editor.remove(commented(changed.text), changed.insertions)).toMatchObject({ ok: true, text: commented(before), missing: [] });

    const byHand = changed.text.replaceAll("widget/other", "widget/mine");
    const left = editor.remove(byHand, changed.insertions);
    expect(left).toMatchObject({ ok: true, missing: [{ kind: "key", path: [...(kind.tables[0] ?? []), "widget-docs"] }] });
    expect(left.ok && left.text).toContain("widget/mine");
  });

  test.each(kind.format === "json" ? serverFiles(kind) : [])("MC-3 the agent wrote the whole file again: $property", ({ bytes }) => {
    const { text, insertions } = withAll(editor, bytes.toString(), entries);
    const written = (from: string) => `${JSON.stringify({ ...(meaning(plain(from)) as object), numStartups: 413 }, null, 2)}\n`;
    const removed = editor.remove(written(text), insertions);
    expect(removed).toMatchObject({ ok: true, missing: [] });
    expect(removed.ok && written(removed.text)).toBe(written(bytes.toString()));
  });

  test.each(serverFiles(kind, "refused"))("RG-10 refused: $property", ({ bytes }) => {
    for (const entry of entries) {
      const edited = editor.ensure(bytes.toString(), entry);
      expect(edited).toMatchObject({ ok: false });
      expect(edited.ok ? undefined : edited.trouble.line).toBeGreaterThan(0);
    }
  });

  test.each(serverFiles(kind, "taken"))("MC-3 $property stays, and the others are added", ({ bytes }) => {
    const before = bytes.toString();
    for (const table of kind.tables) {
      const edited = editor.ensure(before, { kind: "key", path: [...table, "symposium"], value: SERVERS["symposium"]! });
      expect(edited).toMatchObject({ ok: false });
      const line = before.split("\n").findIndex((one) => one.includes("symposium")) + 1;
      if (table.length === 1) expect(edited.ok ? undefined : edited.trouble.line).toBe(line);
    }
    const others = entries.filter(({ path }) => path.at(-1) !== "symposium");
    const added = withAll(editor, before, others);
    expect(editor.remove(added.text, added.insertions)).toMatchObject({ ok: true, text: before, missing: [] });
  });
});

test.runIf(isAtLeast("sample"))("MC-3 a `~/.claude.json` of 1 MB with a hundred projects", () => {
  const before = largeClaudeFile();
  expect(before.length).toBeGreaterThan(1_000_000);
  const tables = [["mcpServers"], ["projects", CORPUS_PROJECT, "mcpServers"], ["projects", "/home/ada/work/new", "mcpServers"]];
  const entries = tables.map((table): Entry => ({ kind: "key", path: [...table, "widget-docs"], value: SERVERS["widget-docs"]! }));
  const added = withAll(jsoncEditor, before, entries);
  const changed = withUpgrade(jsoncEditor, added, ["projects", CORPUS_PROJECT, "mcpServers", "widget-docs"]);
  const document = JSON.parse(changed.text) as unknown;
  expect(at(document, ["projects", CORPUS_PROJECT, "mcpServers", "widget-docs"])).toEqual(UPGRADED);
  expect(jsoncEditor.remove(changed.text, changed.insertions)).toMatchObject({ ok: true, text: before, missing: [], kept: [] });
});

test("the corpus has the tables that agents read", () => {
  const read = AGENTS.flatMap(({ name: agent, servers: { user, local, project } }) =>
    [user, local, project].flatMap((file) =>
      file === undefined ? [] : [`${agent} ${file.format} ${file.table(CORPUS_PROJECT).join(".")}`],
    ),
  );
  const tables = SERVER_FILE_KINDS.flatMap((kind) => kind.tables.map((table) => `${kind.agent} ${kind.format} ${table.join(".")}`));
  expect(new Set(tables)).toEqual(new Set(read));
});

test("every agent has at least six server files, one refused and one with a server named as ours", () => {
  for (const kind of SERVER_FILE_KINDS) {
    expect(serverFiles(kind).length, kind.agent).toBeGreaterThanOrEqual(6);
    for (const below of ["refused", "taken"] as const) expect(serverFiles(kind, below), kind.agent).not.toEqual([]);
  }
});

interface Done {
  readonly text: string;
  readonly insertions: readonly Insertion[];
}

function withAll(editor: Editor, before: string, entries: readonly Entry[]): Done {
  let text = before;
  const insertions: Insertion[] = [];
  for (const entry of entries) {
    const edited = editor.ensure(text, entry);
    if (!edited.ok) throw new Error(JSON.stringify(edited.trouble));
    text = edited.text;
    insertions.push(...edited.insertions);
  }
  return { text, insertions };
}

/** As a new version of a plugin changes its server: the bytes around the value stay recorded. */
function withUpgrade(editor: Editor, { text, insertions }: Done, path: readonly string[]): Done {
  const edited = editor.replaceAt(text, path, UPGRADED);
  if (!edited.ok) throw new Error(JSON.stringify(edited.trouble));
  const [put] = edited.insertions;
  const isIt = (one: Insertion) => one.kind === "key" && one.path.join("\0") === path.join("\0");
  return { text: edited.text, insertions: insertions.map((one) => (isIt(one) ? { ...one, text: put?.text ?? "" } : one)) };
}

/** As a dependency leaves the workspace and returns. */
function withoutAndAgain(editor: Editor, { text, insertions }: Done, entry: Entry): Done {
  const ours = insertions.filter(({ kind, path }) => kind === "key" && path.join("\0") === entry.path.join("\0"));
  const removed = editor.remove(text, ours);
  if (!removed.ok) throw new Error(JSON.stringify(removed.trouble));
  expect(removed.missing).toEqual([]);
  const added = withAll(editor, removed.text, [entry]);
  return { text: added.text, insertions: [...insertions.filter((one) => !ours.includes(one)), ...added.insertions] };
}

function oneByOne(editor: Editor, { text, insertions }: Done): string {
  let now = text;
  let containers = insertions.filter(({ kind }) => kind !== "key");
  for (const insertion of insertions.filter(({ kind }) => kind === "key")) {
    const removed = editor.remove(now, [...containers, insertion]);
    if (!removed.ok) throw new Error(JSON.stringify(removed.trouble));
    expect(removed.missing).toEqual([]);
    now = removed.text;
    containers = [...(removed.kept ?? [])];
  }
  return now;
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((now, step) => (isObject(now) ? now[step] : undefined), value);
}

function plain(text: string): string {
  return text.replace("\uFEFF", "");
}
