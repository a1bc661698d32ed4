/** The demo's calls: payload fixtures with the scene's input, and the answers of the registered commands. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { loadHookTime } from "../src/agents/find-agent.ts";
import { lookUp } from "../src/lookup.ts";
import type { EventName } from "../src/model/event.ts";
import type { JsonObject } from "../src/model/json.ts";
import type { Loss } from "../src/model/outcome.ts";
import { NEUTRAL_TOOLS, type NeutralTool } from "../src/model/tool.ts";
import { type Ended, registeredText, runText } from "./demo-commands.ts";

const ROOT = join(import.meta.dirname, "..");

export interface Scene {
  readonly title: string;
  readonly event: EventName;
  readonly tool?: NeutralTool;
  /** Fields that replace those of the fixture's tool input, in Claude's names. */
  readonly input?: JsonObject;
}

export interface AgentCall {
  readonly nativeEvent: string;
  readonly payload: JsonObject;
}

export interface Got extends Ended {
  readonly losses: readonly Loss[];
}

/** A call of the agent for this scene; `undefined` when the agent has no such event. */
export async function agentPayload(agent: string, { event, tool, input }: Scene): Promise<AgentCall | undefined> {
  const hookTime = await loadHookTime(agent);
  if (hookTime === undefined) return undefined;
  for (const { nativeEvent, payload } of fixtureCalls(agent)) {
    if (lookUp(hookTime.events, nativeEvent)?.event !== event) continue;
    const read = hookTime.read(payload, nativeEvent);
    if (read.tool?.neutral !== tool) continue;
    const changed = input === undefined || Object.keys(input).length === 0 ? undefined : hookTime.changedInput(read, input);
    return { nativeEvent, payload: changed === undefined ? payload : hookTime.withToolInput(payload, changed) };
  }
  return undefined;
}

/** The same tool a moment later, in the same session. */
export async function afterTool(agent: string, { tool, title }: Scene): Promise<AgentCall | undefined> {
  return agentPayload(agent, { title, event: "PostToolUse", ...(tool === undefined ? {} : { tool }) });
}

/** The scene in the symposium format, which needs no agent, outside any workspace. */
function symposiumPayload(home: string, { event, tool, input }: Scene): JsonObject {
  const fields = tool === undefined ? { prompt: "hello" } : { tool_name: NEUTRAL_TOOLS[tool], tool_input: { ...input } };
  return { [event]: { ...fields, session_id: "demo", cwd: home } };
}

/** Runs the command in the agent's file. */
export function callAsAgent(home: string, agent: string, { nativeEvent, payload }: AgentCall): Got {
  return { ...runText(home, registeredText(home, agent, nativeEvent), payload), losses: lossesOf(home) };
}

/** The plugin's own answer, before Symposium translates it. */
export function callNeutral(home: string, scene: Scene): Got {
  const text = `"$HOME/.symposium/bin/symposium-hook" symposium ${scene.event}`;
  return { ...runText(home, text, symposiumPayload(home, scene)), losses: lossesOf(home) };
}

/** Every kind of loss of the last call, of its handlers and of the combined answer. */
function lossesOf(home: string): readonly Loss[] {
  const lines = readFileSync(join(home, ".symposium/trace/trace.jsonl"), "utf8").trimEnd().split("\n");
  const { losses, ran } = JSON.parse(lines.at(-1) ?? "{}") as { losses: Loss[]; ran: { losses?: Loss[] }[] };
  const all = [...losses, ...ran.flatMap((hook) => hook.losses ?? [])];
  const first = all.filter(({ code }, place) => all.findIndex((other) => other.code === code) === place);
  return first.map((loss) => {
    const fields = all.flatMap(({ code, field }) => (code === loss.code && field !== undefined ? [field] : []));
    return fields.length === 0 ? loss : { ...loss, field: [...new Set(fields)].join(", ") };
  });
}

/** Shortest name first: `Stop.json` before `Stop.again.json`. */
function fixtureCalls(agent: string): AgentCall[] {
  const folder = join(ROOT, "test/agents", agent, "payloads");
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files
    .sort((left, right) => left.length - right.length)
    .map((name) => ({
      nativeEvent: name.slice(0, name.indexOf(".")),
      payload: JSON.parse(readFileSync(join(folder, name), "utf8")) as JsonObject,
    }));
}
