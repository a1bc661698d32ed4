/** A decision takes effect at once: agents call for the events of what the user accepted, and hook calls find it. */

import { AGENT_RESOLVER } from "../../agents/agent-resolver.ts";
import { configInForce } from "../../config/read-config.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { rebuildIndex } from "../../plugins/dispatch-index/rebuild.ts";
import { registerAskedEvents } from "../../registration/register-asked-events.ts";
import { BUILD } from "../../version.ts";
import { workspaceFolder } from "../workspace-folder.ts";

/** Without agents there is nothing to do: `init` does it. */
export async function takeEffect({ context, places }: PlacedContext): Promise<void> {
  const read = configInForce(places);
  if (!read.ok || read.config.agents.length === 0) return;
  await registerAskedEvents({ context, places }, read.config);
  const folder = workspaceFolder(context);
  await rebuildIndex({ context, places, folder, program: BUILD, agents: AGENT_RESOLVER });
}
