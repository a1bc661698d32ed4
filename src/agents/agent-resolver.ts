/** How words in manifests become agents and their events, for whoever reads plugins. */

import { resolveNativeEvent } from "./resolve-event.ts";
import { resolveAgent } from "./resolve.ts";

export const AGENT_RESOLVER = { resolveAgent, resolveNativeEvent };
