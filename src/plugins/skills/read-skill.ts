/** Reads and checks a folder with a `SKILL.md`. The caller knows its origin. */

import { basename, join } from "node:path";

import type { Position, Problem } from "../../files/problem.ts";
import { readTextFile } from "../../files/text-file.ts";
import { parseAtomList } from "../gates/parse-atom.ts";
import { parsePredicateList } from "../gates/parse-predicate.ts";
import { type Flaw, type Gate, isFlaw, OPEN } from "../gates/predicate.ts";
import { SKILL } from "../sources/folder.ts";
import { type Frontmatter, readFrontmatter } from "./frontmatter.ts";
import { judgeName, type Skill } from "./skill.ts";
import type { Field } from "./yaml-frontmatter.ts";

export interface ReadSkill {
  /** Absent where an error says why. */
  readonly skill?: Omit<Skill, "origin">;
  /** The frontmatter says when it applies. */
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

/** `directory` is resolved already. Never throws. */
export function readSkill(directory: string, rules: SkillRules): ReadSkill {
  const file = join(directory, SKILL);
  const read = readTextFile(file);
  const failed = (...problems: Problem[]): ReadSkill => ({ isGated: false, problems });
  if (read.kind === "bad") return failed(read.problem);
  if (read.kind === "missing") return failed({ severity: "error", file, message: "is missing" });
  const frontmatter = readFrontmatter(file, read.text);
  if (frontmatter.kind === "bad" || (frontmatter.kind === "none" && !rules.isOwn)) return failed(frontmatter.problem);
  const name = nameOf(file, directory, frontmatter, rules);
  const description = descriptionOf(file, frontmatter, rules);
  const gate = gateOf(file, frontmatter);
  const problems = [...name.problems, ...description.problems, ...gate.problems];
  if (name.value === undefined || description.value === undefined || gate.value === undefined) return { isGated: false, problems };
  return {
    skill: { name: name.value, description: description.value, directory, gate: gate.value, ...requiresOf(frontmatter) },
    isGated: gate.value !== OPEN,
    problems,
  };
}

/** A list, or names with spaces or commas between them. */
function requiresOf(frontmatter: Frontmatter): Pick<Skill, "requires"> {
  const field = frontmatter.kind === "read" ? frontmatter.field("metadata", "symposium-requires") : undefined;
  const names = field?.text?.split(/[\s,]+/) ?? field?.list?.flatMap(({ text }) => text ?? []) ?? [];
  const requires = names.filter((name) => name !== "");
  return requires.length === 0 ? {} : { requires };
}

interface Part {
  readonly value?: string;
  readonly problems: readonly Problem[];
}

function nameOf(file: string, directory: string, frontmatter: Frontmatter, { isOwn, folder }: SkillRules): Part {
  const { text, position, problems } = textIn(file, "name", frontmatter);
  if (problems.length > 0) return { problems };
  const name = text?.trim();
  if (name === undefined && !isOwn) {
    const message = "has no `name` in its frontmatter";
    return { problems: [{ severity: "error", file, position, message, hint: `add name: ${basename(directory)}` }] };
  }
  const value = name ?? basename(directory);
  const { refused, doubt } = judgeName(value);
  const report = (severity: Problem["severity"], why: string, hint: string): Problem => {
    const message = `the skill's name ${JSON.stringify(value)} ${why}`;
    return { severity, file, position, message, hint };
  };
  if (refused !== undefined) return { problems: [report("error", refused, "use lower-case letters, digits and hyphens")] };
  if (folder !== undefined && (doubt !== undefined || value !== folder)) {
    const why = doubt ?? `is not that of its folder, ${JSON.stringify(folder)}`;
    return {
      problems: [report("error", `${why}, so this skill is ignored`, "use lower-case letters, digits and hyphens, as the folder's name")],
    };
  }
  // The user's own folder names need not follow a published format.
  if (doubt === undefined || (isOwn && name === undefined)) return { value, problems: [] };
  return { value, problems: [report("warning", `${doubt}, which agents may not accept`, "use lower-case letters, digits and hyphens")] };
}

function descriptionOf(file: string, frontmatter: Frontmatter, { isOwn }: SkillRules): Part {
  const { text, position, problems } = textIn(file, "description", frontmatter);
  if (problems.length > 0) return { problems };
  const value = text?.trim() ?? "";
  const report = (severity: Problem["severity"], message: string, hint: string): Problem => ({ severity, file, position, message, hint });
  if (value === "" && !isOwn) {
    const message = "has no `description` in its frontmatter";
    return { problems: [report("error", message, "describe in one line when to use the skill")] };
  }
  const length = [...value].length;
  if (length <= LONGEST_DESCRIPTION) return { value, problems: [] };
  const message = `\`description\` has ${length} characters; the limit is ${LONGEST_DESCRIPTION}`;
  const problem = report(isOwn ? "warning" : "error", message, "shorten it, and move the rest below the second ---");
  return isOwn ? { value, problems: [problem] } : { problems: [problem] };
}

const START: Position = { line: 1, column: 1 };

function textIn(file: string, key: string, frontmatter: Frontmatter): { text?: string; position: Position; problems: Problem[] } {
  const field: Field | undefined = frontmatter.kind === "read" ? frontmatter.field(key) : undefined;
  const position = field?.position ?? START;
  if (field === undefined || field.isEmpty) return { position, problems: [] };
  if (field.text !== undefined) return { text: field.text, position, problems: [] };
  const hint = "put the value into quotes";
  return { position, problems: [{ severity: "error", file, position, message: `\`${key}\` must be a string`, hint }] };
}

/** The gate in a skill's frontmatter: `crates` or `depends-on`, and `predicates`; each a text with commas or a list. */
interface GateOfSkill {
  /** `OPEN` itself where nothing is required; absent where an error says why. */
  readonly value?: Gate;
  readonly problems: readonly Problem[];
}

/** An invalid gate never counts as open. */
function gateOf(file: string, frontmatter: Frontmatter): GateOfSkill {
  if (frontmatter.kind !== "read") return { value: OPEN, problems: [] };
  const [crates, dependsOn] = [frontmatter.field("crates"), frontmatter.field("depends-on")];
  if (crates !== undefined && dependsOn !== undefined) {
    const message = "has both `crates` and `depends-on`, which mean the same";
    return { problems: [{ severity: "error", file, position: dependsOn.position, message, hint: "keep one of them" }] };
  }
  const atoms = parsed(file, crates === undefined ? "depends-on" : "crates", crates ?? dependsOn, parseAtomList);
  const predicates = parsed(file, "predicates", frontmatter.field("predicates"), parsePredicateList);
  const problems = [...atoms.problems, ...predicates.problems];
  if (problems.length > 0) return { problems };
  const isOpen = atoms.value.length === 0 && predicates.value.length === 0;
  return { value: isOpen ? OPEN : { dependsOn: atoms.value, predicates: predicates.value }, problems };
}

type Parsed<T> = { readonly value: readonly T[]; readonly problems: readonly Problem[] };

function parsed<T extends object>(
  file: string,
  key: string,
  field: Field | undefined,
  parse: (value: string | readonly string[]) => readonly T[] | Flaw,
): Parsed<T> {
  if (field === undefined || field.isEmpty) return { value: [], problems: [] };
  const bad = (message: string, hint: string | undefined, position = field.position): Parsed<T> => ({
    value: [],
    problems: [{ severity: "error", file, position, message: `\`${key}\` ${message}`, hint }],
  });
  const notText = field.list?.find(({ text }) => text === undefined);
  if (notText !== undefined) return bad("must be a string or a list of strings", "put the value into quotes", notText.position);
  const value = field.text ?? field.list?.flatMap(({ text }) => text ?? []);
  if (value === undefined) return bad("must be a string or a list of strings", "put the value into quotes");
  const read = parse(value);
  return isFlaw(read)
    ? bad(`is invalid: ${read.problem}`, read.hint, field.list?.[read.index ?? 0]?.position)
    : { value: read, problems: [] };
}
