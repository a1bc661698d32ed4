import { beforeAll, describe, expect, test } from "vitest";

import { loadHookTime, loadShim } from "../../../src/agents/find-agent.ts";
import { AGENT_NAMES } from "../../../src/agents/hook-list.ts";
import { unknownFields } from "../../../src/agents/unknown-fields.ts";
import type { EventName } from "../../../src/model/event.ts";
import { capturedPayloads } from "../../support/payloads.ts";

/** What a real payload of one agent leaves open for hooks of another. */
interface Left {
  readonly name: string;
  readonly event: EventName;
  readonly fields: readonly string[];
}

const left = new Map<string, Left[]>();
const SOURCE = "claude-code";

beforeAll(async () => {
  const shim = await loadShim(SOURCE);
  for (const { agent, name, event, payload } of capturedPayloads()) {
    const input = (await loadHookTime(agent))?.read(payload, event);
    if (input === undefined || input.event === null) continue;
    left.set(agent, [...(left.get(agent) ?? []), { name, event: input.event, fields: shim?.unknownFields?.(input) ?? [] }]);
  }
});

/** Written by hand: what these agents say sometimes, and not in words that Claude Code has, or not in every version. */
const NOT_ALWAYS = [
  "cursor sessionEnd lacks reason",
  "cursor sessionStart lacks transcript_path",
  "kiro preToolUse.no-session lacks session_id",
  "kiro userPromptSubmit.no-session lacks session_id",
  "qwen-code PermissionRequest.shell lacks permission_suggestions",
];

describe("IX-12 what a hook does not find out on another agent", () => {
  test.each(AGENT_NAMES.filter((agent) => agent !== SOURCE))("a recorded payload of %s says everything but what is listed", (agent) => {
    const wrong = (left.get(agent) ?? []).flatMap(({ name, event, fields }) => {
      const listed = unknownFields(SOURCE, agent, event);
      const more = fields.filter((field) => !listed.includes(field)).map((field) => `${agent} ${name} lacks ${field}`);
      return [...more, ...listed.filter((field) => !fields.includes(field)).map((field) => `${agent} ${name} has ${field}`)];
    });
    expect(wrong).toEqual(NOT_ALWAYS.filter((one) => one.startsWith(`${agent} `)));
  });
});
