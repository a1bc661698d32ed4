/** What hosts that copied Claude's keys send: the reverse of `read-payload.ts`. */

import type { JsonObject } from "../../canonical/json.ts";
import type { Told } from "../told-event.ts";

export function claudeKeys({ session, transcript, cwd }: Told, nativeEvent: string): JsonObject {
  return { session_id: session, transcript_path: transcript, cwd, hook_event_name: nativeEvent };
}

export function toolKeys({ tool }: Told): JsonObject {
  return { tool_name: tool.name, tool_input: tool.input };
}
