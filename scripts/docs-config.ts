/** The reference of `config.toml`: every key of the schema with its value, default, meaning and an example. */

import * as v from "valibot";

import { ConfigFile } from "../src/config/config.ts";
import { expectation } from "../src/config/expectation.ts";
import { code, table } from "./markdown.ts";

export function configKeys(): string {
  const rows = rowsOf(ConfigFile as Schema, "");
  return table(
    ["key", "value", "default", "meaning", "example", "read by"],
    rows.map(({ key, value, preset, meaning, example }) => [code(key), value, preset, meaning, example, readersOf(key)]),
  );
}

/** Of the key itself, or of the table it is in. */
function readersOf(key: string): string {
  const readers = READERS[key] ?? READERS[key.split(" ")[0] ?? ""];
  if (readers === undefined) throw new Error(`who reads ${key}? say so in ${import.meta.filename}`);
  return readers;
}

const HOOKS = "hook calls, when the index of a workspace is made";
const SOURCES = "everything that looks for plugins";

/** Which commands act on a key. A key that nobody acts on says so. */
const READERS: Readonly<Record<string, string>> = {
  "auto-sync": "hook calls",
  "agents-syncing": "`sync` and hook calls",
  "sync-debounce-secs": "`sync` and hook calls",
  "hook-scope": "`init`, `sync`, `status`",
  "auto-update": "`sync` (the check, at most daily) and hook calls at the start of a session",
  "[[agent]] name": "`init`, `sync`, `status`",
  "[logging] level": "every command; hook calls write a log at `debug` and `trace` only",
  "[defaults]": SOURCES,
  "[[plugin-source]]": SOURCES,
  "[[plugin-source]] auto-update": "`sync`, `plugin sync`",
  "[[registry]]": SOURCES,
  "[plugins] use": `\`use\`, \`status\`, \`sync\`; ${HOOKS}`,
  "[plugins] use name": "as above",
  "[plugins] use workspace": "as above",
  "[plugins] disable": `\`use\`, \`status\`, \`sync\`; ${HOOKS}`,
  "[plugins] auto-enable": "nothing yet: plugins that packages carry themselves come with a later version",
  "[telemetry] enabled": "nothing: there is no telemetry",
};

interface Schema extends v.GenericSchema {
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly options?: readonly (Schema | string)[];
  readonly entries?: Readonly<Record<string, Schema>>;
}

interface Row {
  readonly key: string;
  readonly value: string;
  readonly preset: string;
  readonly meaning: string;
  readonly example: string;
}

function rowsOf({ entries = {} }: Schema, within: string): Row[] {
  return Object.entries(entries).flatMap(([key, entry]): Row[] => {
    const inner = entry.wrapped ?? entry;
    const tables = [inner, inner.item, ...[inner, inner.item].flatMap((one) => one?.options ?? [])];
    const table = tables.find((one): one is Schema => typeof one === "object" && one.entries !== undefined);
    // The two spellings of one list are described once.
    if (key === "registry") return [rowOf("[[registry]] …", entry, key)];
    if (table === undefined) return [rowOf(`${within}${key}`, entry, key)];
    const isList = inner.type !== "object";
    const own = within === "" ? [] : [rowOf(`${within}${key}`, entry, key)];
    return [...own, ...rowsOf(table, within === "" ? (isList ? `[[${key}]] ` : `[${key}] `) : `${within}${key} `)];
  });
}

function rowOf(key: string, entry: Schema, name: string): Row {
  const inner = entry.wrapped ?? entry;
  const preset = v.getDefault(entry) as unknown;
  return {
    key,
    value: expectation(inner),
    preset: entry.type === "optional" ? presetOf(preset) : "must be there",
    meaning: v.getDescription(inner) ?? "",
    example: exampleOf(inner, name, preset),
  };
}

function presetOf(value: unknown): string {
  if (value === undefined) return "none";
  return Array.isArray(value) ? "none" : code(JSON.stringify(value));
}

/** What the schema shows, else another value than the default. */
function exampleOf(schema: Schema, key: string, preset: unknown): string {
  const [shown] = v.getExamples(schema) as readonly unknown[];
  if (shown !== undefined) return code(String(shown));
  if (typeof preset === "boolean") return code(`${key} = ${!preset}`);
  const other = schema.type === "picklist" ? schema.options?.find((option) => option !== preset) : undefined;
  return other === undefined ? "" : code(`${key} = ${JSON.stringify(other)}`);
}
