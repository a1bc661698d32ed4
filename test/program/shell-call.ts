import type { AgentUnderTest } from "../conformance/agents.ts";
import { type Payload, withToolInput } from "../oracles/oracle.ts";

/** The agent's own payload of a shell command about to run, with another command in it. */
export function shellCall({ oracle, payloads }: AgentUnderTest, command: string): { readonly event: string; readonly payload: Payload } {
  const file = payloads.find(({ name, event, payload }) => oracle.means(event, payload) === "PreToolUse" && name.endsWith(".shell"));
  if (file === undefined) throw new Error(`${oracle.agent} has no payload of a shell command`);
  const input = { ...(oracle.toolInput(file.payload) as object), [oracle.commandField ?? "command"]: command };
  return { event: file.event, payload: withToolInput(oracle, file.payload, input) };
}
