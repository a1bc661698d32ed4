/**
 * Reads `on-failure` in every spelling (RT-39): a guard must not be open because of a hyphen. Case and separators are ignored. A key that
 * is close to it, and a value that is neither open nor closed, count as closed. Each case is reported and fails validation.
 */

import { edits, foldKey } from "../documents/similar-word.ts";
import { isTable, type TomlPath, type TomlTable } from "../documents/toml.ts";
import { lookUp } from "../lookup.ts";

export type OnFailure = "open" | "closed";

export interface Spelling {
  readonly path: TomlPath;
  readonly message: string;
  readonly hint: string;
}

export interface ReadPolicy {
  /** Absent where the hook does not set one. */
  readonly policy?: OnFailure;
  /** The keys that set it. */
  readonly used: readonly string[];
  readonly findings: readonly Spelling[];
}

const KEY = "on-failure";
const FOLDED = foldKey(KEY);
const HINT = 'write on-failure = "open" or on-failure = "closed"';

/** A hook's own policy. `known` are the keys a hook has. Of several values the closed one counts. */
export function policyOf(hook: TomlTable, path: TomlPath, known: readonly string[]): ReadPolicy {
  const findings: Spelling[] = [];
  const policies = Object.keys(hook).flatMap((key) => {
    if (key !== KEY && known.includes(key)) return [];
    const folded = foldKey(key);
    if (folded === FOLDED) return { key, policy: valueOf(key, lookUp(hook, key), [...path, key], findings) };
    if (!isClose(folded) || known.some((each) => foldKey(each) === folded)) return [];
    findings.push({ path: [...path, key], message: `unknown key \`${key}\` is close to \`${KEY}\`, so it counts as closed`, hint: HINT });
    return { key, policy: "closed" as const };
  });
  const policy = policies.some((each) => each.policy === "closed") ? "closed" : policies[0]?.policy;
  return { used: policies.map(({ key }) => key), findings, ...(policy === undefined ? {} : { policy }) };
}

/** A policy in a place where it means nothing: closed counts there too. */
export function strayPolicy(value: unknown, path: TomlPath, findings: Spelling[]): boolean {
  if (Array.isArray(value)) return value.map((each, index) => strayPolicy(each, [...path, index], findings)).includes(true);
  if (!isTable(value) || path.length > DEEPEST) return false;
  let isClosed = false;
  for (const key of Object.keys(value)) {
    const here = [...path, key];
    if (!isNear(foldKey(key))) {
      if (!FREE.includes(key) && strayPolicy(lookUp(value, key), here, findings)) isClosed = true;
    } else {
      const policy = foldKey(key) === FOLDED ? valueOf(key, lookUp(value, key), here, []) : "closed";
      findings.push({
        path: here,
        message: `\`${key}\` belongs to a hook; here it sets the hooks around it to ${policy}`,
        hint: "move it into [[hooks]]",
      });
      if (policy === "closed") isClosed = true;
    }
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

function valueOf(key: string, value: unknown, path: TomlPath, findings: Spelling[]): OnFailure {
  const word = typeof value === "string" ? value.trim().toLowerCase() : undefined;
  const policy = word === "open" ? "open" : "closed";
  if (word !== policy)
    findings.push({ path, message: `\`${KEY}\` must be "open" or "closed"; ${shown(value)} counts as closed`, hint: HINT });
  else if (word !== value) findings.push({ path, message: `${shown(value)} is read as "${policy}"`, hint: HINT });
  if (key !== KEY) findings.push({ path, message: `\`${key}\` is read as \`${KEY}\``, hint: `write \`${KEY}\`` });
  return policy;
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : "this value";
}
