/** References to variables in the address and headers of a server: `${NAME}` in a manifest, another syntax in each agent's file (MC-12). */

import type { Impossible, LaunchedServer, RemoteServer } from "./set-up.ts";

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

export interface WrittenRemote {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The address and headers of a server in the agent's syntax. */
export function remoteIn({ url, headers, isLiteral }: RemoteServer, syntax: ReferenceSyntax): WrittenRemote | Impossible {
  const written: [name: string, value: string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    const text = textIn(value, syntax, isLiteral);
    if (typeof text !== "string") return text;
    written.push([name, text]);
  }
  const address = textIn(url, syntax, isLiteral);
  return typeof address === "string" ? { url: address, headers: Object.fromEntries(written) } : address;
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

/** `headers` for an entry that has none where there are none. */
export function headersOf({ headers }: WrittenRemote): { readonly headers?: Readonly<Record<string, string>> } {
  return Object.keys(headers).length === 0 ? {} : { headers };
}

/** `env` for an entry whose agent gives a process only what is named there. */
export function environmentOf(
  { variables = [] }: LaunchedServer,
  written: (variable: string) => string,
): { readonly env?: Readonly<Record<string, string>> } {
  return variables.length === 0 ? {} : { env: Object.fromEntries(variables.map((variable) => [variable, written(variable)])) };
}
