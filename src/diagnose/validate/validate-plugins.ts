/** `plugin validate` as data: every item with what was found, and whether the packages it names exist. */

import { resolve } from "node:path";

import { VERSION } from "../../context.ts";
import { UserError } from "../../errors.ts";
import type { Problem } from "../../files/problem.ts";
import { quotedLine, readTextFile } from "../../files/text-file.ts";
import type { PlacedContext } from "../../host/places.ts";
import { ecosystemNamed, ECOSYSTEMS } from "../../packages/list.ts";
import { askRegistries, type NameAnswer } from "../../packages/registry-names.ts";
import type { NamedPackage } from "../../plugins/gates/match-atom.ts";
import { ownNameOf } from "../../plugins/here/load-here.ts";
import { type CheckedEntry, checkEntry } from "./validate-entry.ts";
import { entriesAt } from "./validate-path.ts";

export interface ValidatedItem extends Omit<CheckedEntry, "named" | "children"> {
  /** The worst of its own findings. */
  readonly verdict: "good" | Problem["severity"];
  readonly children: readonly ValidatedItem[];
}

export interface Validation {
  readonly path: string;
  readonly items: readonly ValidatedItem[];
  readonly problems: readonly Problem[];
  readonly errors: number;
  readonly warnings: number;
}

export interface ValidateRequest {
  readonly path: string;
  readonly checkNames: boolean;
}

export async function validatePlugins(app: PlacedContext, { path: word, checkNames }: ValidateRequest): Promise<Validation> {
  const { context } = app;
  const path = resolve(context.cwd, word);
  const { entries, problems } = entriesAt(path);
  const checked = entries.map((entry) => checkEntry(entry, context, (folder) => ownNameOf(folder, app)));
  if (checked.length === 0 && problems.length === 0) {
    const hint = "a plugin is a folder with a SYMPOSIUM.toml or an Agent Plugin's plugin.json, a skill is a folder with a SKILL.md";
    throw new UserError("NOTHING-FOUND", `no plugins or skills found in ${path}`, { hint });
  }
  const names = namesOf(checked);
  const answers = checkNames ? await lookUp(names, context) : new Map<string, NameAnswer>();
  const items = checked.map((entry) => judged(entry, answers));
  const general = [...problems, ...unasked(path, [...answers.values()])];
  const all = [...general, ...items.flatMap(allFindings)];
  const count = (severity: Problem["severity"]) => all.filter((each) => each.severity === severity).length;
  return { path, items, problems: general, errors: count("error"), warnings: count("warning") };
}

/** Every package that is named anywhere, once, in order (H35). */
function namesOf(entries: readonly CheckedEntry[]): readonly NamedPackage[] {
  const all = entries.flatMap((entry): NamedPackage[] => [...entry.named, ...namesOf(entry.children)]);
  const unique = new Map(all.map((each) => [keyOf(each), each]));
  return [...unique].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each);
}

function keyOf({ ecosystem, name }: NamedPackage): string {
  return `${ecosystem}:${name}`;
}

async function lookUp(names: readonly NamedPackage[], context: PlacedContext["context"]): Promise<ReadonlyMap<string, NameAnswer>> {
  const registries = ECOSYSTEMS.flatMap(({ nameRegistry }) => nameRegistry(context) ?? []);
  const asking = { fetch: globalThis.fetch, userAgent: `symposium/${VERSION} (plugin validate)` };
  const answers = await askRegistries(names, registries, asking);
  return new Map(names.map((name, at) => [keyOf(name), answers[at]!]));
}

function judged({ named, children, ...entry }: CheckedEntry, answers: ReadonlyMap<string, NameAnswer>): ValidatedItem {
  const unknown = named.flatMap((each) => unknownName(each, answers.get(keyOf(each)), entry.file));
  const findings = [...entry.findings, ...unknown].map((problem) => {
    const quote = quotedLine(problem);
    return quote.length === 0 ? problem : { ...problem, quote };
  });
  const isBad = findings.some(({ severity }) => severity === "error");
  const verdict = isBad ? "error" : findings.length > 0 ? "warning" : "good";
  return { ...entry, verdict, findings, children: children.map((child) => judged(child, answers)) };
}

function unknownName({ ecosystem, name }: NamedPackage, answer: NameAnswer | undefined, file: string): Problem[] {
  if (answer?.kind !== "unknown") return [];
  const message = `${answer.registry} has no ${ecosystemNamed(ecosystem)?.packageWord ?? "package"} \`${name}\``;
  const hint = "fix the name, or use --no-check-crates for one that is not published";
  return [{ severity: "error", file, ...placeOf(name, file), message, hint }];
}

function placeOf(name: string, file: string): Pick<Problem, "position"> {
  const read = readTextFile(file);
  if (read.kind !== "text") return {};
  const word = new RegExp(`(?<![\\w-])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`);
  const lines = read.text.split("\n");
  const at = lines.findIndex((line) => word.test(line));
  return at < 0 ? {} : { position: { line: at + 1, column: lines[at]!.search(word) + 1 } };
}

/** Once for each reason, however many names it left unchecked. */
function unasked(file: string, answers: readonly NameAnswer[]): Problem[] {
  const reasons = answers.flatMap((answer) => (answer.kind === "unasked" ? [answer.reason] : []));
  return [...new Set(reasons)].map((reason) => {
    const count = reasons.filter((each) => each === reason).length;
    return { severity: "warning", file, message: `${count} ${count === 1 ? "name was" : "names were"} not checked: ${reason}` };
  });
}

function allFindings({ findings, children }: ValidatedItem): readonly Problem[] {
  return [...findings, ...children.flatMap(allFindings)];
}
