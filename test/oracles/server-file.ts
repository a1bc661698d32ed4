/**
 * Oracles of server files (MC-2): what each agent's own program sees in the text of such a file, written down by hand from runs with hand-made files
 * (`real-agents/MEASURED.md`), or from the vendor's documentation where the program cannot be run.
 */

import { type Fields, isFields } from "./fields.ts";

export type SeenServer =
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      /** What the process is known to have of the user's variables and those of the entry. */
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      /** `either`: the agent tries streamable HTTP first and SSE then. */
      readonly transport: "http" | "sse" | "either";
      /** After references were resolved. */
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

export interface SeenFile {
  readonly servers: Readonly<Record<string, SeenServer>>;
  /** Entries of the table that the agent skips. */
  readonly skipped: readonly string[];
  /** Why the agent does not use the file at all, or does not start. */
  readonly refused?: string;
}

export interface ServedFile {
  readonly text: string;
  readonly place: "user" | "local" | "project";
  /** The project's folder. */
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface ServerOracle {
  readonly agent: string;
  /** Relative to the home, or to the project. */
  readonly paths: Readonly<Partial<Record<ServedFile["place"], string>>>;
  readonly read: (file: ServedFile) => SeenFile;
}

export function refusal(refused: string): SeenFile {
  return { servers: {}, skipped: [], refused };
}

/** The table at these keys; `undefined` where there is none or something else is in its place. */
export function tableAt(document: unknown, keys: readonly string[]): Fields | undefined {
  let found = document;
  for (const key of keys) found = isFields(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return isFields(found) ? found : undefined;
}

/** Reads each entry by itself; those that give nothing are skipped. */
export function seenIn(table: Fields | undefined, seen: (entry: Fields, name: string) => SeenServer | undefined): SeenFile {
  const servers: Record<string, SeenServer> = {};
  const skipped: string[] = [];
  for (const [name, entry] of Object.entries(table ?? {})) {
    const server = isFields(entry) ? seen(entry, name) : undefined;
    if (server === undefined) skipped.push(name);
    else servers[name] = server;
  }
  return { servers, skipped };
}

export interface ProcessEntry {
  readonly command: unknown;
  readonly args: unknown;
  /** The variables of the entry. */
  readonly env?: unknown;
  /** Those of the user that the agent passes on. */
  readonly inherited: Readonly<Record<string, string>>;
  readonly resolved?: (text: string) => string;
}

export function process({ command, args, env, inherited, resolved = same }: ProcessEntry): SeenServer | undefined {
  const list = texts(args ?? []);
  const own = isFields(env) ? Object.entries(env).map(([name, value]) => [name, resolved(String(value))]) : [];
  if (typeof command !== "string" || list === undefined) return undefined;
  return {
    transport: "stdio",
    command: resolved(command),
    args: list.map(resolved),
    env: { ...inherited, ...(Object.fromEntries(own) as Record<string, string>) },
  };
}

export function remote(
  transport: "http" | "sse" | "either",
  url: unknown,
  headers: unknown,
  resolved: (text: string) => string = same,
): SeenServer | undefined {
  const fields = isFields(headers ?? {}) ? ((headers ?? {}) as Fields) : undefined;
  if (typeof url !== "string" || fields === undefined || texts(Object.values(fields)) === undefined) return undefined;
  const values = Object.entries(fields).map(([name, value]) => [name, resolved(String(value))]);
  return { transport, url: resolved(url), headers: Object.fromEntries(values) as Record<string, string> };
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined;
}

export function same(text: string): string {
  return text;
}

/** `${NAME}` and `${NAME:-default}`; an unknown variable without default stays. */
export function bracedIn(env: ServedFile["env"]): (text: string) => string {
  return (text) => text.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (all, name: string, other?: string) => env[name] ?? other ?? all);
}

/** `$NAME` too. */
export function dollarIn(env: ServedFile["env"]): (text: string) => string {
  return (text) => bracedIn(env)(text).replaceAll(/\$(\w+)/g, (all, name: string) => env[name] ?? all);
}

/** `${env:NAME}`; an unknown variable becomes empty. */
export function prefixedIn(env: ServedFile["env"]): (text: string) => string {
  return (text) => text.replaceAll(/\$\{env:(\w+)\}/g, (_, name: string) => env[name] ?? "");
}

/** JSON as the standard has it, after a byte-order mark. */
export function strictJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON with comments, and with trailing commas where the agent takes them. */
export function commentedJson(text: string, trailingCommas: boolean): unknown {
  let plain = "";
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|[\s\S]/g)) {
    if (token.startsWith("//") || token.startsWith("/*")) continue;
    if (trailingCommas && /^[\]}]$/.test(token)) plain = plain.replace(/,\s*$/, "");
    plain += token;
  }
  return strictJson(plain);
}
