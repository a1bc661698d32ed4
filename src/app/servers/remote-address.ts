/** Address and headers of a server that is reached, with the values of the variables that they refer to (MC-12). Those of an Agent Plugin refer to none. */

import type { Context } from "../../context.ts";
import { lookUp, put } from "../../lookup.ts";
import type { IndexedServer } from "../../plugins/dispatch-index/format.ts";
import { referencesIn, withReferences } from "../../plugins/references.ts";
import type { NotStartable } from "./server-process.ts";

export type RemoteServer = Extract<IndexedServer, { readonly transport: "http" | "sse" }>;

export interface RemoteAddress {
  readonly url: URL;
  readonly headers: Record<string, string>;
}

export function remoteAddress(server: RemoteServer, { env }: Pick<Context, "env">): RemoteAddress | NotStartable {
  const isLiteral = server.packageRoot !== undefined;
  const texts = isLiteral ? [] : [server.url, ...server.headers.map(({ value }) => value)];
  const unset = texts.flatMap(referencesIn).find((name) => lookUp(env, name) === undefined);
  if (unset !== undefined)
    return {
      problem: `it refers to \${${unset}}, and ${unset} is not set`,
      hint: `set ${unset} in the environment of the agent and restart it`,
    };
  const filled = (text: string) => (isLiteral ? text : withReferences(text, (name) => lookUp(env, name) ?? ""));
  const url = filled(server.url);
  if (!URL.canParse(url)) return { problem: `${JSON.stringify(server.url)} is not a valid address` };
  const headers: Record<string, string> = {};
  for (const { name, value } of server.headers) put(headers, name, filled(value));
  return { url: new URL(url), headers };
}
