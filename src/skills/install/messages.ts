/** What is said where a skill is not installed or a folder is left alone. */

import { join } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { MARKER } from "../marker.ts";
import { lookUp, tableOf } from "../../lookup.ts";

export function takenByUser(skill: string, path: string): Problem {
  const message = `a skill of yours is there already, so ${skill} is not copied over it`;
  return { severity: "warning", file: path, message, hint: "rename or remove one of the two" };
}

export function refusedSkill(name: string, at: string, why: string): Problem {
  const message = `${why}, so the skill \`${name}\` is not installed`;
  return { severity: "error", file: at, message, hint: "a skill holds files and folders, and links to what is inside it" };
}

export function clashing(path: string, file: string): Problem {
  const message = `the skill has a new file \`${file}\` where you put one of your own, so it is not updated`;
  return { severity: "warning", file: join(path, file), message, hint: "rename yours" };
}

export function unseen(path: string): Problem {
  return { severity: "warning", file: path, message: "cannot be looked into, so it is not updated", hint: "make it readable for you" };
}

export function unknownMarker(path: string, why: string): Problem {
  const message = `this marker ${why}, so the folder is left alone`;
  return { severity: "warning", file: join(path, MARKER), message, hint: "remove the folder if it is not yours" };
}

export function refusedFolder(path: string, why: string): Problem {
  const hint = "skills are installed into folders inside the workspace; put one in its place";
  return { severity: "error", file: path, message: `${why}, so no skills are installed there`, hint };
}

/** What went wrong when the plan was carried out; nothing is half there. */
export function failed(directory: string, error: unknown): Problem {
  const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  const hint = lookUp(HINTS, code) ?? "run the same again";
  return { severity: "error", file: directory, message: `cannot be written (${code}); what was there is still there`, hint };
}

const HINTS = tableOf({
  ENOSPC: "the disk is full: make room and run the same again",
  EACCES: "make the folder writable for you",
  EPERM: "make the folder writable for you, and close what uses it",
  EROFS: "the disk is read only",
  EBUSY: "close what uses it and run the same again",
});
