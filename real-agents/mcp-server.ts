/**
 * A minimal MCP server on stdio: `mcp-server.ts [notes tool…]`. Calls are written to `notes`. Without names it has one tool, whose name has both `-`
 * and `_`, because agents fold them differently.
 */

import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string; readonly name?: string; readonly arguments?: unknown };
}

const [notes, ...names] = process.argv.slice(2);
const TOOLS = (names.length === 0 ? ["ping_al-pha"] : names).map((name) => ({
  name,
  description: "Answers with what it was given.",
  inputSchema: { type: "object", properties: { word: { type: "string" } } },
}));

const ANSWERS: Readonly<Record<string, (message: Message) => unknown>> = {
  initialize: ({ params }) => ({
    protocolVersion: params?.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "scripted", version: "1" },
  }),
  "tools/list": () => ({ tools: TOOLS }),
  "tools/call": ({ params }) => {
    if (notes !== undefined) appendFileSync(notes, `${params?.name}\n`);
    return { content: [{ type: "text", text: `pong ${JSON.stringify(params?.arguments)}` }] };
  },
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line) as Message;
  if (message.id === undefined) return;
  const answer = ANSWERS[message.method ?? ""];
  const body = answer === undefined ? { error: { code: -32601, message: "Method not found" } } : { result: answer(message) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body })}\n`);
});
