/**
 * The text that agents are given to run (RG-2). It is the same for every user and names no path of a machine: it finds our directory, ends
 * at once where the event is idle or the programme is gone, and whatever goes wrong in it lets the agent go on. Codex binds the user's trust to
 * its bytes, so a change of it is a change for every user.
 */

import type { Scope } from "./agent.ts";

export interface TextOrder {
  readonly agent: string;
  /** The agent's own name of the event. */
  readonly event: string;
  readonly scope: Scope;
  readonly denies: "json" | "exit-code";
  /** The agent itself puts the project's entry in the place of the user's, so that the project's text need not look for one. */
  readonly projectWins?: true;
}

/** The same call for each kind of shell. None has a single quote where the shell is POSIX, nor a double one where it is not. */
export interface CommandTexts {
  readonly posix: string;
  readonly powershell: string;
  readonly cmd: string;
}

export function commandTexts(order: TextOrder): CommandTexts {
  return { posix: posixText(order), powershell: powershellText(order), cmd: cmdText(order) };
}

/** `:=` and positional parameters, because Gemini expands `$name` and `${name:-x}` in its settings before a shell sees them. */
function posixText(order: TextOrder): string {
  const { agent, event, denies } = order;
  const tests = [
    ...flags(order).map(([folder, name]) => `[ -e "$1/${folder}/${name}" ]`),
    `[ ! -x "$1/bin/symposium-hook" ]`,
    `"$1/bin/symposium-hook" ${agent} ${event}`,
    denies === "exit-code" ? "[ $? -ne 2 ] || exit 2" : ":",
  ];
  return `unset BUN_OPTIONS BUN_BE_BUN; set -- "\${SYMPOSIUM_HOME:=$HOME/.symposium}"; ${tests.join(" || ")}`;
}

/**
 * The payload is left to the programme, which inherits stdin: a text with the variable `$input` in it would make PowerShell read stdin itself, and
 * change its bytes. What fails to start is an error of PowerShell, and is caught.
 */
function powershellText(order: TextOrder): string {
  const { agent, event, denies } = order;
  const at = (path: string) => `($h+'\\${path}')`;
  const isThere = (path: string) => `(Test-Path -LiteralPath ${at(path)})`;
  const call = (programme: string) => `if${isThere(programme)}{& ${at(programme)} ${agent} ${event}}`;
  const goesOn = flags(order).map(([folder, name]) => `!${isThere(`${folder}\\${name}`)}`);
  return [
    "Remove-Item Env:BUN_OPTIONS,Env:BUN_BE_BUN -ErrorAction Ignore",
    "$h=$env:SYMPOSIUM_HOME",
    "if(!$h){$h=$env:USERPROFILE+'\\.symposium'}",
    `try{if(${goesOn.join(" -and ")}){${call("bin\\symposium-hook.exe")}else${call("bin\\symposium-hook.cmd")}}}catch{}`,
    ...(denies === "exit-code" ? ["if($LASTEXITCODE -eq 2){exit 2}"] : []),
    "exit 0",
  ].join(";");
}

/**
 * Variables in a line of `cmd` are replaced before any of it runs, so our directory is not chosen once but stands twice. There are no quotes
 * around paths: the agents that start `cmd` are written in Rust, which hands a quote over in a way that `cmd` takes for part of the path.
 * In a home whose path has a space in it `cmd` refuses the line, with an exit code that blocks nothing.
 */
function cmdText(order: TextOrder): string {
  const { agent, event, denies } = order;
  const call = (base: string) => {
    const hook = `${base}\\bin\\symposium-hook`;
    const goesOn = flags(order).map(([folder, name]) => `if not exist ${base}\\${folder}\\${name}`);
    return `${goesOn.join(" ")} if exist ${hook}.exe (${hook}.exe ${agent} ${event}) else if exist ${hook}.cmd call ${hook}.cmd ${agent} ${event}`;
  };
  return [
    "set BUN_OPTIONS=",
    "set BUN_BE_BUN=",
    `(if defined SYMPOSIUM_HOME (${call("%SYMPOSIUM_HOME%")}) else (${call("%USERPROFILE%\\.symposium")}))`,
    ...(denies === "exit-code" ? ["(if errorlevel 2 if not errorlevel 3 exit 2)"] : []),
    "exit 0",
  ].join("&");
}

/** Files whose presence ends the call: the event is idle, or the user's registration answers in the place of the project's (RG-7). */
function flags({ agent, event, scope, projectWins }: TextOrder): [folder: string, name: string][] {
  const looksForUser = scope === "project" && projectWins !== true;
  return [["idle", `${agent}.${event}`], ...(looksForUser ? [["global", agent] satisfies [string, string]] : [])];
}
