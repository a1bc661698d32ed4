/**
 * An agent whose hooks are run by code that Symposium generated: that code sends the input of the interchange format, with the agent's own
 * payload in `raw`, and reads that format's answer.
 */

import type { HookTime } from "../agents/agent.ts";
import { compact, isObject, type JsonObject } from "../canonical/json.ts";
import type { Answer } from "../canonical/outcome.ts";

export function envelopeHost(agent: HookTime): HookTime {
  return {
    ...agent,
    contextBesideDeny: "beside",
    read: (payload, nativeEvent) => {
      const input = agent.read(rawIn(payload), nativeEvent);
      // The generated code keeps context for the next place that can carry it.
      return { ...input, can: { ...input.can, context: true } };
    },
    withToolInput: (payload, toolInput) => agent.withToolInput(rawIn(payload), toolInput),
    encode: (answer) => {
      const said = answerIn(answer);
      return { stdout: Object.keys(said).length === 0 ? "" : JSON.stringify(said), stderr: "", exitCode: 0 };
    },
  };
}

function rawIn(payload: JsonObject): JsonObject {
  const { raw } = payload;
  return isObject(raw) ? raw : payload;
}

function answerIn({ decision, reason, context, toolInput }: Answer): JsonObject {
  return compact({ decision, reason, context, updated_input: toolInput });
}
