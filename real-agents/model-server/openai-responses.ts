/** OpenAI Responses (`POST /v1/responses`), spoken by Codex. */

import type { NativeCall, Turn } from "./script.ts";
import type { StreamEvent, WireForm } from "./wire-form.ts";

interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
}

type Item = { readonly type: string; readonly id: string; readonly [field: string]: unknown };

export const openaiResponses: WireForm = {
  name: "openai-responses",
  matches: (path) => /\/responses(\/compact)?(\?|$)/.test(path),
  reply({ body }, next) {
    const { model = "model", stream = false, tools = [] } = body as Body;
    const turn = next(tools.length, body);
    const items = itemsOf(turn);
    const begun = { id: `resp_${turn.serial}`, object: "response", created_at: 1, model, status: "in_progress", output: [] };
    const done = {
      ...begun,
      status: "completed",
      output: items,
      usage: {
        input_tokens: turn.tokens,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 10,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: turn.tokens + 10,
      },
    };
    return stream ? { kind: "stream", events: asStream(begun, done, items) } : { kind: "json", body: done };
  },
};

function itemsOf({ serial, say, calls }: Turn): Item[] {
  const items = calls.map((call, place) => callItem(call, `${serial}_${place}`));
  if (say === undefined) return items;
  const content = [{ type: "output_text", text: say, annotations: [] }];
  return [{ type: "message", id: `m_${serial}`, role: "assistant", status: "completed", content }, ...items];
}

function callItem({ name, args, namespace, text, search }: NativeCall, mark: string): Item {
  if (search)
    return {
      type: "tool_search_call",
      id: `tsc_${mark}`,
      call_id: `call_${mark}`,
      status: "completed",
      execution: "client",
      arguments: args,
    };
  const call = { call_id: `call_${mark}`, name, status: "completed" };
  if (text !== undefined) return { type: "custom_tool_call", id: `ctc_${mark}`, ...call, input: text };
  const grouped = namespace === undefined ? {} : { namespace };
  return { type: "function_call", id: `fc_${mark}`, ...call, ...grouped, arguments: JSON.stringify(args) };
}

/** Only the finished items are sent: the agents we run read nothing from the deltas between. */
function asStream(begun: unknown, done: unknown, items: readonly Item[]): StreamEvent[] {
  const events: { type: string; [field: string]: unknown }[] = [
    { type: "response.created", response: begun },
    ...items.flatMap((item, place) => [
      { type: "response.output_item.added", output_index: place, item: { ...item, status: "in_progress" } },
      { type: "response.output_item.done", output_index: place, item },
    ]),
    { type: "response.completed", response: done },
  ];
  return events.map((data) => ({ event: data.type, data }));
}
