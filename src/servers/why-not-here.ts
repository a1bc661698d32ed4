/** Why a server does not run here: its plugin's reason, or that no plugin has it. */

import type { PlacedContext } from "../host/places.ts";
import { quotedPath } from "../model/safe-text.ts";
import { whyClosed } from "../plugins/gates/why-closed.ts";
import { loadHere } from "../plugins/here/load-here.ts";
import type { NotStartable } from "../plugins/mcp-servers/server-process.ts";
import { isOfPlugin, serversMeant } from "../plugins/server-word.ts";

export async function whyNotHere(app: PlacedContext, word: string): Promise<NotStartable> {
  const { loaded } = loadHere(app);
  const all = loaded.plugins.flatMap(({ plugin, source, isMember, servers }) =>
    servers.map(({ server, inactive }) => {
      const surroundings = { ...loaded.surroundings, isMember };
      const reason = inactive ?? whyClosed(plugin.gate, surroundings) ?? whyClosed(server.gate, surroundings);
      return { plugin: plugin.name, source, name: server.name, reason };
    }),
  );
  const [one] = serversMeant(word, all);
  if (one?.reason !== undefined)
    return { problem: `it is not active here: ${one.reason}`, hint: `see \`symposium plugin show ${quotedPath(one.plugin)}\`` };
  const owner = loaded.plugins.find(({ plugin }) => isOfPlugin(word, plugin.name))?.plugin.name;
  if (one === undefined && owner !== undefined)
    return {
      problem: `plugin ${owner} has no such server now`,
      hint: `see \`symposium plugin show ${quotedPath(owner)}\`; \`symposium sync\` removes it from the agent`,
    };
  if (one === undefined) return { problem: "no active plugin has it here", hint: "run `symposium sync` to remove it from the agent" };
  const first = all.find(({ name, reason }) => name === one.name && reason === undefined);
  return { problem: `the server ${one.name} of plugin ${first?.plugin ?? one.plugin} comes first`, hint: "run `symposium sync`" };
}
