/**
 * A mistake in its table never loses a hook that is closed on failure (RT-39). Before the schema reads a manifest, everything that would keep such a hook
 * from loading is removed and reported: without a gate, a matcher or an agent it applies more widely, which is the safe side.
 */

import * as v from "valibot";

import type { TomlPath } from "../../files/problem.ts";
import { expectation } from "../../files/schema.ts";
import { foldKey, similarWord } from "../../files/similar-word.ts";
import { isTable, type TomlTable } from "../../files/toml.ts";
import { hasWord, lookUp, put } from "../../lookup.ts";
import { gates, GATES, Hook, HOOK_STEERING, InlineInstallation, NARROWING } from "./schema.ts";

type ReportFinding = (path: TomlPath, message: string, hint: string) => void;

const KEYS = Object.keys(Hook.entries);

/** The usable part of the table. `used` are the keys that close it. Reports everything removed. */
export function soundHook(hook: TomlTable, path: TomlPath, used: readonly string[], tell: ReportFinding): TomlTable {
  const sound: Record<string, unknown> = {};
  for (const key of Object.keys(hook)) {
    if (used.includes(key)) continue;
    const value = innerOf(key, lookUp(hook, key), [...path, key], tell);
    const { known, near } = meant(key, KEYS);
    const name = known ?? near;
    if (name === undefined || !HOOK_STEERING.includes(name)) put(sound, key, value);
    else if (!v.is(lookUp(Hook.entries as Entries, name)!, value))
      leave(tell, path, key, `must be ${expectation(Hook.entries[name as "event"])}`);
    else if (known !== undefined) put(sound, key, value);
    else if (NARROWING.includes(name) || hasWord(hook, name)) leave(tell, path, key, "is unknown", `did you mean \`${name}\`?`);
    else {
      tell([...path, key], `unknown key \`${key}\` is read as \`${name}\`, because the hook is closed on failure`, `write \`${name}\``);
      put(sound, name, value);
    }
  }
  if (!v.is(Hook.entries.name, lookUp(sound, "name"))) {
    const name = `hook-${Number(path.at(-1)) + 1}`;
    const message = `\`name\` is missing or invalid; because the hook is closed on failure it is named \`${name}\``;
    tell(path, message, 'for example name = "check"');
    put(sound, "name", name);
  }
  return { ...sound, "on-failure": "closed" };
}

type Entries = Readonly<Record<string, v.GenericSchema>>;

const IN_WHERE = Object.keys(gates.where.wrapped.entries);

/** Tables inside: a misspelt gate is dropped, a key that names a program is read as the closest one. */
function innerOf(key: string, value: unknown, path: TomlPath, tell: ReportFinding): unknown {
  if (!isTable(value)) return value;
  if (foldKey(key) === "where") return withoutMisspelt(value, path, IN_WHERE, tell);
  if (foldKey(key) !== "command") return value;
  const sound: Record<string, unknown> = {};
  for (const inner of Object.keys(value)) {
    const { known, near } = meant(inner, Object.keys(InlineInstallation.entries));
    const name = known === undefined && near !== undefined && !hasWord(value, near) ? near : inner;
    if (name !== inner) tell([...path, inner], `unknown key \`${inner}\` is read as \`${name}\``, `write \`${name}\``);
    put(sound, name, lookUp(value, inner));
  }
  return sound;
}

/** The gates of a whole plugin, whose keys are `keys`. `tell` reports each dropped gate. */
export function soundGates(table: TomlTable, keys: readonly string[], tell: ReportFinding): TomlTable {
  const sound: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(withoutMisspelt(table, [], GATES, tell, keys))) {
    const { known } = meant(key, GATES);
    const inner = known === "where" && isTable(value) ? withoutMisspelt(value, [key], IN_WHERE, tell) : value;
    if (known === undefined || v.is(lookUp(gates as Entries, known)!, inner)) put(sound, key, inner);
    else leave(tell, [], key, `must be ${expectation(gates[known as "crates"])}`);
  }
  return sound;
}

/** A key may be close to one of the `names` and still have its own meaning, like `predicate`. */
function withoutMisspelt(table: TomlTable, path: TomlPath, names: readonly string[], tell: ReportFinding, keys = names): TomlTable {
  const sound: Record<string, unknown> = {};
  for (const key of Object.keys(table)) {
    const { known } = meant(key, keys);
    const near = known === undefined ? meant(key, names).near : undefined;
    if (near !== undefined) leave(tell, path, key, "is unknown", `did you mean \`${near}\`?`);
    else put(sound, key, lookUp(table, key));
  }
  return sound;
}

function leave(tell: ReportFinding, path: TomlPath, key: string, message: string, hint = "fix it"): void {
  tell([...path, key], `\`${key}\` ${message}; hooks that are closed on failure apply without it`, hint);
}

function meant(key: string, names: readonly string[]): { readonly known?: string; readonly near?: string } {
  const known = names.includes(key) ? key : names.find((name) => foldKey(name) === foldKey(key));
  const near = known === undefined ? similarWord(key, names) : undefined;
  return { known, near };
}
