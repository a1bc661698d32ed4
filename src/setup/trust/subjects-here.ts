/** The plugins here whose code needs the user's consent, each with what was decided. */

import type { ConsentBook } from "../../consent/consent-book.ts";
import type { Policy } from "../../consent/policy/judge.ts";
import type { Standing } from "../../consent/standing.ts";
import type { Subject } from "../../consent/subject.ts";
import { UserError } from "../../errors.ts";
import { sameName } from "../../files/similar-word.ts";
import type { PlacedContext } from "../../host/places.ts";
import { quotedPath } from "../../model/safe-text.ts";
import { isWaiting } from "../../plugins/consent/standings.ts";
import { namesPackage } from "../../plugins/enablement.ts";
import { type LoadedHere, loadHere } from "../../plugins/here/load-here.ts";
import { candidatesHere } from "../../plugins/here/packages-here.ts";
import type { Candidate } from "../../plugins/packages/candidates.ts";

export interface SubjectHere {
  /** A dependency brings it, and the user has not enabled it. */
  readonly candidate?: Candidate;
  readonly subject: Subject;
  readonly standing: Standing;
  /** The names of plugins in folders of this one, which its consent covers. */
  readonly parts?: readonly string[];
  readonly isDisabled: boolean;
  readonly denied?: string;
}

export interface SubjectsHere {
  readonly workspace: string | null;
  readonly repository: string | null;
  readonly book: ConsentBook;
  readonly policies: readonly Policy[];
  /** Those of which something would run, or ran. */
  readonly subjects: readonly SubjectHere[];
  readonly candidates?: readonly Candidate[];
  readonly others: readonly { readonly name: string; readonly source: string }[];
}

/** With the plugins of dependencies that the user has not decided on. Reads local files only. */
export function subjectsHere(app: PlacedContext): SubjectsHere {
  const { candidates, ...here } = withCandidates(app);
  const all = subjectsOf(here);
  const candidateOf = ({ id }: Subject) => candidates.find((one) => idOf(one) === id);
  return { ...all, candidates, subjects: all.subjects.map((one) => ({ ...one, candidate: candidateOf(one.subject) })) };
}

/** What would be there if the user used every dependency that brings a plugin. */
export function withCandidates(app: PlacedContext): LoadedHere & { readonly candidates: readonly Candidate[] } {
  const here = loadHere(app);
  const candidates = candidatesHere(here, app).flatMap(({ candidate }) => (candidate.decision === "open" ? [candidate] : []));
  return { ...(candidates.length === 0 ? here : loadHere(app, undefined, candidates.map(idOf))), candidates };
}

export function idOf({ ecosystem, name }: Pick<Candidate, "ecosystem" | "name">): string {
  return `${ecosystem}:${name}`;
}

export function subjectsOf({ workspace, loaded }: Pick<LoadedHere, "workspace" | "loaded">): SubjectsHere {
  const isSubject = (standing: Standing | undefined) => standing !== undefined && standing.state !== "unneeded";
  return {
    workspace: workspace?.folder ?? null,
    repository: workspace?.repository ?? null,
    book: loaded.consents,
    policies: loaded.policy.policies,
    // A plugin in a folder of another is part of that one's subject.
    subjects: loaded.plugins.flatMap(({ consent, state, inside, denied }) => {
      if (inside !== undefined || consent === undefined || !isSubject(consent.standing)) return [];
      const parts = loaded.plugins.flatMap((one) => (one.consent === consent && one.inside !== undefined ? [one.plugin.name] : []));
      return [{ ...consent, parts: parts.length === 0 ? undefined : parts, isDisabled: state === "disabled", denied }];
    }),
    others: [...loaded.plugins.filter(({ consent }) => !isSubject(consent?.standing)), ...loaded.outlined].map(
      ({ plugin: { name }, source }) => ({ name, source }),
    ),
  };
}

export function waitingHere(app: PlacedContext): readonly SubjectHere[] {
  return waitingOf(subjectsHere(app));
}

export function waitingOf({ subjects }: SubjectsHere): readonly SubjectHere[] {
  return subjects.filter((one) => one.candidate === undefined && !one.isDisabled && one.denied === undefined && isWaiting(one));
}

/** By the plugin's name or the subject's id. Throws where there is none. */
export function subjectsNamed({ subjects, others, workspace, candidates = [] }: SubjectsHere, name: string): readonly SubjectHere[] {
  // A plugin may have the id of another as its name.
  const byId = subjects.filter(({ subject }) => subject.id === name);
  if (byId.length > 0) return byId;
  const found = subjects.filter(({ subject, parts = [], candidate }) =>
    [subject.plugin, ...parts, candidate?.name ?? subject.plugin].some((one) => sameName(one, name)),
  );
  if (found.length > 0) return found;
  const candidate = candidates.find((one) => namesPackage(name, one));
  if (candidate !== undefined)
    throw new UserError("NO-CONSENT", `\`${candidate.name}\` brings no code, so there is nothing to decide about`, {
      hint: `\`symposium use ${quotedPath(candidate.name)}\` uses its skills`,
    });
  const other = others.find((plugin) => sameName(plugin.name, name));
  const unneeded = "needs no consent: nothing of it waits for your decision";
  if (other !== undefined) throw new UserError("NO-CONSENT", `\`${other.name}\` of source \`${other.source}\` ${unneeded}`);
  const names = [...new Set(subjects.map(({ subject }) => subject.plugin))];
  const hint =
    names.length === 0 ? "no plugin of this workspace needs consent" : `the plugins that need consent here are ${names.join(", ")}`;
  throw new UserError("NOT-FOUND", `plugin not found: ${name}`, { hint: workspace === null ? "run it in a project" : hint });
}

/** One plugin, perhaps in several versions. Throws where several plugins have that name. */
export function versionsNamed(here: SubjectsHere, name: string): readonly SubjectHere[] {
  const found = subjectsNamed(here, name);
  const details = [...new Set(found.map(({ subject }) => subject.id))];
  if (details.length === 1) return found;
  throw new UserError("AMBIGUOUS", `several plugins are named \`${name}\``, { details, hint: "name one of these instead" });
}

export function subjectNamed(here: SubjectsHere, name: string): SubjectHere {
  const found = versionsNamed(here, name);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const details = found.map(({ subject, standing }) => `${subject.version ?? ""} ${"digest" in standing ? standing.digest : ""}`.trim());
  const hint = "name the digest of one of these with --digest";
  throw new UserError("AMBIGUOUS", `\`${name}\` has several versions here`, { details, hint });
}
