import { chmodSync } from "node:fs";

import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { runInProcess } from "../../support/run-in-process.ts";
import { agentPlugin, EVERY_PROJECT, ours, packageText, serversText } from "../../support/agent-plugin.ts";
import { fewer } from "../../support/thoroughness.ts";
import { manifest, skillText } from "../../support/plugin.ts";
import { temporaryHome } from "../../support/temporary-home.ts";
import { folderOf, makeLinks, OUTSIDE, VECTORS } from "./vectors/tree.ts";

interface Validated {
  readonly exitCode: number;
  /** `severity file:line:column: message`, of all items, without the path of the folder. */
  readonly found: readonly string[];
}

interface Item {
  readonly findings: readonly Found[];
  readonly children: readonly Item[];
}

interface Found {
  readonly severity: string;
  readonly file: string;
  readonly message: string;
  readonly position?: { readonly line: number; readonly column: number };
}

async function validated(files: FileTree, path = "plugins/any", prepare: (root: string) => void = () => {}): Promise<Validated> {
  await using there = await temporaryHome({ files: { plugins: { any: files }, outside: OUTSIDE } });
  prepare(there.root);
  const args = ["plugin", "validate", "--no-check-crates", "--json", there.at(path)];
  const { stdout, exitCode } = await runInProcess({ args, context: there.context });
  const { answer } = JSON.parse(stdout) as { answer: { items: readonly Item[]; problems: readonly Found[] } };
  const text = ({ severity, file, position, message }: Found) =>
    `${severity} ${file.replace(`${there.at("plugins/any")}/`, "")}${position === undefined ? "" : `:${position.line}:${position.column}`}: ${message}`;
  const all = (items: readonly Item[]): Found[] => items.flatMap(({ findings, children }) => [...findings, ...all(children)]);
  return { exitCode, found: [...answer.problems, ...all(answer.items)].map(text) };
}

const BARE = { "plugin.json": packageText(EVERY_PROJECT) };

describe("AP-7 plugin validate", () => {
  test("finds nothing in a sound Agent Plugin, by its folder and by its file", async () => {
    const runnable = (root: string) => chmodSync(`${root}/plugins/any/bin/server`, 0o755);
    for (const path of ["plugins/any", "plugins/any/plugin.json", "plugins"])
      expect(await validated(agentPlugin(), path, runnable)).toEqual({ exitCode: 0, found: [] });
  });

  test("PL-6 notes that nothing says where it applies, and does not fail", async () => {
    expect(await validated({ "plugin.json": packageText() })).toEqual({
      exitCode: 0,
      found: ["warning plugin.json:1:1: nothing says where this plugin applies, so in a source it stays inactive until `use`"],
    });
    expect(await validated({ "plugin.json": packageText(), "package.json": '{"name": "a"}' })).toEqual({ exitCode: 0, found: [] });
  });

  test.each([
    ["has no schema", '{"name": "a"}', "error plugin.json:1:1: `$schema` is missing, so this plugin is ignored"],
    ["is not UTF-8", Buffer.from([0x7b, 0xff]), "error plugin.json:1:2: is not valid UTF-8"],
    ["is empty", "", "error plugin.json:1:1: not valid JSON: value expected, so this plugin is ignored"],
  ])("of a folder with skills speaks of its plugin.json, which %s", async (_what, text, found) => {
    const files = { "plugin.json": text, skills: { review: { "SKILL.md": skillText("review") } } };
    expect(await validated(files)).toEqual({ exitCode: 1, found: [found] });
  });

  test("of a manifest with the schema of servers does not speak of another version", async () => {
    const schema = "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json";
    expect(await validated({ "plugin.json": JSON.stringify({ $schema: schema, name: "a" }) })).toEqual({
      exitCode: 1,
      found: ["error plugin.json:1:12: `$schema` is not that of an Agent Plugin's manifest, so this plugin is ignored"],
    });
  });

  test("says of the extension what JSON has: objects and lists", async () => {
    const { found } = await validated({ "plugin.json": packageText(ours({ subcommands: [], installations: {} })) });
    expect(found.map((text) => text.replace(/^\S+ \S+ /, ""))).toEqual(
      expect.arrayContaining(["`installations` must be a list of objects", "`subcommands` must be an object"]),
    );
  });

  test("notes that a SYMPOSIUM.toml beside it wins", async () => {
    const { exitCode, found } = await validated({ ...BARE, ...manifest("own") });
    expect({ exitCode, found }).toEqual({ exitCode: 0, found: ["warning plugin.json: is ignored: SYMPOSIUM.toml beside it counts"] });
  });

  test.each([
    [
      "another program's, named by its folder",
      { "plugin.json": '{"id": "x"}' },
      "plugins/any",
      "error plugin.json:1:1: `$schema` is missing",
    ],
    [
      "another program's, named itself",
      { "plugin.json": '{"id": "x"}' },
      "plugins/any/plugin.json",
      "error plugin.json:1:1: `$schema` is missing",
    ],
    [
      "with another schema",
      { "plugin.json": '{"$schema": "https://x.example/", "name": "a"}' },
      "plugins/any",
      "error plugin.json:1:13: `$schema` is not that of an Agent Plugin's manifest",
    ],
    [
      "with a field that the format does not know",
      { "plugin.json": packageText({ ...EVERY_PROJECT, color: 1 }) },
      "plugins/any",
      "error plugin.json:11:12: `color` is not a known field here",
    ],
    [
      "with a command that is missing",
      { ...BARE, "mcp.json": serversText({ a: { type: "stdio", command: "./bin/none" } }) },
      "plugins/any",
      "error mcp.json:6:18: server `a`: there is no file",
    ],
    [
      "with a name that some agents refuse",
      { ...BARE, "mcp.json": serversText({ "a.b": { type: "sse", url: "https://a.example" } }) },
      "plugins/any",
      "warning mcp.json:4:12: server `a.b`: some agents",
    ],
    [
      "with a subcommand that is missing",
      {
        "plugin.json": packageText(ours({ "depends-on": "*", subcommands: { go: { description: "Go", command: { script: "./go.sh" } } } })),
      },
      "plugins/any",
      "subcommand `go`: there is no file",
    ],
    [
      "with hooks beside it",
      { ...BARE, "hooks.json": '{"spec": "hooks/1.0", "hooks": []}' },
      "plugins/any",
      "error hooks.json: is beside plugin.json, so Symposium ignores it",
    ],
  ])("tells of one %s", async (_, files, path, said) => {
    const { found } = await validated(files, path);
    expect(found).toContainEqual(expect.stringContaining(said));
  });

  test.each(
    fewer(
      VECTORS.filter(({ verdict }) => verdict !== "accept"),
      3,
    ).map((vector) => [vector.requires, vector] as const),
  )("fails where the format is violated: %s", async (_, vector) => {
    const { exitCode, found } = await validated(folderOf(vector), "plugins/any", (root) => makeLinks(root, vector));
    expect(exitCode).toBe(1);
    for (const said of vector.says ?? []) expect(found).toContainEqual(expect.stringContaining(said.replace("any/", "")));
  });
});
