/** Settles every spelling of `on-failure` in a manifest's table, so that no mistake loses a closed hook (RT-39). */

import * as v from "valibot";

import type { Problem, TomlPath } from "../../files/problem.ts";
import { edits, foldKey, similarWord } from "../../files/similar-word.ts";
import { isTable, type Toml, type TomlTable } from "../../files/toml.ts";
import { lookUp, put } from "../../lookup.ts";
import { soundGates, soundHook } from "./closed-hooks.ts";
import { Hook, Manifest } from "./schema.ts";

export interface SettledManifest {
  readonly toml: Toml & { ok: true };
  readonly problems: readonly Problem[];
  readonly widened: ReadonlySet<string>;
  readonly hasClosed: boolean;
  /** A gate of the plugin was dropped: only its closed hooks may apply. */
  readonly isUngated: boolean;
}

export function settleFailModes(file: string, toml: Toml & { ok: true }): SettledManifest {
  const problems: Problem[] = [];
  const spelt: Report = (path, message, hint) =>
    void problems.push({ severity: "warning", failsValidation: true, file, position: toml.positionOf(path), message, hint });
  const leftOut: Report = (path, message, hint) =>
    void problems.push({ severity: "error", file, position: toml.positionOf(path), message, hint });
  const { table } = toml;
  const lists = Object.keys(table).filter(isHooks);
  const isAllClosed = strayFailMode(without(table, lists), [], spelt);
  const nothing = { toml, problems, widened: new Set<string>(), hasClosed: false, isUngated: false };
  if (lists.length === 0) return nothing;

  for (const key of lists)
    if (key !== "hooks" && foldKey(key) === "hooks") spelt([key], `\`${key}\` is read as \`hooks\``, "write `hooks`");

  const widened = new Set<string>();
  const settled = (hook: unknown, path: TomlPath): unknown => {
    if (!isTable(hook)) return hook;
    const { policy, used } = hookFailMode(hook, path, isAllClosed, spelt);
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

type Report = (path: TomlPath, message: string, hint: string) => void;

function isHooks(key: string): boolean {
  return foldKey(key) === "hooks" || (!isManifestKey(key) && similarWord(key, Object.keys(Manifest.entries)) === "hooks");
}

const HOOK_KEYS = Object.keys(Hook.entries);

/** The hook's own policy wins over one in a table inside or around it. */
function hookFailMode(hook: TomlTable, path: TomlPath, isAllClosed: boolean, spelt: Report) {
  const { policy, used } = failModeOf(hook, path, spelt);
  const isClosedInside = strayFailMode(without(hook, used), path, spelt);
  return { used, policy: policy ?? (isClosedInside || isAllClosed ? ("closed" as const) : undefined) };
}

function isClosed(hook: unknown): hook is TomlTable {
  return isTable(hook) && lookUp(hook, "on-failure") === "closed";
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : isTable(value) ? [value] : [];
}

function withoutBadName(table: TomlTable, tell: Report): TomlTable {
  const bad = Object.keys(table).filter((key) =>
    foldKey(key) === "name"
      ? !v.is(Manifest.entries.name, lookUp(table, key))
      : !isManifestKey(key) && similarWord(key, Object.keys(Manifest.entries)) === "name",
  );
  for (const key of bad) tell([key], `\`${key}\` is not a valid plugin name`, 'for example name = "my-plugin"');
  return without(table, bad);
}

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

const KEY = "on-failure";
const FOLDED = foldKey(KEY);
const HINT = 'write on-failure = "open" or on-failure = "closed"';

/**
 * A hook's own policy, in every spelling (RT-39): a guard must not be open because of a hyphen. Case and separators are ignored. A key that
 * is close to it, and a value that is neither open nor closed, count as closed; so does one of several values. Each case is reported and fails validation.
 */
function failModeOf(hook: TomlTable, path: TomlPath, spelt: Report) {
  const policies = Object.keys(hook).flatMap((key) => {
    if (key !== KEY && HOOK_KEYS.includes(key)) return [];
    const folded = foldKey(key);
    if (folded === FOLDED) return { key, policy: valueOf(key, lookUp(hook, key), [...path, key], spelt) };
    if (!isClose(folded) || HOOK_KEYS.some((each) => foldKey(each) === folded)) return [];
    spelt([...path, key], `unknown key \`${key}\` is close to \`${KEY}\`, so it counts as closed`, HINT);
    return { key, policy: "closed" as const };
  });
  const policy = policies.some((each) => each.policy === "closed") ? "closed" : policies[0]?.policy;
  return { used: policies.map(({ key }) => key), policy };
}

/** A policy in a place where it means nothing: closed counts there too. */
function strayFailMode(value: unknown, path: TomlPath, spelt: Report): boolean {
  if (Array.isArray(value)) return value.map((each, index) => strayFailMode(each, [...path, index], spelt)).includes(true);
  if (!isTable(value) || path.length > DEEPEST) return false;
  let isClosed = false;
  for (const key of Object.keys(value)) {
    const here = [...path, key];
    if (!isNear(foldKey(key))) {
      if (!FREE.includes(key) && strayFailMode(lookUp(value, key), here, spelt)) isClosed = true;
      continue;
    }
    const policy = foldKey(key) === FOLDED ? valueOf(key, lookUp(value, key), here, () => {}) : "closed";
    spelt(here, `\`${key}\` belongs to a hook; here it sets the hooks around it to ${policy}`, "move it into [[hooks]]");
    if (policy === "closed") isClosed = true;
  }
  return isClosed;
}

/** Their keys are names that the author chose. */
const FREE = ["env", "headers"];
const DEEPEST = 12;

function isClose(folded: string): boolean {
  return /fail|error|closed/.test(folded) || isNear(folded);
}

function isNear(folded: string): boolean {
  return Math.abs(folded.length - FOLDED.length) <= 2 && edits(folded, FOLDED) <= 2;
}

function valueOf(key: string, value: unknown, path: TomlPath, spelt: Report): "open" | "closed" {
  const word = typeof value === "string" ? value.trim().toLowerCase() : undefined;
  const policy = word === "open" ? "open" : "closed";
  const shown = typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : "this value";
  if (word !== policy) spelt(path, `\`${KEY}\` must be "open" or "closed"; ${shown} counts as closed`, HINT);
  else if (word !== value) spelt(path, `${shown} is read as "${policy}"`, HINT);
  if (key !== KEY) spelt(path, `\`${key}\` is read as \`${KEY}\``, `write \`${KEY}\``);
  return policy;
}

/** Whether a manifest may have this key at the top. */
export function isManifestKey(key: string): boolean {
  return Object.hasOwn(Manifest.entries, key);
}
