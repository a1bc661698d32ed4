/** Which package a typed name means: `npm:react`, or a bare name in the workspace's ecosystem. */

import type { Ecosystem } from "../../ecosystems/ecosystem.ts";
import { ecosystemNamed } from "../../ecosystems/list.ts";
import { allPrefixes } from "../../ecosystems/prefixes.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { UserError } from "../../errors.ts";

export interface NamedPackage {
  readonly ecosystem: Ecosystem;
  readonly name: string;
}

/** Never guesses: a name that could mean two packages must not fetch the wrong one. */
export function nameOfPackage(typed: string, workspace: Workspace | null): NamedPackage {
  const at = typed.indexOf(":");
  if (at >= 0) return { ecosystem: prefixed(typed.slice(0, at), typed), name: typed.slice(at + 1) };
  const here = [...new Set(workspace?.roots.map(({ ecosystem }) => ecosystem))].flatMap((word) => ecosystemNamed(word) ?? []);
  const having = here.length === 1 ? here : here.filter((ecosystem) => has(ecosystem, typed, workspace));
  const [only] = having;
  if (only !== undefined && having.length === 1) return { ecosystem: only, name: typed };
  throw ambiguous(typed, having, here);
}

function prefixed(word: string, typed: string): Ecosystem {
  const ecosystem = ecosystemNamed(word);
  if (ecosystem !== undefined) return ecosystem;
  const hint = `write one of ${spelled(typed.slice(word.length + 1), allPrefixes())}`;
  throw new UserError("NO-ECOSYSTEM", `${JSON.stringify(word)} is not a known ecosystem`, { hint });
}

function has({ name: word, isName, foldName }: Ecosystem, typed: string, workspace: Workspace | null): boolean {
  if (!isName(typed)) return false;
  const isSame = ({ name }: { readonly name: string }) => foldName(name) === foldName(typed);
  const roots = workspace?.roots.filter(({ ecosystem }) => ecosystem === word) ?? [];
  return roots.some(({ members, dependencies }) => members.some(isSame) || dependencies.some(isSame));
}

function ambiguous(typed: string, having: readonly Ecosystem[], here: readonly Ecosystem[]): UserError {
  const words = (having.length > 0 ? having : here).map(({ name }) => name);
  const why =
    having.length > 0
      ? `is a package of ${words.join(" and ")} here`
      : here.length === 0
        ? "needs an ecosystem outside a project"
        : `is not in this workspace, which uses ${words.join(" and ")}`;
  const hint = `write one of ${spelled(typed, words.length === 0 ? allPrefixes() : words)}`;
  return new UserError("ECOSYSTEM", `${JSON.stringify(typed)} ${why}`, { hint });
}

function spelled(name: string, words: readonly string[]): string {
  return words.map((word) => `${word}:${name}`).join(", ");
}
