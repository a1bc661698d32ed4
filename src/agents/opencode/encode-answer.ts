/** What the plugin file is answered; its head says what it does with each key. */

import { compact } from "../../canonical/json.ts";
import { type Answer, type Reply, SILENCE } from "../../canonical/outcome.ts";

export function encodeAnswer({ decision, reason, toolInput, context, native }: Answer): Reply {
  const output = compact({
    ...native,
    deny: decision === "deny" ? reason : undefined,
    args: toolInput,
    context,
  });
  return Object.keys(output).length === 0 ? SILENCE : { stdout: JSON.stringify(output), stderr: "", exitCode: 0 };
}
