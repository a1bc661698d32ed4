/** Reads gates of a manifest's items from any spelling into one form, or reports the place and the fix. */

import { similarWord } from "../../files/similar-word.ts";
import { BARE } from "../../packages/ecosystem.ts";
import { allPrefixes } from "../../packages/list.ts";
import { namedPackages } from "../gates/match-atom.ts";
import { parseAtomList } from "../gates/parse-atom.ts";
import { parsePredicateList } from "../gates/parse-predicate.ts";
import { type Atom, type Flaw, type Gate, isFlaw } from "../gates/predicate.ts";
import type { Finding } from "./report.ts";
import type { Gates, Manifest } from "./schema.ts";

/** A finding is always an error: without its gate the item would act where its author did not mean it to. */
export function readGate(entry: Gates): Gate | Finding {
  const { crates, predicates } = spellingsOf(entry);
  for (const [one, other] of [crates, predicates]) {
    if (one === undefined || other === undefined) continue;
    return {
      key: one.path,
      message: `\`${one.path.join(".")}\` and \`${other.path.join(".")}\` mean the same`,
      hint: "remove one of them",
    };
  }
  const dependsOn = crates[0] === undefined ? [] : parseAtomList(crates[0].value);
  if (isFlaw(dependsOn)) return flawed(crates[0]!, dependsOn);
  const conditions = predicates[0] === undefined ? [] : parsePredicateList(predicates[0].value);
  if (isFlaw(conditions)) return flawed(predicates[0]!, conditions);
  const gate: Gate = { dependsOn, predicates: conditions };
  const isStranger = ({ ecosystem = BARE }: Pick<Atom, "ecosystem">) => !allPrefixes().includes(ecosystem);
  const listed = dependsOn.find(isStranger)?.ecosystem;
  const stranger = listed ?? namedPackages([gate]).find(isStranger)?.ecosystem;
  return stranger === undefined ? gate : unknownEcosystem((listed === undefined ? predicates[0] : crates[0])!, stranger);
}

/** A plugin without a gate at any level is inactive until the user enables it (PL-6). */
export function hasGate(manifest: Manifest): boolean {
  const { hooks, skills, mcp_servers, plugins, subcommand } = manifest;
  return [manifest, ...hooks, ...skills, ...mcp_servers, ...plugins, ...Object.values(subcommand)].some((entry) => {
    const { crates, predicates } = spellingsOf(entry);
    return [...crates, ...predicates].some(({ value }) => value.length > 0);
  });
}

interface Written {
  readonly path: readonly string[];
  readonly value: string | readonly string[];
}

function spellingsOf(entry: Gates) {
  const all = (key: "crates" | "depends-on" | "predicates"): Written[] =>
    [
      { path: [key], value: entry[key] },
      { path: ["where", key], value: entry.where?.[key] },
    ].flatMap(({ path, value }) => (value === undefined ? [] : { path, value }));
  return { crates: [...all("crates"), ...all("depends-on")], predicates: all("predicates") };
}

function flawed({ path, value }: Written, { problem, hint, index }: Flaw): Finding {
  const key = typeof value === "string" || index === undefined ? path : [...path, index];
  return { key, message: `\`${path.join(".")}\`: ${problem}`, hint };
}

function unknownEcosystem({ path, value }: Written, word: string): Finding {
  const near = similarWord(word, allPrefixes());
  const known = `known ecosystems: ${allPrefixes().join(", ")}; a bare name is a ${BARE} package`;
  const hint = near === undefined ? known : `did you mean \`${near}:\`?`;
  const index = typeof value === "string" ? -1 : value.findIndex((text) => text.includes(`${word}:`));
  return { key: index < 0 ? path : [...path, index], message: `\`${path.join(".")}\`: unknown ecosystem \`${word}\``, hint };
}
