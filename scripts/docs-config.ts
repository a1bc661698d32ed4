/** The reference of `config.toml`: every key of the schema with its value, default, meaning and an example. */

import { ConfigFile } from "../src/files/config-schema.ts";
import { PolicyFile } from "../src/files/policy-schema.ts";
import { type KeyRow, rowOf, type Schema } from "./docs-keys.ts";
import { code, table } from "./markdown.ts";

export function configKeys(): string {
  const rows = rowsOf(ConfigFile as Schema, "");
  return table(
    ["key", "value", "default", "meaning", "example", "read by"],
    rows.map(({ key, value, preset, meaning, example }) => [code(key), value, preset, meaning, example, readersOf(key)]),
  );
}

/** The same of a policy, without who reads it. */
export function policyKeys(): string {
  const rows = rowsOf(PolicyFile as Schema, "");
  return table(
    ["key", "value", "meaning", "example"],
    rows.map(({ key, value, meaning, example }) => [code(key.replace("[policy] ", "")), value, meaning, example]),
  );
}

/** Of the key itself, or of the table it is in. */
function readersOf(key: string): string {
  const readers = READERS[key] ?? READERS[key.split(" ")[0] ?? ""];
  if (readers === undefined) throw new Error(`add the readers of ${key} to ${import.meta.filename}`);
  return readers;
}

const HOOKS = "hook calls, when they build a workspace's index";
const SOURCES = "everything that reads plugins";

/** The commands that read a key. */
const READERS: Readonly<Record<string, string>> = {
  "auto-sync": "hook calls",
  "agents-syncing": "`sync` and hook calls",
  "sync-debounce-secs": "`sync` and hook calls",
  "hook-scope": "`init`, `sync`, `status`",
  "auto-update": "commands at a terminal (the check, at most daily) and hook calls at the start of a session",
  "mcp-server": "`init`, `sync`, `status`",
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
  "[plugins] auto-enable": `\`status\`, \`sync\`; ${HOOKS}`,
  "[policy]": `everything that runs what a plugin brings; \`status\``,
  "[policy] scanner": "`trust accept`, the questions of `sync` and `use`, `hooks import`, `hooks install`",
  "[packages]": "`package-info`, `crate-info`",
  "[telemetry] enabled": "not used: there is no telemetry",
};

function rowsOf({ entries = {} }: Schema, within: string): KeyRow[] {
  return Object.entries(entries).flatMap(([key, entry]): KeyRow[] => {
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
