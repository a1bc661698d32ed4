#!/usr/bin/env node
// An MCP server without a library: a JSON-RPC message per line, on stdin and stdout.
import { createInterface } from "node:readline";

const LOOKUP = {
  name: "lookup",
  description: "Explain a command of widget",
  inputSchema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
};

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "widget-docs", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [LOOKUP] }),
  "tools/call": ({ arguments: { command } }) => ({
    content: [{ type: "text", text: `widget ${command}: one device at a time, and save it first` }],
  }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = ANSWERS[method];
  const body = answer === undefined ? { error: { code: -32601, message: `unknown method ${method}` } } : { result: answer(params ?? {}) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...body })}\n`);
}
