/**
 * The folder names of skills (PL-21). A skill keeps its name while no other claims it; several of one name all get a suffix,
 * so that no name changes its meaning with the order of sources. Pure: names on the disk are passed in as taken.
 */

import { grouped } from "../../lookup.ts";
import { foldedName, originHash, originKey, originWhole, type SkillOrigin } from "./skill.ts";

export interface Named {
  readonly name: string;
  readonly origin: SkillOrigin;
  /** Equal for skills with the same files; called only where two of one package or commit share a name. */
  readonly digest: () => string;
  /** A user's skill that is mirrored: it has this name or none, and others that want the name get another. */
  readonly fixed?: string;
}

interface PlannedName<T extends Named> {
  readonly of: T;
  /** Absent where the name is the user's and the skill may have no other. */
  readonly name?: string;
}

/** `isTaken`: something of this name exists that is not ours to replace. Skills that are one are named once. */
export function planNames<T extends Named>(skills: readonly T[], isTaken: (name: string) => boolean): readonly PlannedName<T>[] {
  const given = new Set<string>();
  const isFree = (name: string) => !given.has(foldedName(name)) && !isTaken(name);
  const give = (of: T, name: string): PlannedName<T> => {
    given.add(foldedName(name));
    return { of, name };
  };
  const distinct = distinctOf(skills);
  const mirrored = distinct.flatMap((of): PlannedName<T>[] => {
    if (of.fixed === undefined) return [];
    return [isFree(of.fixed) ? give(of, of.fixed) : { of }];
  });
  const unfixed = distinct.filter(({ fixed }) => fixed === undefined);
  const named = [...grouped(unfixed, ({ name }) => foldedName(name)).values()];
  const [alone, crowded] = [named.filter(({ length }) => length === 1).flat(), named.filter(({ length }) => length > 1).flat()];
  const [plain, beaten] = [alone.filter(({ name }) => isFree(name)), alone.filter(({ name }) => !isFree(name))];
  return [...mirrored, ...plain.map((of) => give(of, of.name)), ...[...beaten, ...crowded].map((of) => give(of, firstFree(of, isFree)))];
}

function distinctOf<T extends Named>(skills: readonly T[]): readonly T[] {
  const seen = new Map<string, T>();
  const first = skills.filter((skill) => isFirst(seen, JSON.stringify([foldedName(skill.name), originKey(skill.origin)]), skill));
  // The same bytes from one package or commit are one skill, wherever in it they are.
  const byWhole = (skill: T) => JSON.stringify([foldedName(skill.name), originWhole(skill.origin)]);
  const counts = new Map<string, number>();
  for (const skill of first) counts.set(byWhole(skill), (counts.get(byWhole(skill)) ?? 0) + 1);
  const digests = new Map<string, T>();
  return first.filter((skill) => counts.get(byWhole(skill)) === 1 || isFirst(digests, `${byWhole(skill)} ${skill.digest()}`, skill));
}

function isFirst<T>(seen: Map<string, T>, key: string, item: T): boolean {
  if (seen.has(key)) return false;
  seen.set(key, item);
  return true;
}

/** What agentskills.io allows, since the copy's frontmatter gets this name too: 64 of `[a-z0-9-]`, no two hyphens in a row. */
const MOST = 64;

function firstFree({ name, origin }: Named, isFree: (name: string) => boolean): string {
  const hash = originHash(origin);
  if (origin.kind === "package") {
    const whole = hyphened(`${name}-${origin.name}-${origin.version}`);
    const packaged = whole.length <= MOST ? whole : cut(whole, hash);
    if (isFree(packaged)) return packaged;
  }
  for (let count = 1; ; count++) {
    const candidate = cut(name, count === 1 ? hash : `${hash}-${count}`);
    if (isFree(candidate)) return candidate;
  }
}

function cut(name: string, ending: string): string {
  const start = hyphened(hyphened(name).slice(0, MOST - 1 - ending.length));
  return start === "" ? ending : `${start}-${ending}`;
}

function hyphened(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
