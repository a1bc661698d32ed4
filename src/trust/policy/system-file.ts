/**
 * The system's policy file. It may name a scanner, which is a program, and takes sources out of the user's policy: so it counts only where no
 * one but the owner of the system can write it.
 */

import { statSync } from "node:fs";
import { dirname } from "node:path";

import { readTextFile, type TextFile } from "../../documents/text-file.ts";

export function readSystemPolicy(file: string): TextFile {
  const read = readTextFile(file);
  if (read.kind !== "text") return read;
  const wrong = writableByOthers(file);
  return wrong === undefined ? read : { kind: "bad", problem: { severity: "error", file, ...wrong, mayPass: true } };
}

/** The owner is root, or as `/etc` has it: in a user namespace root has another number. */
function writableByOthers(file: string): { readonly message: string; readonly hint: string } | undefined {
  if (process.getuid === undefined) return undefined;
  const folder = dirname(file);
  const hint = `run \`chown root ${folder} ${file} && chmod go-w ${folder} ${file}\` as root`;
  try {
    const owners = [0, statSync(dirname(folder)).uid];
    for (const path of [folder, file]) {
      const { uid, mode } = statSync(path);
      if (!owners.includes(uid)) return { message: `does not count as the system's policy: ${path} belongs to user ${uid}`, hint };
      if ((mode & 0o022) !== 0) return { message: `does not count as the system's policy: other users can write to ${path}`, hint };
    }
    return undefined;
  } catch (error) {
    return { message: `cannot be checked (${(error as NodeJS.ErrnoException).code ?? String(error)})`, hint };
  }
}
