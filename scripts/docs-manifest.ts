/** The reference of `SYMPOSIUM.toml`: a table of keys for each kind of item, made from the schema. */

import { GATES, Hook, Installation, Manifest, MetadataTable, Skills } from "../src/plugins/manifest/schema.ts";
import { type KeyRow, rowOf, type Schema } from "./docs-keys.ts";
import { code, table } from "./markdown.ts";

export function manifestSections(): Readonly<Record<string, string>> {
  const { mcp_servers, subcommand, predicate, plugins } = (Manifest as Schema).entries ?? {};
  return {
    manifest: keysOf(Manifest as Schema, []),
    hook: keysOf(Hook as Schema, GATES),
    installation: keysOf(Installation as Schema, []),
    skills: keysOf(Skills as Schema, GATES),
    server: keysOf(itemIn(mcp_servers), GATES),
    subcommand: keysOf(itemIn(subcommand), GATES),
    predicate: keysOf(itemIn(predicate), []),
    plugins: keysOf(itemIn(plugins), GATES),
    metadata: keysOf(MetadataTable as Schema, []),
  };
}

/** Gates are the same everywhere and described once. */
function keysOf(schema: Schema, leftOut: readonly string[]): string {
  const rows = rowsOf(schema, "").filter(({ key }) => !leftOut.includes(key.split(".")[0]!));
  return table(
    ["key", "value", "default", "meaning", "example"],
    rows.map(({ key, value, preset, meaning, example }) => [code(key), value, preset, meaning, example]),
  );
}

function rowsOf({ entries = {} }: Schema, within: string): KeyRow[] {
  return Object.entries(entries).flatMap(([key, entry]): KeyRow[] => {
    const name = `${within}${key}`;
    const inner = entry.wrapped ?? entry;
    const own = rowOf(name, entry, key);
    const nested = tableIn(inner);
    return nested === undefined ? [own] : [own, ...rowsOf(nested, `${name}.`)];
  });
}

/** A table that belongs to its key alone; lists of items have sections of their own, and an installation in place is one of those. */
function tableIn(schema: Schema): Schema | undefined {
  const candidates = [schema, ...(schema.options ?? [])].filter((each): each is Schema => typeof each === "object");
  const found = candidates.find(({ entries }) => entries !== undefined);
  return found?.entries?.["install_commands"] === undefined ? found : undefined;
}

function itemIn(schema: Schema | undefined): Schema {
  const inner = (schema?.wrapped ?? schema) as (Schema & { readonly value?: Schema }) | undefined;
  const item = inner?.item ?? inner?.value;
  if (item?.entries === undefined) throw new Error("the schema has no such items");
  return item;
}
