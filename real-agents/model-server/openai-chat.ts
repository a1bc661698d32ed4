/** OpenAI Chat Completions (`POST /v1/chat/completions`), the form most other agents can be pointed at. */

import type { WireForm } from "./wire-form.ts";

interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
}

export const openaiChat: WireForm = {
  name: "openai-chat",
  matches: (path) => /\/chat\/completions(\?|$)/.test(path),
  reply({ body }, next) {
    const { model = "model", stream = false, tools = [] } = body as Body;
    const turn = next(tools.length, body);
    const calls = turn.calls.map(({ name, args }, index) => ({
      index,
      id: `call_${turn.serial}_${index}`,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    }));
    const message = { role: "assistant", content: turn.say ?? null, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
    const ending = calls.length === 0 ? "stop" : "tool_calls";
    const usage = { prompt_tokens: turn.tokens, completion_tokens: 10, total_tokens: turn.tokens + 10 };
    const head = { id: `chatcmpl-${turn.serial}`, created: 1, model };
    if (!stream) {
      const choices = [{ index: 0, finish_reason: ending, message }];
      return { kind: "json", body: { ...head, object: "chat.completion", choices, usage } };
    }
    const chunk = (choices: readonly unknown[], more = {}) => ({ data: { ...head, object: "chat.completion.chunk", choices, ...more } });
    return {
      kind: "stream",
      events: [
        chunk([{ index: 0, delta: message, finish_reason: null }]),
        chunk([{ index: 0, delta: {}, finish_reason: ending }]),
        chunk([], { usage }),
        { data: "[DONE]" },
      ],
    };
  },
};
