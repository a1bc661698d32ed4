/** Settles every spelling of `on-failure` in a manifest's table, so that no mistake loses a closed hook (RT-39). */

import * as v from "valibot";

import type { Problem } from "../documents/problem.ts";
import { foldKey, similarWord } from "../documents/similar-word.ts";
import { isTable, type Toml, type TomlPath, type TomlTable } from "../documents/toml.ts";
import { lookUp, put } from "../lookup.ts";
import { soundGates, soundHook } from "./closed-hooks.ts";
import { Hook } from "./hook-entry.ts";
import { Manifest } from "./manifest.ts";
import { policyOf, type Spelling, strayPolicy } from "./policy-spelling.ts";

export interface SettledManifest {
  readonly toml: Toml & { ok: true };
  readonly problems: readonly Problem[];
  /** Names of closed hooks that stay though part of them was dropped. */
  readonly widened: ReadonlySet<string>;
  readonly hasClosed: boolean;
  /** A gate of the plugin was dropped: only its closed hooks may apply. */
  readonly isUngated: boolean;
}

export function settlePolicies(file: string, toml: Toml & { ok: true }): SettledManifest {
  const problems: Problem[] = [];
  const spelt = ({ path, message, hint }: Spelling) =>
    problems.push({ severity: "warning", failsValidation: true, file, position: toml.positionOf(path), message, hint });
  const leftOut = (path: TomlPath, message: string, hint: string) =>
    void problems.push({ severity: "error", file, position: toml.positionOf(path), message, hint });
  const { table } = toml;
  const lists = Object.keys(table).filter(isHooks);
  const stray: Spelling[] = [];
  const isAllClosed = strayPolicy(without(table, lists), [], stray);
  stray.forEach(spelt);
  const nothing = { toml, problems, widened: new Set<string>(), hasClosed: false, isUngated: false };
  if (lists.length === 0) return nothing;

  for (const key of lists)
    if (key !== "hooks" && foldKey(key) === "hooks")
      spelt({ path: [key], message: `\`${key}\` is read as \`hooks\``, hint: "write `hooks`" });

  const widened = new Set<string>();
  const settled = (hook: unknown, path: TomlPath): unknown => {
    if (!isTable(hook)) return hook;
    const { policy, used } = hookPolicy(hook, path, isAllClosed, spelt);
    if (policy !== "closed") return policy === undefined ? hook : { ...without(hook, used), "on-failure": policy };
    const before = problems.length;
    const sound = soundHook(hook, path, used, leftOut);
    if (problems.length > before) widened.add(String(lookUp(sound, "name")));
    return sound;
  };
  const hooks = lists.flatMap((key) => {
    const value = lookUp(table, key);
    const all = listIn(value).map((hook, index) => settled(hook, [key, index]));
    // Under a misspelt key, or in a form that is not a list, only closed hooks count.
    if (foldKey(key) === "hooks" && Array.isArray(value)) return all;
    const kept = all.filter(isClosed);
    for (const hook of kept) widened.add(String(lookUp(hook, "name")));
    if (!Array.isArray(value) && kept.length > 0)
      leftOut([key], `\`${key}\` must be a list of tables; hooks that are closed on failure still count`, "write [[hooks]]");
    return kept;
  });
  if (!hooks.some(isClosed)) return { ...nothing, toml: withHooks(toml, table, hooks) };

  const before = problems.length;
  const gated = soundGates(table, Object.keys(Manifest.entries), leftOut);
  const isUngated = problems.length > before;
  return { toml: withHooks(toml, withoutBadName(gated, leftOut), hooks), problems, widened, hasClosed: true, isUngated };
}

/** The key of the hooks, in any case or misspelt. */
function isHooks(key: string): boolean {
  return foldKey(key) === "hooks" || (!Object.hasOwn(Manifest.entries, key) && similarWord(key, Object.keys(Manifest.entries)) === "hooks");
}

const HOOK_KEYS = Object.keys(Hook.entries);

/** The hook's own policy wins over one in a table inside or around it. */
function hookPolicy(hook: TomlTable, path: TomlPath, isAllClosed: boolean, spelt: (one: Spelling) => void) {
  const { policy, used, findings } = policyOf(hook, path, HOOK_KEYS);
  const stray: Spelling[] = [];
  const isClosedInside = strayPolicy(without(hook, used), path, stray);
  [...findings, ...stray].forEach(spelt);
  return { used, policy: policy ?? (isClosedInside || isAllClosed ? ("closed" as const) : undefined) };
}

function isClosed(hook: unknown): hook is TomlTable {
  return isTable(hook) && lookUp(hook, "on-failure") === "closed";
}

/** A single table counts as a list of one. */
function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : isTable(value) ? [value] : [];
}

/** Then the plugin is named after its folder. */
function withoutBadName(table: TomlTable, tell: (path: TomlPath, message: string, hint: string) => void): TomlTable {
  const bad = Object.keys(table).filter((key) =>
    foldKey(key) === "name"
      ? !v.is(Manifest.entries.name, lookUp(table, key))
      : !Object.hasOwn(Manifest.entries, key) && similarWord(key, Object.keys(Manifest.entries)) === "name",
  );
  for (const key of bad) tell([key], `\`${key}\` is not a valid plugin name`, 'for example name = "my-plugin"');
  return without(table, bad);
}

/** All of them under their own key. */
function withHooks(toml: Toml & { ok: true }, table: TomlTable, hooks: readonly unknown[]): Toml & { ok: true } {
  if (hooks.length === 0) return { ...toml, table };
  const others = Object.keys(table).filter((key) => foldKey(key) === "hooks");
  return { ...toml, table: { ...without(table, others), hooks } };
}

function without(table: TomlTable, keys: readonly string[]): TomlTable {
  const rest: Record<string, unknown> = {};
  for (const key of Object.keys(table)) if (!keys.includes(key)) put(rest, key, lookUp(table, key));
  return rest;
}
