/**
 * The text that agents run (RG-2). It is the same for every user and contains no path of a machine: it finds our directory by the
 * home folder alone, ends at once where the event is idle or the program is missing, and lets the agent continue whatever fails in it. It reads no
 * variable that a project can set. Codex binds the user's trust to its bytes, so a change affects every user.
 */

import { UserError } from "../errors.ts";
import { isObject } from "../model/json.ts";
import type { Scope } from "./agent.ts";

export interface TextOrder {
  readonly agent: string;
  readonly event: string;
  readonly scope: Scope;
  readonly denies: "json" | "exit-code";
  /** The agent itself replaces the user's entry with the project's, so the project's text need not check for one. */
  readonly projectWins?: true;
  /** Our directory, absolute, where the user moved it. Applies to the user's entries; a project's are for all users. */
  readonly place?: string;
}

/** The same call for each kind of shell. Without a moved directory `posix` has no single quote, and `powershell` and `cmd` no double quote. */
export interface CommandTexts {
  readonly posix: string;
  readonly powershell: string;
  readonly cmd: string;
  /** For an agent that starts hooks with a POSIX shell where one exists, and with PowerShell otherwise. */
  readonly posixOrPowershell: string;
}

/**
 * What the texts began with while the native program was made with Bun, which reads these variables. It is kept to recognise entries of that form,
 * which count as ours everywhere and are replaced.
 */
export const FORMER_FRONT = {
  posix: "unset BUN_OPTIONS BUN_BE_BUN; ",
  powershell: "Remove-Item Env:BUN_OPTIONS,Env:BUN_BE_BUN -ErrorAction Ignore;",
  cmd: "set BUN_OPTIONS=&set BUN_BE_BUN=&",
} as const;

type Front = Readonly<Record<keyof typeof FORMER_FRONT, string>>;

const NO_FRONT: Front = { posix: "", powershell: "", cmd: "" };

/** Throws where a shell cannot name the directory: each text is made only for an agent that uses it. */
export function commandTexts(order: TextOrder, front = NO_FRONT): CommandTexts {
  const [posix, powershell] = [front.posix + posixText(order), front.powershell + powershellText(order)];
  return {
    posix,
    powershell,
    // A POSIX shell exits before PowerShell's lines; for PowerShell all between `<#` and `#>` is a comment.
    posixOrPowershell: ["echo `# <#` >/dev/null", `${posix}; exit 0`, "#> > $null", powershell].join("\n"),
    get cmd() {
      return front.cmd + cmdText(order);
    },
  };
}

/** A positional parameter, because Gemini expands `$name` in its settings. `case`, because a tilde or a relative home leads into the project. */
function posixText(order: TextOrder): string {
  const { agent, event, denies } = order;
  const tests = [
    ...flags(order).map(([folder, name]) => `[ -e "$1/${folder}/${name}" ]`),
    `[ ! -x "$1/bin/symposium-hook" ]`,
    ...callOf(`${agent} ${event}`, denies),
  ];
  return posixFrame(placeOf(order), tests);
}

/** The call of the hook program with other words: a program that is missing ends it, too. */
export function posixCall(words: string, denies: TextOrder["denies"], place: string | undefined): string {
  return posixFrame(place, [`[ ! -x "$1/bin/symposium-hook" ]`, ...callOf(words, denies)]);
}

function callOf(words: string, denies: TextOrder["denies"]): readonly string[] {
  return [`"$1/bin/symposium-hook" ${words}`, denies === "exit-code" ? "[ $? -ne 2 ] || exit 2" : ":"];
}

function posixFrame(place: string | undefined, tests: readonly string[]): string {
  const ours = place === undefined ? "~/.symposium" : inPosix(place);
  return `set -- ${ours}; case $1 in /*) ${tests.join(" || ")};; esac`;
}

/** The program inherits stdin: a text with `$input` would make PowerShell read it, and change bytes. A program that cannot start is caught. */
function powershellText(order: TextOrder): string {
  const { agent, event, denies } = order;
  const at = (path: string) => `($h+'\\${path}')`;
  const isThere = (path: string) => `(Test-Path -LiteralPath ${at(path)})`;
  const call = (program: string) => `if${isThere(program)}{& ${at(program)} ${agent} ${event}}`;
  const place = placeOf(order);
  const goesOn = [
    // Without it the path would start at the root of the current drive.
    ...(place === undefined ? ["$env:USERPROFILE"] : []),
    ...flags(order).map(([folder, name]) => `!${isThere(`${folder}\\${name}`)}`),
  ];
  return [
    place === undefined ? "$h=$env:USERPROFILE+'\\.symposium'" : `$h=${inPowershell(place)}`,
    `try{if(${goesOn.join(" -and ")}){${call("bin\\symposium-hook.exe")}else${call("bin\\symposium-hook.cmd")}}}catch{}`,
    ...(denies === "exit-code" ? ["if($LASTEXITCODE -eq 2){exit 2}"] : []),
    "exit 0",
  ].join(";");
}

/**
 * No quotes around paths: the agents that start `cmd` are written in Rust, which passes a quote in a way that `cmd` takes for part
 * of the path. Where the home path contains a space, `cmd` refuses the line, with an exit code that blocks nothing. A variable that is not
 * defined would stay as written, and a repository may contain a folder of that name.
 */
function cmdText(order: TextOrder): string {
  const { agent, event, denies } = order;
  const place = placeOf(order);
  const base = place === undefined ? "%USERPROFILE%\\.symposium" : inCmd(place);
  const hook = `${base}\\bin\\symposium-hook`;
  const goesOn = [
    ...(place === undefined ? ["if defined USERPROFILE"] : []),
    ...flags(order).map(([folder, name]) => `if not exist ${base}\\${folder}\\${name}`),
  ];
  const call = `if exist ${hook}.exe (${hook}.exe ${agent} ${event}) else if exist ${hook}.cmd call ${hook}.cmd ${agent} ${event}`;
  return [
    `(${goesOn.join(" ")} ${call})`,
    ...(denies === "exit-code" ? ["(if errorlevel 2 if not errorlevel 3 exit 2)"] : []),
    "exit 0",
  ].join("&");
}

function placeOf({ scope, place }: TextOrder): string | undefined {
  return scope === "user" ? place : undefined;
}

/** Files whose presence ends the call: the event is idle, or the user's registration answers instead of the project's (RG-7). */
function flags({ agent, event, scope, projectWins }: TextOrder): [folder: string, name: string][] {
  const looksForUser = scope === "project" && projectWins !== true;
  return [["idle", `${agent}.${event}`], ...(looksForUser ? [["global", agent] satisfies [string, string]] : [])];
}

/** Double quotes, as the text may be in single ones; they end after a dollar, because Gemini replaces `$name`. Git's shell: `/c` for `C:`. */
export function inPosix(place: string): string {
  const [, drive, rest] = /^([A-Za-z]):[\\/](.*)$/su.exec(withoutControls(place)) ?? [];
  const path = drive === undefined || rest === undefined ? place : `/${drive.toLowerCase()}/${rest.replaceAll("\\", "/")}`;
  return `"${path.replaceAll(/["\\`$]/g, (sign) => (sign === "$" ? '\\$""' : `\\${sign}`))}"`;
}

/** PowerShell treats typographic quotes as quotes, too. */
function inPowershell(place: string): string {
  return `'${withoutControls(place)
    .replaceAll(/['\u2018\u2019\u201A\u201B]/g, "$&$&")
    .replaceAll("$", () => "$'+'")}'`;
}

/** Nothing can be quoted there (see `cmdText`), so a path with a character that is special to `cmd` cannot be named. */
export function inCmd(place: string): string {
  if (/^[\p{L}\p{N}:\\/._@#~+-]+$/u.test(place)) return place;
  throw new UserError(
    "PLACE",
    `the agents that start hooks by cmd.exe cannot use ${place}: the path contains a space or a special character`,
    { hint: "set SYMPOSIUM_HOME to a path of letters, digits, dots and dashes" },
  );
}

/** A line break would end the command, and terminals and settings files treat other control characters in various ways. */
function withoutControls(place: string): string {
  // oxlint-disable-next-line no-control-regex
  if (!/[\u0000-\u001F\u007F]/u.test(place)) return place;
  throw new UserError("PLACE", `agents cannot use ${JSON.stringify(place)}: the path contains a control character`, {
    hint: "set SYMPOSIUM_HOME to a path without control characters",
  });
}

export function mentionsUs(value: unknown): boolean {
  return textsIn(value).some((text) => /\bsymposium-hook\b/.test(text));
}

const RUST = /(?:^|[\\/\s"'])cargo-agents(?:\.exe)?["']?\s+hook\s/;

export function callsRustTool(command: unknown): boolean {
  return typeof command === "string" && RUST.test(command);
}

export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap((member) => textsIn(member)) : [];
}
