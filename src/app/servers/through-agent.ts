/** Servers that the agent itself loads with an Agent Plugin (AP-6): our own server does not offer them again. */

import { resolveAgent } from "../../agents/hook-time.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { packagedThrough } from "../../plugins/agent-plugin/through-agents.ts";
import type { IndexedServer } from "../../plugins/dispatch-index/format.ts";
import { workspaceFolder } from "../workspace-folder.ts";

/** Without an agent, or with an unknown one, all of them. */
export async function withoutLoaded(
  servers: readonly IndexedServer[],
  agent: string | undefined,
  { context }: PlacedContext,
): Promise<readonly IndexedServer[]> {
  const name = agent === undefined ? undefined : resolveAgent(agent);
  if (name === undefined || servers.every(({ packageRoot }) => packageRoot === undefined)) return servers;
  const { of } = await packagedThrough({ agents: [name], context, project: workspaceFolder(context) ?? undefined });
  return servers.filter(
    ({ plugin, packageRoot }) =>
      packageRoot === undefined || !of({ name: plugin, directory: packageRoot }).some(({ takes }) => takes.includes("servers")),
  );
}
