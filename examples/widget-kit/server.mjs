#!/usr/bin/env node
// An MCP server without a library: a JSON-RPC message per line, on stdin and stdout. It keeps notes over sessions and updates.
import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const { NOTES } = process.env;

const NOTE = {
  name: "note",
  description: "Keep a note about a device, and read all notes",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "widget-notes", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [NOTE] }),
  "tools/call": ({ arguments: { text } }) => {
    appendFileSync(NOTES, `${text}\n`);
    return { content: [{ type: "text", text: readFileSync(NOTES, "utf8") }] };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = ANSWERS[method];
  const body = answer === undefined ? { error: { code: -32601, message: `unknown method ${method}` } } : { result: answer(params ?? {}) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...body })}\n`);
}
