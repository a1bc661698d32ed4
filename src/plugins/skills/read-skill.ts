/** Reads and checks a folder with a `SKILL.md`. The caller knows its origin. */

import { basename, join } from "node:path";

import type { Position, Problem } from "../../files/problem.ts";
import { readTextFile } from "../../files/text-file.ts";
import { parseAtomList } from "../gates/parse-atom.ts";
import { parsePredicateList } from "../gates/parse-predicate.ts";
import { type Flaw, type Gate, isFlaw, isOpen, OPEN } from "../gates/predicate.ts";
import { SKILL } from "../sources/folder.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { judgeName, type Skill } from "./skill.ts";
import type { Field } from "./yaml-frontmatter.ts";

export interface ReadSkill {
  readonly skill?: Omit<Skill, "origin">;
  readonly isGated: boolean;
  readonly problems: readonly Problem[];
}

interface SkillRules {
  /** The workspace's own skills may do without frontmatter, name and description. */
  readonly isOwn: boolean;
  /** Of an Agent Plugin: the name of its folder there. The format's rules of names are then strict, and the skill has this name. */
  readonly folder?: string;
}

const LONGEST_DESCRIPTION = 1024;

interface Reading {
  readonly directory: string;
  readonly rules: SkillRules;
  readonly field: (key: string, inner?: string) => Field | undefined;
  readonly report: (severity: Problem["severity"], position: Position, message: string, hint: string | undefined) => undefined;
}

/** `directory` is resolved already. Never throws. */
export function readSkill(directory: string, rules: SkillRules): ReadSkill {
  const file = join(directory, SKILL);
  const read = readTextFile(file);
  const failed = (problem: Problem): ReadSkill => ({ isGated: false, problems: [problem] });
  if (read.kind === "bad") return failed(read.problem);
  if (read.kind === "missing") return failed({ severity: "error", file, message: "is missing" });
  const frontmatter = readFrontmatter(file, read.text);
  if (frontmatter.kind === "bad" || (frontmatter.kind === "none" && !rules.isOwn)) return failed(frontmatter.problem);
  const problems: Problem[] = [];
  const field = frontmatter.kind === "read" ? frontmatter.field : () => undefined;
  const report: Reading["report"] = (severity, position, message, hint) => void problems.push({ severity, file, position, message, hint });
  const reading: Reading = { directory, rules, field, report };
  const name = nameOf(reading);
  const description = descriptionOf(reading);
  const gate = gateOf(reading);
  if (name === undefined || description === undefined || gate === undefined) return { isGated: false, problems };
  return { skill: { name, description, directory, gate, requires: requiresOf(field) }, isGated: gate !== OPEN, problems };
}

/** A list, or names with spaces or commas between them. */
function requiresOf(field: Reading["field"]): Skill["requires"] {
  const found = field("metadata", "symposium-requires");
  const names = found?.text?.split(/[\s,]+/) ?? found?.list?.flatMap(({ text }) => text ?? []) ?? [];
  const requires = names.filter((name) => name !== "");
  return requires.length === 0 ? undefined : requires;
}

const FORM = "use lower-case letters, digits and hyphens";

/** Here and below `undefined` where an error was reported. */
function nameOf(reading: Reading): string | undefined {
  const { directory, rules, report } = reading;
  const read = textIn("name", reading);
  if (read === undefined) return undefined;
  const name = read.text?.trim();
  if (name === undefined && !rules.isOwn)
    return report("error", read.position, "has no `name` in its frontmatter", `add name: ${basename(directory)}`);
  const value = name ?? basename(directory);
  const { refused, doubt } = judgeName(value);
  const tell = (severity: Problem["severity"], why: string, hint = FORM) =>
    report(severity, read.position, `the skill's name ${JSON.stringify(value)} ${why}`, hint);
  if (refused !== undefined) return tell("error", refused);
  if (rules.folder !== undefined && (doubt !== undefined || value !== rules.folder)) {
    const why = doubt ?? `is not that of its folder, ${JSON.stringify(rules.folder)}`;
    return tell("error", `${why}, so this skill is ignored`, `${FORM}, as the folder's name`);
  }
  // The user's own folder names need not follow a published format.
  if (doubt !== undefined && !(rules.isOwn && name === undefined)) tell("warning", `${doubt}, which agents may not accept`);
  return value;
}

function descriptionOf(reading: Reading): string | undefined {
  const { rules, report } = reading;
  const read = textIn("description", reading);
  if (read === undefined) return undefined;
  const value = read.text?.trim() ?? "";
  if (value === "" && !rules.isOwn)
    return report("error", read.position, "has no `description` in its frontmatter", "describe in one line when to use the skill");
  const length = [...value].length;
  if (length <= LONGEST_DESCRIPTION) return value;
  const message = `\`description\` has ${length} characters; the limit is ${LONGEST_DESCRIPTION}`;
  report(rules.isOwn ? "warning" : "error", read.position, message, "shorten it, and move the rest below the second ---");
  return rules.isOwn ? value : undefined;
}

function textIn(key: string, { field, report }: Reading): { readonly text?: string; readonly position: Position } | undefined {
  const { position, text, isEmpty } = field(key) ?? { position: { line: 1, column: 1 }, isEmpty: true };
  if (isEmpty || text !== undefined) return { text, position };
  return report("error", position, `\`${key}\` must be a string`, QUOTE);
}

const QUOTE = "put the value into quotes";

/** `crates` or `depends-on`, and `predicates`. `OPEN` itself where nothing is required; an invalid gate never counts as open. */
function gateOf(reading: Reading): Gate | undefined {
  const { field, report } = reading;
  const [crates, dependsOn] = [field("crates"), field("depends-on")];
  if (crates !== undefined && dependsOn !== undefined)
    return report("error", dependsOn.position, "has both `crates` and `depends-on`, which mean the same", "keep one of them");
  const atoms = listIn(crates === undefined ? "depends-on" : "crates", reading, parseAtomList);
  const predicates = listIn("predicates", reading, parsePredicateList);
  if (atoms === undefined || predicates === undefined) return undefined;
  const gate = { dependsOn: atoms, predicates };
  return isOpen(gate) ? OPEN : gate;
}

/** A text with commas, or a list. */
function listIn<T extends object>(
  key: string,
  { field, report }: Reading,
  parse: (value: string | readonly string[]) => readonly T[] | Flaw,
): readonly T[] | undefined {
  const found = field(key);
  if (found === undefined || found.isEmpty) return [];
  const { text, list, position } = found;
  const notText = list?.find((each) => each.text === undefined);
  const value = text ?? list?.flatMap((each) => each.text ?? []);
  if (notText !== undefined || value === undefined)
    return report("error", (notText ?? found).position, `\`${key}\` must be a string or a list of strings`, QUOTE);
  const read = parse(value);
  if (!isFlaw(read)) return read;
  return report("error", list?.[read.index ?? 0]?.position ?? position, `\`${key}\` is invalid: ${read.problem}`, read.hint);
}
