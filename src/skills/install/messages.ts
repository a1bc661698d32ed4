/** Messages about skills that are not installed and folders that are left alone. */

import { join } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { MARKER } from "../marker.ts";
import { lookUp, tableOf } from "../../lookup.ts";

export function takenByUser(skill: string, path: string): Problem {
  const message = `you already have a skill there, so Symposium does not copy ${skill} over it`;
  return { severity: "warning", file: path, message, hint: "rename or remove one of the two" };
}

export function refusedSkill(name: string, at: string, why: string): Problem {
  const message = `${why}, so Symposium does not install the skill \`${name}\``;
  return { severity: "error", file: at, message, hint: "a skill may contain files, folders, and links inside it" };
}

export function clashing(path: string, file: string): Problem {
  const message = `the skill has a new file \`${file}\` where you have one of your own, so Symposium does not update it`;
  return { severity: "warning", file: join(path, file), message, hint: "rename your file" };
}

export function unseen(path: string): Problem {
  return {
    severity: "warning",
    file: path,
    message: "is unreadable, so Symposium does not update it",
    hint: "make it readable, for example with chmod u+r",
  };
}

export function unknownMarker(path: string, why: string): Problem {
  const message = `this marker ${why}, so Symposium leaves the folder alone`;
  return { severity: "warning", file: join(path, MARKER), message, hint: "remove the folder if it is not yours" };
}

export function refusedFolder(path: string, why: string): Problem {
  const hint = "replace it with a folder inside the workspace";
  return { severity: "error", file: path, message: `${why}, so Symposium installs no skills there`, hint };
}

/** What failed when the plan was carried out; nothing is half written. */
export function failed(directory: string, error: unknown): Problem {
  const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  const hint = lookUp(HINTS, code) ?? "run this again";
  return { severity: "error", file: directory, message: `cannot be written (${code}); it is unchanged`, hint };
}

const HINTS = tableOf({
  ENOSPC: "the disk is full: free some space and run this again",
  EACCES: "make the folder writable, for example with chmod u+w",
  EPERM: "make the folder writable, and close programs that use it",
  EROFS: "the disk is read-only",
  EBUSY: "close programs that use it and run this again",
});
