/** Files of Codex and goose in the formats that their MCP servers are kept in: entries go in, and come out byte for byte. */

import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";

import type { Editor, Entry, Insertion } from "../../src/config-files/editor.ts";
import { tomlEditor } from "../../src/config-files/splice-toml.ts";
import { yamlEditor } from "../../src/config-files/splice-yaml.ts";
import { isWithin } from "../registration/is-within.ts";
import { userFiles } from "../registration/user-files.ts";

const NAME = "symposium-docs";
const CODEX = { command: "npx", args: ["-y", "@example/docs", "--root", "."], env: { TOKEN: "a \"quoted\" 'word' # no comment" } };
const GOOSE = {
  name: NAME,
  type: "stdio",
  cmd: "npx",
  args: ["-y", "@example/docs", "--root", "."],
  envs: { LEVEL: "yes", NOTE: "key: value # no comment" },
  enabled: true,
  timeout: 300,
};

interface Format {
  readonly agent: string;
  readonly editor: Editor;
  readonly read: (text: string) => unknown;
  readonly entries: readonly Entry[];
  readonly comment: string;
}

const FORMATS: readonly Format[] = [
  {
    agent: "codex",
    editor: tomlEditor,
    read: (text) => parseToml(text),
    entries: [
      { kind: "key", path: ["mcp_servers", NAME], value: CODEX },
      { kind: "key", path: ["mcp_servers", "second.one"], value: { url: "http://127.0.0.1:1/mcp" } },
    ],
    comment: "# by hand",
  },
  {
    agent: "goose",
    editor: yamlEditor,
    read: (text) => (parseYaml(text, { merge: true }) as unknown) ?? {},
    entries: [
      { kind: "key", path: ["extensions", NAME], value: GOOSE },
      { kind: "key", path: ["extensions", "second.one"], value: { type: "streamable_http", uri: "http://127.0.0.1:1/mcp", enabled: true } },
    ],
    comment: "# by hand",
  },
];

describe.each(FORMATS)("$agent's config", ({ agent, editor, read, entries, comment }) => {
  test.each(userFiles(agent, "config"))("RG-9, RG-12, RG-13 $property", ({ bytes }) => {
    const before = bytes.toString();
    const { text, insertions } = withAll(editor, before, entries);
    const value = read(plain(text)) as Record<string, Record<string, unknown>>;
    for (const { path, value: wanted } of entries) expect(value[path[0] ?? ""]?.[path[1] ?? ""]).toEqual(wanted);
    expect(isWithin(bytes, Buffer.from(text))).toBe(true);
    expect(withAll(editor, text, entries)).toEqual({ text, insertions: [] });

    expect(editor.remove(text, insertions)).toMatchObject({ ok: true, text: before, missing: [] });
    expect(editor.remove(text, insertions.toReversed())).toMatchObject({ ok: true, text: before });

    // A comment line in front, which stands in the same place before us and after.
    const commented = (from: string) => from.replace(/^\uFEFF?/, (mark) => `${mark}${comment}${lineEnd(before)}`);
    expect(editor.remove(commented(text), insertions)).toMatchObject({ ok: true, text: commented(before), missing: [] });

    const [first] = insertions.filter(({ kind }) => kind === "key");
    const changed = text.replaceAll("@example/docs", "@example/other");
    const left = editor.remove(changed, insertions);
    expect(left).toMatchObject({ ok: true, missing: [first] });
    expect(left.ok && left.text).toContain("@example/other");
  });
});

function withAll(
  editor: Editor,
  before: string,
  entries: readonly Entry[],
): { readonly text: string; readonly insertions: readonly Insertion[] } {
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

function plain(text: string): string {
  return text.replace("\uFEFF", "");
}

function lineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
