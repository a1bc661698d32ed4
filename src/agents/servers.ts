/** A server in an agent's file: the call of our launcher (MC-11), references to variables (MC-12), and what the Rust tool wrote. */

import type { OperatingSystem } from "../context.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Scope } from "./agent.ts";
import { inCmd, inPosix } from "./registered-text.ts";
import type { Impossible, LaunchedServer, NamedValue, RemoteServer, RustServer } from "./setup.ts";

export interface LauncherOrder {
  /** A project's file is for all users and systems. */
  readonly scope: Scope;
  readonly os: OperatingSystem;
  /** Our directory, absolute, where the user moved it. */
  readonly place?: string;
}

/** With their folders: agents look for a bare word in a PATH that a project's settings may set, and on Windows in the project itself. */
const SHELL = "/bin/sh";
const CMD = String.raw`C:\Windows\System32\cmd.exe`;

/** `words` are the arguments of `serve`. Like the text of hooks it contains no path of a machine, and reads no variable that a project can set. */
export function launcherCall(words: readonly string[], order: LauncherOrder): Pick<LaunchedServer, "command" | "args"> {
  const place = order.scope === "user" ? order.place : undefined;
  if (order.os === "windows" && order.scope === "user") return { command: CMD, args: ["/d", "/c", cmdText(words, place)] };
  return { command: SHELL, args: ["-c", posixText(place), "symposium", "serve", ...words] };
}

/** Positional parameters, because Gemini expands `$name` in its settings; `case`, because a relative home leads into the current folder. */
function posixText(place: string | undefined): string {
  const program = place === undefined ? "~/.symposium/bin/symposium-hook" : `${inPosix(place)}/bin/symposium-hook`;
  return [
    `set -- ${program} "$@"`,
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
  return `${place === undefined ? "if defined USERPROFILE " : ""}${call}`;
}

/** As manifests write it; each agent's file has another syntax (MC-12). */
const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/gu;

export interface ReferenceSyntax {
  readonly written: (variable: string) => string;
  /** Text to which the agent gives a meaning of its own: a manifest may not bring any, because it could name a file or a variable unseen. */
  readonly special: RegExp;
}

/** What agents replace: `${…}` alone, `$NAME` too, or `{kind:…}`. */
export const BRACED = /\$\{/u;
export const DOLLAR = /\$[A-Za-z_{]/u;
export const CURLY = /\{\w+:/u;

/** A remote server's entry: its address in the agent's keys and syntax, and its headers if it has any. */
export function remoteEntry(
  { url, headers, isLiteral }: RemoteServer,
  syntax: ReferenceSyntax,
  addressed: (url: string) => JsonObject,
): JsonObject | Impossible {
  const written: [name: string, value: string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    const text = textIn(value, syntax, isLiteral);
    if (typeof text !== "string") return text;
    written.push([name, text]);
  }
  const address = textIn(url, syntax, isLiteral);
  if (typeof address !== "string") return address;
  return { ...addressed(address), ...(written.length === 0 ? {} : { headers: Object.fromEntries(written) }) };
}

function textIn(text: string, { written, special }: ReferenceSyntax, isLiteral = false): string | Impossible {
  const found = special.exec(isLiteral ? text : text.replaceAll(REFERENCE, ""));
  if (found !== null) return { impossible: `keep "${found[0]}" as it is: this text has a meaning in its file` };
  return isLiteral ? text : text.replaceAll(REFERENCE, (_, variable: string) => written(variable));
}

/** Each variable once, in order. */
export function variablesIn({ url, headers, isLiteral }: Pick<RemoteServer, "url" | "headers" | "isLiteral">): readonly string[] {
  if (isLiteral === true) return [];
  const texts = [url, ...Object.values(headers)];
  return [...new Set(texts.flatMap((text) => [...text.matchAll(REFERENCE)].map(([, variable = ""]) => variable)))];
}

/** `env` for an entry whose agent gives a process only what is named there. */
export function environmentOf(
  { variables = [] }: LaunchedServer,
  written: (variable: string) => string,
): { readonly env?: Readonly<Record<string, string>> } {
  return variables.length === 0 ? {} : { env: Object.fromEntries(variables.map((variable) => [variable, written(variable)])) };
}

/** Names that every agent accepts. Codex skips others, Copilot CLI drops the tools of longer ones, and OpenCode replaces `{…}` in them. */
export function isPlainServerName(name: string): boolean {
  return name !== "__proto__" && /^[A-Za-z0-9_.-]{1,64}$/u.test(name);
}

/** What the Rust tool writes for a server into JSON files, whichever agent reads them. */
export function rustServerEntry(server: RustServer): Json {
  const named = ({ name, value }: NamedValue): Json => ({ name, value });
  if ("url" in server) return { url: server.url, ...(server.headers.length === 0 ? {} : { headers: server.headers.map(named) }) };
  return { command: server.command, args: [...server.args], ...(server.env.length === 0 ? {} : { env: server.env.map(named) }) };
}
