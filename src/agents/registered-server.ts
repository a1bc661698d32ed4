/**
 * The call of our launcher in an agent's server file (MC-11). Like the text of hooks it contains no path of a machine, so that a project's file is
 * the same for every user, and it reads no variable that a project can set.
 */

import type { OperatingSystem } from "../context.ts";
import type { Scope } from "./agent.ts";
import { inCmd, inPosix } from "./quoted-place.ts";

export interface LauncherOrder {
  /** A project's file is for all users and systems. */
  readonly scope: Scope;
  readonly os: OperatingSystem;
  /** Our directory, absolute, where the user moved it. */
  readonly place?: string;
}

export interface LauncherCall {
  readonly command: string;
  readonly args: readonly string[];
}

/** With their folders: agents look for a bare word in a PATH that a project's settings may set, and on Windows in the project itself. */
const SHELL = "/bin/sh";
const CMD = String.raw`C:\Windows\System32\cmd.exe`;

/** `words` are the arguments of `serve`. */
export function launcherCall(words: readonly string[], order: LauncherOrder): LauncherCall {
  const place = order.scope === "user" ? order.place : undefined;
  if (order.os === "windows" && order.scope === "user") return { command: CMD, args: ["/d", "/c", cmdText(words, place)] };
  return { command: SHELL, args: ["-c", posixText(place), "symposium", "serve", ...words] };
}

/** Positional parameters, because Gemini expands `$name` in its settings; `case`, because a relative home leads into the current folder. */
function posixText(place: string | undefined): string {
  const program = place === undefined ? "~/.symposium/bin/symposium-hook" : `${inPosix(place)}/bin/symposium-hook`;
  return [
    `unset BUN_OPTIONS BUN_BE_BUN; set -- ${program} "$@"`,
    `case $1 in /*) [ ! -x "$1" ] || exec "$@";; esac`,
    `echo "symposium-hook is not installed" >&2`,
    "exit 1",
  ].join("; ");
}

/** Without quotes, for the same reasons as the text of hooks. */
function cmdText(words: readonly string[], place: string | undefined): string {
  const hook = `${place === undefined ? "%USERPROFILE%\\.symposium" : inCmd(place)}\\bin\\symposium-hook`;
  const rest = ["serve", ...words.map(inCmd)].join(" ");
  const call = `if exist ${hook}.exe (${hook}.exe ${rest}) else if exist ${hook}.cmd (call ${hook}.cmd ${rest}) else exit 1`;
  return ["set BUN_OPTIONS=", "set BUN_BE_BUN=", `${place === undefined ? "if defined USERPROFILE " : ""}${call}`].join("&");
}
