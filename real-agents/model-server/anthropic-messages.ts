/** Anthropic Messages (`POST /v1/messages`), spoken by Claude Code. */

import type { StreamEvent, WireForm } from "./wire-form.ts";

interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
}

type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

export const anthropicMessages: WireForm = {
  name: "anthropic-messages",
  matches: (path) => /\/messages(\/count_tokens)?(\?|$)/.test(path),
  reply({ path, body }, next) {
    if (path.includes("/count_tokens")) return { kind: "json", body: { input_tokens: 10 } };
    const { model = "model", stream = false, tools = [] } = body as Body;
    const turn = next(tools.length, body);
    const blocks: Block[] = turn.calls.map(({ name, args }, place) => ({
      type: "tool_use",
      id: `toolu_${turn.serial}_${place}`,
      name,
      input: args,
    }));
    if (turn.say !== undefined) blocks.unshift({ type: "text", text: turn.say });
    const message = {
      id: `msg_${turn.serial}`,
      type: "message",
      role: "assistant",
      model,
      content: blocks,
      stop_reason: turn.calls.length > 0 ? "tool_use" : "end_turn",
      stop_sequence: null,
      usage: { input_tokens: turn.tokens, output_tokens: 10 },
    };
    return stream ? { kind: "stream", events: asStream(message, blocks) } : { kind: "json", body: message };
  },
};

function asStream(message: { readonly stop_reason: string }, blocks: readonly Block[]): StreamEvent[] {
  const events: { type: string; [field: string]: unknown }[] = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    ...blocks.flatMap((block, index) => [
      { type: "content_block_start", index, content_block: block.type === "text" ? { ...block, text: "" } : { ...block, input: {} } },
      {
        type: "content_block_delta",
        index,
        delta:
          block.type === "text"
            ? { type: "text_delta", text: block.text }
            : { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
      },
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } },
    { type: "message_stop" },
  ];
  return events.map((data) => ({ event: data.type, data }));
}
