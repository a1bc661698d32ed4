/** Turns the names in manifests into agents and events, for the code that reads plugins. */

import { resolveNativeEvent } from "./resolve-event.ts";
import { resolveAgent } from "./hook-time.ts";

export const AGENT_RESOLVER = { resolveAgent, resolveNativeEvent };
