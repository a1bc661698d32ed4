/** Whether Symposium may write servers into files of a project that git sees (MC-4): the user's answer for each workspace. */

import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { isObject, parseJson } from "../canonical/json.ts";
import { writing } from "../config-files/not-written.ts";
import { lookUp } from "../lookup.ts";
import { temporaryOf } from "../platform/leftover.ts";
import type { Places } from "../platform/places.ts";
import { readRegularTextIfAny } from "../platform/read-regular.ts";
import { writeAtomically } from "../platform/write-atomically.ts";

/** `excluded`: yes, and hidden from git by `.git/info/exclude`, so never a file that git tracks. */
export type ProjectFilesAnswer = boolean | "excluded";

const MOST_BYTES = 16 * 1024 * 1024;

export function projectFileAnswers({ base }: Pick<Places, "base">): string {
  return join(base, "project-files.json");
}

/** `undefined` where the user was not asked. */
export function mayUseProjectFiles(places: Pick<Places, "base">, workspace: string): ProjectFilesAnswer | undefined {
  const answer = lookUp(answersIn(places), workspace);
  return typeof answer === "boolean" || answer === "excluded" ? answer : undefined;
}

/** The caller holds the registration lock. */
export function recordProjectFiles(places: Pick<Places, "base">, workspace: string, answer: ProjectFilesAnswer): void {
  if (mayUseProjectFiles(places, workspace) === answer) return;
  const file = projectFileAnswers(places);
  const text = `${JSON.stringify({ ...answersIn(places), [workspace]: answer }, null, 2)}\n`;
  writing(file, () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeAtomically(file, text, { mode: 0o600, temporary: temporaryOf(file) });
  });
}

/** The workspaces whose files are hidden from git. */
export function excludedWorkspaces(places: Pick<Places, "base">): readonly string[] {
  return Object.entries(answersIn(places)).flatMap(([workspace, answer]) => (answer === "excluded" ? [workspace] : []));
}

/** An unreadable file has no answers: the user is asked again. */
function answersIn(places: Pick<Places, "base">): Record<string, unknown> {
  const value = parseJson(readRegularTextIfAny(projectFileAnswers(places), { maxBytes: MOST_BYTES }) ?? "");
  return isObject(value) ? { ...value } : {};
}
