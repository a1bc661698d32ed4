/** The policies in force, from the highest level down (IX-17): system, user, project. */

import { readLocation } from "../../files/git/location.ts";
import { policyEvent, type PolicyRules, type Restriction } from "../../files/policy-schema.ts";
import { foldedName } from "../../files/similar-word.ts";
import { grouped, lookUp } from "../../lookup.ts";
import type { Capability } from "../../model/hook-manifest.ts";
import { allPrefixes } from "../../packages/list.ts";

export const POLICY_LEVELS = ["system", "user", "project"] as const;

export type PolicyLevel = (typeof POLICY_LEVELS)[number];

export interface Policy {
  readonly level: PolicyLevel;
  readonly file: string;
  readonly rules: PolicyRules;
  /** It cannot be read, and no earlier version is known: nothing that it governs runs. */
  readonly isUnread?: true;
}

export interface PolicyItem {
  /** A `shell(…)` of a gate counts as a predicate. */
  readonly kind: "hook" | "server" | "subcommand" | "predicate" | "installation";
  readonly source: ItemSource;
  /** The project or one of its dependencies brings it; otherwise the user does. */
  readonly isOfProject: boolean;
  /** A hook that is closed on failure and that the user agreed to, or something that it needs: a project cannot disarm it. */
  readonly isGuard?: boolean;
  /** Of a hook: Symposium's name of its event, or `<agent>:<native event>`. */
  readonly event?: string;
  readonly capabilities?: readonly Capability[];
}

export interface Denial {
  readonly level: PolicyLevel;
  readonly file: string;
  /** As it is written: `disable-all-hooks`, `events.before_tool_execute = "deny"`. */
  readonly rule: string;
  /** Completes a sentence about the item. */
  readonly reason: string;
  /** The policy is unreadable. That is not a decision, so closed hooks deny. */
  readonly isUnread?: true;
}

/** The only place that decides (IX-17): the first denial wins; `undefined` where the item may run. `policies` from the highest level down. */
export function judgeByPolicy(item: PolicyItem, policies: readonly Policy[]): Denial | undefined {
  const isManaged = policies.some(({ level, rules }) => level === "system" && isListed(item.source, rules.managed ?? [], level));
  for (const policy of policies) {
    const { level, file } = policy;
    if (!GOVERNS[level](item, isManaged)) continue;
    if (policy.isUnread === true)
      return { level, file, rule: "", reason: `does not run: the ${level} policy in ${file} cannot be read`, isUnread: true };
    const rule = denyingRule(item, isManaged, policy);
    if (rule === undefined) continue;
    const { unproven } = item.source;
    const because = unproven === undefined || !OF_SOURCES.has(rule) ? "" : `: ${unproven}`;
    return { level, file, rule, reason: `is denied by the ${level} policy (\`${rule}\` in ${file})${because}` };
  }
  return undefined;
}

/** Rules that decide by the source alone. */
const OF_SOURCES: ReadonlySet<string> = new Set(["sources", "allow-managed-only"]);

/** Each level governs less than the one above it. */
const GOVERNS: Readonly<Record<PolicyLevel, (item: PolicyItem, isManaged: boolean) => boolean>> = {
  system: () => true,
  user: (_, isManaged) => !isManaged,
  project: ({ isOfProject, isGuard = false }, isManaged) => !isManaged && isOfProject && !isGuard,
};

function denyingRule(item: PolicyItem, isManaged: boolean, { level, rules }: Policy): string | undefined {
  const { kind, source, event, capabilities = [] } = item;
  if (rules["disable-all-hooks"] === true && kind === "hook") return "disable-all-hooks";
  if (rules["allow-managed-only"] === true && !isManaged) return "allow-managed-only";
  if (rules.sources !== undefined && !isManaged && !isListed(source, rules.sources, level)) return "sources";
  const isDenied = (restriction: Restriction | undefined) => restriction === "deny" || (restriction === "managed-only" && !isManaged);
  const word = event === undefined ? undefined : eventWords(rules, event).find((each) => isDenied(lookUp(rules.events!, each)));
  if (word !== undefined) return `events.${word} = "${lookUp(rules.events!, word)}"`;
  const capability = capabilities.find((each) => isDenied(rules.capabilities?.[each]));
  return capability === undefined ? undefined : `capabilities.${capability} = "${rules.capabilities?.[capability]}"`;
}

/** The words of a policy for one event, which it may name in several ways. */
export function eventWords(rules: PolicyRules, event: string): readonly string[] {
  const words = wordsByEvent.get(rules) ?? grouped(Object.keys(rules.events ?? {}), (word) => policyEvent(word) ?? word);
  wordsByEvent.set(rules, words);
  return words.get(event) ?? [];
}

/** Thousands of hooks may ask. */
const wordsByEvent = new WeakMap<PolicyRules, ReadonlyMap<string, readonly string[]>>();

export interface ItemSource {
  readonly ids: readonly string[];
  readonly name?: string;
  /** Completes a denial: nothing proves that the source is what it calls itself. */
  readonly unproven?: string;
}

const SOURCE_WORDS = ["workspace", "imported", "user-plugins", "symposium-recommendations", "*"] as const;

/**
 * A source counts by its address or folder: the user chooses its name, and could give any source the name of an allowed one. So a name counts
 * only in the user's own policy.
 */
export function isListed({ ids, name }: ItemSource, list: readonly string[], level: PolicyLevel): boolean {
  const { keys, beginnings } = readList(list);
  if (keys.has("*") || (level === "user" && name !== undefined && list.includes(name))) return true;
  return ids.some((id) => keys.has(id) || beginnings.some((beginning) => id.startsWith(beginning)));
}

/** Every plugin asks, and reading an address takes time. */
const known = new WeakMap<readonly string[], ReturnType<typeof parsedList>>();

function readList(list: readonly string[]) {
  const read = known.get(list) ?? parsedList(list);
  known.set(list, read);
  return read;
}

function parsedList(list: readonly string[]) {
  const keys = new Set(list.filter((entry) => openBeginning(entry) === undefined).map(sourceKey));
  return { keys, beginnings: list.flatMap((entry) => openBeginning(entry) ?? []) };
}

export function unusableEntries(list: readonly string[], level: PolicyLevel): readonly string[] {
  if (level === "user") return [];
  return list.filter((entry) => !(SOURCE_WORDS as readonly string[]).includes(entry) && !/[/:\\]/.test(entry));
}

/** Only a whole part may be open: `https://github.com/my-org*` would match `my-org-evil` as well. */
function openBeginning(entry: string): string | undefined {
  if (!/[/:\\]\*$/.test(entry)) return undefined;
  const any = sourceKey(`${entry.slice(0, -1)}x`);
  return any.endsWith("x") ? any.slice(0, -1) : undefined;
}

/** All spellings of one repository or package have one key. */
export function sourceKey(text: string): string {
  if (allPrefixes().some((prefix) => text.startsWith(`${prefix}:`))) return foldedName(text);
  const read = /[/\\]/.test(text) ? readLocation(text, {}) : undefined;
  return read?.ok === true ? read.key : text;
}
