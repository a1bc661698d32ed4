/** Our directory as it is written into a registered text, where the user moved it: one word of each kind of shell, whatever is in its name. */

import { UserError } from "../errors.ts";

/**
 * In double quotes, because a text for a POSIX shell may stand in single ones. Behind a dollar the quotes end and begin again: Gemini replaces
 * `$name` in its settings whatever stands before it. Git's shell on Windows names drives by a folder.
 */
export function inPosix(place: string): string {
  const [, drive, rest] = /^([A-Za-z]):[\\/](.*)$/su.exec(plain(place)) ?? [];
  const path = drive === undefined || rest === undefined ? place : `/${drive.toLowerCase()}/${rest.replaceAll("\\", "/")}`;
  return `"${path.replaceAll(/["\\`$]/g, (sign) => (sign === "$" ? '\\$""' : `\\${sign}`))}"`;
}

/** PowerShell takes typographic quotes for quotes, too. */
export function inPowershell(place: string): string {
  return `'${plain(place)
    .replaceAll(/['\u2018\u2019\u201A\u201B]/g, "$&$&")
    .replaceAll("$", () => "$'+'")}'`;
}

/** Nothing can be quoted there (see `cmdText`), so a path with a sign that `cmd` understands in some way cannot be named. */
export function inCmd(place: string): string {
  if (/^[\p{L}\p{N}:\\/._@#~+-]+$/u.test(place)) return place;
  throw new UserError(
    "PLACE",
    `the agents that start hooks by cmd.exe cannot be told of ${place}: its name has a blank or a special character`,
    {
      hint: "set SYMPOSIUM_HOME to a folder with letters, digits, dots and dashes in its path",
    },
  );
}

/** A line break would end the command, and terminals and settings files treat other control characters as they like. */
function plain(place: string): string {
  // oxlint-disable-next-line no-control-regex
  if (!/[\u0000-\u001F\u007F]/u.test(place)) return place;
  throw new UserError("PLACE", `agents cannot be told of ${JSON.stringify(place)}: its name has a control character`, {
    hint: "set SYMPOSIUM_HOME to a folder without one",
  });
}
