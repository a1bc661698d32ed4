/** What a level may not say: a lower one only tightens, and only higher ones name a scanner or managed sources. Attempts are refused and reported. */

import { policyEvent, type PolicyRules, type Restriction, RESTRICTIONS } from "../../files/policy-schema.ts";
import type { Problem, TomlPath } from "../../files/problem.ts";
import { readTextFile } from "../../files/text-file.ts";
import { readToml } from "../../files/toml.ts";
import { lookUp } from "../../lookup.ts";
import { CAPABILITY_NAMES } from "../../model/hook-manifest.ts";
import { eventWords, isListed, type Policy, type PolicyLevel, sourceKey, unusableEntries } from "./judge.ts";

/** The levels that may have a key. */
const LEVELS_WITH: Readonly<Record<"managed" | "scanner", readonly PolicyLevel[]>> = { managed: ["system"], scanner: ["system", "user"] };

/** The path begins at `[policy]`. */
interface Refusal extends Required<Pick<Problem, "message" | "hint">> {
  readonly path: TomlPath;
}

/** The policies without what their level may not say. A weaker rule has no effect anyway, because the first denial wins. */
export function forbiddenAt(given: readonly Policy[]): { readonly policies: readonly Policy[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const policies = given.map((policy, at): Policy => {
    const refusals = [...misplaced(policy), ...loosened(policy, given.slice(0, at)), ...unusable(policy)];
    problems.push(...reported(policy, refusals.slice(0, MOST_REPORTED)));
    const { managed: _managed, scanner: _scanner, ...rules } = policy.rules;
    const own = <K extends "managed" | "scanner">(key: K) => (LEVELS_WITH[key].includes(policy.level) ? policy.rules[key] : undefined);
    return { ...policy, rules: { ...rules, managed: own("managed"), scanner: own("scanner") } };
  });
  return { policies, problems };
}

function misplaced({ level, rules }: Policy): readonly Refusal[] {
  const keys = (["managed", "scanner"] as const).filter((key) => rules[key] !== undefined && !LEVELS_WITH[key].includes(level));
  return keys.map((key) => {
    const hint = `only the policy of the ${LEVELS_WITH[key].join(" and the ")} may have it; remove it here`;
    return { path: [key], message: `\`${key}\` is refused in a ${level}'s policy`, hint };
  });
}

function loosened({ level, rules }: Policy, above: readonly Policy[]): readonly Refusal[] {
  return above.flatMap(({ level: higher, rules: stricter }): readonly Refusal[] => {
    const refusal = (path: TomlPath, what: string): Refusal => ({
      path,
      message: `${what}, but the ${higher} policy forbids it, so this has no effect`,
      hint: `a ${level}'s policy can only tighten; remove it here`,
    });
    const switches = (["disable-all-hooks", "allow-managed-only", "disable-dev-folders"] as const)
      .filter((key) => rules[key] === false && stricter[key] === true)
      .map((key) => refusal([key], `\`${key} = false\` loosens the policy`));
    const events = Object.entries(rules.events ?? {})
      .filter(([word, own]) => isWeaker(own, strictest(stricter, policyEvent(word) ?? word)))
      .map(([word, own]) => refusal(["events", word], `\`${word} = "${own}"\` allows an event`));
    const capabilities = CAPABILITY_NAMES.filter((name) => isWeaker(rules.capabilities?.[name], stricter.capabilities?.[name])).map(
      (name) => refusal(["capabilities", name], `\`${name} = "${rules.capabilities?.[name]}"\` allows a capability`),
    );
    const sources = (stricter.sources === undefined ? [] : (rules.sources ?? []))
      .filter((entry) => !isListed({ ids: [entry, sourceKey(entry)], name: entry }, stricter.sources!, higher))
      .map((entry) => refusal(["sources"], `\`${entry}\` allows a source`));
    return [...switches, ...events, ...capabilities, ...sources];
  });
}

function strictest(rules: PolicyRules, event: string): Restriction | undefined {
  const written = eventWords(rules, event).flatMap((word) => lookUp(rules.events ?? {}, word) ?? []);
  return RESTRICTIONS.findLast((restriction) => written.includes(restriction));
}

function isWeaker(own: Restriction | undefined, other: Restriction | undefined): boolean {
  return own !== undefined && other !== undefined && RESTRICTIONS.indexOf(own) < RESTRICTIONS.indexOf(other);
}

function unusable({ level, rules }: Policy): readonly Refusal[] {
  const hint = "write the repository's address, the folder, or a package such as npm:left-pad";
  const why = "names no source: users choose the names of their sources";
  return (["managed", "sources"] as const).flatMap((key) =>
    unusableEntries(rules[key] ?? [], level).map((entry) => ({ path: [key], message: `\`${entry}\` ${why}`, hint })),
  );
}

/** The first refusals of a file say enough. */
const MOST_REPORTED = 20;

function reported({ file }: Policy, refusals: readonly Refusal[]): readonly Problem[] {
  if (refusals.length === 0) return [];
  // Read again for the positions, because almost no policy is refused anything.
  const read = readTextFile(file);
  const toml = read.kind === "text" ? readToml(read.text) : undefined;
  return refusals.map(({ path, message, hint }) => {
    const position = toml?.ok === true ? toml.positionOf(["policy", ...path]) : undefined;
    return { severity: "warning", failsValidation: true, file, position, message, hint };
  });
}
