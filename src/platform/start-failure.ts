import { accessSync, constants } from "node:fs";
import { lookUp, tableOf } from "../lookup.ts";
import { isFolder } from "./is-folder.ts";

export interface StartFailure {
  readonly kind: "missing" | "no-such-folder";
  readonly message: string;
}

/** Why the system refused to start a program. It reports the same error for a missing folder as for a missing file. */
export function startFailure(error: unknown, { file, cwd }: { readonly file: string; readonly cwd: string }): StartFailure {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!isUsableFolder(cwd)) return { kind: "no-such-folder", message: `${cwd} is not an accessible folder` };
  const reason = lookUp(REASONS, code) ?? (error instanceof Error ? error.message : String(error));
  return { kind: "missing", message: `${file} ${reason}` };
}

const REASONS = tableOf({
  ENOENT: "was not found, or the interpreter on its first line was not",
  ENOTDIR: "was not found",
  EACCES: "is not executable",
  EPERM: "cannot be executed: permission denied",
  ENOEXEC: "has no #! line and is not a binary for this machine; a shell script is declared as `script`",
  E2BIG: "cannot be started: its arguments and environment are too long",
});

function isUsableFolder(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFolder(path);
  } catch {
    return false;
  }
}
