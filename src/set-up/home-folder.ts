/** Agents' files are below the home folder, which we never create. */

import { statSync } from "node:fs";
import { posix, win32 } from "node:path";

import type { Context } from "../context.ts";
import { UserError } from "../errors.ts";

/** Throws where there is no usable one. */
export function checkHome({ home, os }: Pick<Context, "home" | "os">): void {
  const variable = os === "windows" ? "USERPROFILE" : "HOME";
  const trouble = home === "" ? `there is no home folder: ${variable} is not set` : troubleWith(home, os);
  if (trouble !== undefined) throw new UserError("HOME", trouble, { hint: `set ${variable} to your home folder and run this again` });
}

function troubleWith(home: string, os: Context["os"]): string | undefined {
  if (!(os === "windows" ? win32 : posix).isAbsolute(home)) return `the home folder ${home} is not an absolute path`;
  try {
    return statSync(home).isDirectory() ? undefined : `the home folder ${home} is not a folder`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT"
      ? `the home folder ${home} does not exist`
      : `the home folder ${home} cannot be reached (${code ?? String(error)})`;
  }
}
