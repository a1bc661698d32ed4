/** A server that is reached, as an agent's file has it, and whether the agent's files can have it at all. */

import { AGENTS } from "../agents/list.ts";
import { isImpossible, type RemoteServer as NativeRemote } from "../agents/set-up.ts";
import type { RemoteServer } from "../plugins/plugin.ts";

type Remote = Pick<RemoteServer, "name" | "transport" | "url" | "headers" | "packageRoot">;

export function nativeRemote({ name, transport, url, headers, packageRoot }: Remote): NativeRemote {
  return {
    name,
    transport,
    url,
    headers: Object.fromEntries(headers.map((header) => [header.name, header.value])),
    ...(packageRoot === undefined ? {} : { isLiteral: true as const }),
  };
}

/** Some place of the agent's lacks its transport, or gives a meaning to its texts. An agent that we do not know has all of them. */
export function isBeyond(agent: string, server: Remote): boolean {
  const files = AGENTS.find(({ name }) => name === agent)?.servers;
  if (files === undefined) return false;
  const places = (["user", "local", "project"] as const).filter((place) => files[place] !== undefined);
  return places.some((place) => isImpossible(files.entry(nativeRemote(server), place)));
}
