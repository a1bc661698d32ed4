/** Reference pages say everything there is: every key of the files we read, every loss, every field of the trace. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import * as v from "valibot";
import { describe, expect, test } from "vitest";

import { ConfigFile } from "../../src/files/config-schema.ts";
import { LOSSES } from "../../src/model/outcome.ts";
import { isReservedEnvName } from "../../src/packages/programs/hook-environment.ts";
import { Manifest } from "../../src/plugins/manifest/schema.ts";
import { VARIABLES } from "../../scripts/docs-variables.ts";
import { TraceLineSchema } from "../../scripts/schema-of-trace.ts";
import { blocksOf, readPage } from "./markdown.ts";

const SOURCES = join(import.meta.dirname, "../../src");

describe("docs/reference", () => {
  test.each([
    ["config.md", ConfigFile],
    ["manifest.md", Manifest],
  ])("%s names every key, down to tables of tables", (page, schema) => {
    const text = readPage(`docs/reference/${page}`);
    const isNamed = (key: string) => new RegExp(`(?<![\\w-])${key}(?![\\w-])`).test(text);
    expect([...new Set(keysOf(schema, 2))].filter((key) => !isNamed(key))).toEqual([]);
  });

  test("config.md names each of our variables that the sources read or reserve", () => {
    const texts = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(SOURCES, name), "utf8"));
    const read = texts.flatMap((text) => [...text.matchAll(/env\["(SYMPOSIUM_\w+)"\]/g)].map(([, name]) => name ?? ""));
    const reserved = ["HOME", "HOOK_TRACE", "STARTED", "CARGO", "TEST_AGENT"].filter(isReservedEnvName).map((name) => `SYMPOSIUM_${name}`);
    expect(reserved).toHaveLength(5);
    const listed = VARIABLES.flatMap(({ names }) => names);
    expect([...new Set([...read, ...reserved])].filter((name) => !listed.includes(name))).toEqual([]);
    expect(read).toContain("SYMPOSIUM_CRATES_INDEX");
  });

  test("RT-25 trace.md shows a line of the published schema", () => {
    const [shown] = blocksOf("docs/reference/trace.md").filter(({ role }) => role === "trace");
    expect(v.safeParse(TraceLineSchema, JSON.parse(shown?.text ?? "")).issues).toBeUndefined();
  });

  test("trace.md lists every loss with its meaning", () => {
    const [, table = ""] = readPage("docs/reference/trace.md").split("## Losses");
    const rows = [...table.matchAll(/^\| `([\w-]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning]);
    expect(rows).toEqual(Object.entries(LOSSES));
  });
});

interface Schema {
  readonly type?: string;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly value?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, Schema>>;
}

/** Keys of a table and, `depth` times, of the tables in it. */
function keysOf(schema: v.GenericSchema | Schema, depth: number): string[] {
  const { wrapped, item, options, entries } = schema as Schema;
  if (entries === undefined)
    return [wrapped, item, ...(options ?? [])].flatMap((inner) => (inner === undefined ? [] : keysOf(inner, depth)));
  const keys = Object.keys(entries);
  if (depth === 1) return keys;
  return [...keys, ...keys.filter((key) => !LATER.includes(key)).flatMap((key) => keysOf(entries[key] ?? {}, depth - 1))];
}

const LATER = ["telemetry"];
