/** The files that a plugin was read from besides its manifest: the hook manifest it names, and the servers of an Agent Plugin, which may also appear later. */

import { join } from "node:path";

import { SERVERS } from "./agent-plugin/format.ts";
import type { Plugin } from "./plugin.ts";

export function filesBeside({ hooksManifest, agentPlugin, directory }: Plugin): readonly string[] {
  return [...(hooksManifest === undefined ? [] : [hooksManifest]), ...(agentPlugin === undefined ? [] : [join(directory, SERVERS)])];
}
