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
  for (const written of [crates, predicates]) if (written.length > 1) return twice(written);
  const dependsOn = crates[0] === undefined ? [] : parseAtomList(crates[0].value);
  if (isFlaw(dependsOn)) return flawed(crates[0]!, dependsOn);
  const conditions = predicates[0] === undefined ? [] : parsePredicateList(predicates[0].value);
  if (isFlaw(conditions)) return flawed(predicates[0]!, conditions);
  const gate: Gate = { dependsOn: dependsOn as readonly Atom[], predicates: conditions as Gate["predicates"] };
  const isStranger = ({ ecosystem = BARE }: Pick<Atom, "ecosystem">) => !allPrefixes().includes(ecosystem);
  const listed = gate.dependsOn.find(isStranger)?.ecosystem;
  const stranger = listed ?? namedPackages([gate]).find(isStranger)?.ecosystem;
  return stranger === undefined ? gate : unknownEcosystem((listed === undefined ? predicates[0] : crates[0])!, stranger);
}

/** A plugin without a gate at any level is inactive until the user enables it (PL-6). */
export function hasGate(manifest: Manifest): boolean {
  const gated: readonly Gates[] = [
    manifest,
    ...manifest.hooks,
    ...manifest.skills,
    ...manifest.mcp_servers,
    ...manifest.plugins,
    ...Object.values(manifest.subcommand),
  ];
  return gated.some((entry) => {
    const { crates, predicates } = spellingsOf(entry);
    return [...crates, ...predicates].some(({ value }) => value.length > 0);
  });
}

interface Written {
  readonly path: readonly string[];
  readonly value: string | readonly string[];
}

function spellingsOf(entry: Gates) {
  const { where = {} } = entry;
  const all = (key: "crates" | "depends-on" | "predicates"): Written[] => {
    const own = entry[key];
    const inTable = where[key];
    return [
      ...(own === undefined ? [] : [{ path: [key], value: own }]),
      ...(inTable === undefined ? [] : [{ path: ["where", key], value: inTable }]),
    ];
  };
  return { crates: [...all("crates"), ...all("depends-on")], predicates: all("predicates") };
}

function twice(written: readonly Written[]): Finding {
  const [one, other] = written.map(({ path }) => `\`${path.join(".")}\``);
  return { key: written[0]!.path, message: `${one} and ${other} mean the same`, hint: "remove one of them" };
}

function flawed({ path, value }: Written, { problem, hint, index }: Flaw): Finding {
  const key = typeof value === "string" || index === undefined ? path : [...path, index];
  return { key, message: `\`${path.join(".")}\`: ${problem}`, hint };
}

function unknownEcosystem({ path, value }: Written, word: string): Finding {
  const near = similarWord(word, allPrefixes());
  const hint =
    near === undefined ? `known ecosystems: ${allPrefixes().join(", ")}; a bare name is a ${BARE} package` : `did you mean \`${near}:\`?`;
  const index = typeof value === "string" ? -1 : value.findIndex((text) => text.includes(`${word}:`));
  return { key: index < 0 ? path : [...path, index], message: `\`${path.join(".")}\`: unknown ecosystem \`${word}\``, hint };
}
