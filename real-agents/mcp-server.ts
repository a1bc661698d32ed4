/** A minimal MCP server on stdio with one tool. Its tool name has both `-` and `_`, because agents fold them differently. */

import { createInterface } from "node:readline";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: unknown };
}

const TOOL = {
  name: "ping_al-pha",
  description: "Answers with what it was given.",
  inputSchema: { type: "object", properties: { word: { type: "string" } } },
};

const ANSWERS: Readonly<Record<string, (message: Message) => unknown>> = {
  initialize: ({ params }) => ({
    protocolVersion: params?.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "scripted", version: "1" },
  }),
  "tools/list": () => ({ tools: [TOOL] }),
  "tools/call": ({ params }) => ({ content: [{ type: "text", text: `pong ${JSON.stringify(params?.arguments)}` }] }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line) as Message;
  if (message.id === undefined) return;
  const answer = ANSWERS[message.method ?? ""];
  const body = answer === undefined ? { error: { code: -32601, message: "Method not found" } } : { result: answer(message) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body })}\n`);
});
