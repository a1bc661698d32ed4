/** Quotes our directory, where the user moved it, for a registered text: one word in each kind of shell, whatever its name contains. */

import { UserError } from "../errors.ts";

/**
 * Double quotes, because a text for a POSIX shell may itself be in single quotes. After a dollar the quotes end and start again: Gemini replaces
 * `$name` in its settings whatever precedes it. Git's shell on Windows names drives by a folder.
 */
export function inPosix(place: string): string {
  const [, drive, rest] = /^([A-Za-z]):[\\/](.*)$/su.exec(plain(place)) ?? [];
  const path = drive === undefined || rest === undefined ? place : `/${drive.toLowerCase()}/${rest.replaceAll("\\", "/")}`;
  return `"${path.replaceAll(/["\\`$]/g, (sign) => (sign === "$" ? '\\$""' : `\\${sign}`))}"`;
}

/** PowerShell treats typographic quotes as quotes, too. */
export function inPowershell(place: string): string {
  return `'${plain(place)
    .replaceAll(/['\u2018\u2019\u201A\u201B]/g, "$&$&")
    .replaceAll("$", () => "$'+'")}'`;
}

/** Nothing can be quoted there (see `cmdText`), so a path with a character that is special to `cmd` cannot be named. */
export function inCmd(place: string): string {
  if (/^[\p{L}\p{N}:\\/._@#~+-]+$/u.test(place)) return place;
  throw new UserError(
    "PLACE",
    `the agents that start hooks by cmd.exe cannot use ${place}: the path contains a space or a special character`,
    {
      hint: "set SYMPOSIUM_HOME to a path of letters, digits, dots and dashes",
    },
  );
}

/** A line break would end the command, and terminals and settings files treat other control characters in various ways. */
function plain(place: string): string {
  // oxlint-disable-next-line no-control-regex
  if (!/[\u0000-\u001F\u007F]/u.test(place)) return place;
  throw new UserError("PLACE", `agents cannot use ${JSON.stringify(place)}: the path contains a control character`, {
    hint: "set SYMPOSIUM_HOME to a path without control characters",
  });
}
