import type { AgentUnderTest } from "../conformance/agents.ts";
import type { Payload } from "../oracles/oracle.ts";

/** The agent's own payload of a shell command about to run, with another command in it: words without quotes, for some send JSON in JSON. */
export function shellCall({ oracle, payloads }: AgentUnderTest, command: string): { readonly event: string; readonly payload: Payload } {
  const file = payloads.find(({ name, event, payload }) => oracle.means(event, payload) === "PreToolUse" && name.endsWith(".shell"));
  if (file === undefined) throw new Error(`${oracle.agent} has no payload of a shell command`);
  const input = oracle.toolInput(file.payload) as Record<string, unknown>;
  const [, sent] = Object.entries(input).find(([key]) => key.startsWith("command")) ?? [];
  if (typeof sent !== "string") throw new Error(`${oracle.agent}: ${file.name} shows no command`);
  return { event: file.event, payload: JSON.parse(JSON.stringify(file.payload).replaceAll(sent, command)) as Payload };
}
