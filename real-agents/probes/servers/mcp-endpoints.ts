/**
 * MCP servers for a probe: `mcp-endpoints.ts <notes>` serves `/http/<name>` (streamable HTTP) and `/sse/<name>` (the older pair of stream and
 * messages); `mcp-endpoints.ts <notes> <name>` is one on stdio. Each has one tool, `ping_<name>`. Requests are noted with their headers.
 */

import { appendFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";

import type { ServerNote } from "./question.ts";

export const ENDPOINTS_PORT = 8077;

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string };
}

const [notes = "", stdio] = process.argv.slice(2);
const streams = new Map<string, ServerResponse>();

function note(line: ServerNote): void {
  appendFileSync(notes, `${JSON.stringify(line)}\n`);
}

function answerTo({ id, method, params }: Message, name: string): string | undefined {
  if (id === undefined) return undefined;
  const answers: Readonly<Record<string, unknown>> = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name, version: "1" } },
    "tools/list": { tools: [{ name: `ping_${name}`, description: "Answers.", inputSchema: { type: "object", properties: {} } }] },
    "tools/call": { content: [{ type: "text", text: `pong ${name}` }] },
    ping: {},
  };
  const result = answers[method ?? ""];
  const body = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
  return JSON.stringify({ jsonrpc: "2.0", id, ...body });
}

async function bodyOf(request: IncomingMessage): Promise<Message> {
  let text = "";
  for await (const part of request) text += String(part);
  return JSON.parse(text || "{}") as Message;
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, kind = "", name = ""] = new URL(request.url ?? "", "http://x").pathname.split("/");
  if (request.method === "GET" && kind === "sse") {
    note({ name, by: "sse", url: request.url ?? "", headers: request.headers });
    streams.set(name, response.writeHead(200, { "content-type": "text/event-stream" }));
    response.write(`event: endpoint\ndata: /messages/${name}\n\n`);
  } else if (request.method === "POST" && kind === "messages") {
    const answer = answerTo(await bodyOf(request), name);
    response.writeHead(202).end();
    if (answer !== undefined) streams.get(name)?.write(`event: message\ndata: ${answer}\n\n`);
  } else if (request.method === "POST" && kind === "http") {
    note({ name, by: "http", url: request.url ?? "", headers: request.headers });
    const answer = answerTo(await bodyOf(request), name);
    if (answer === undefined) response.writeHead(202).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(answer);
  } else response.writeHead(request.method === "GET" ? 405 : 404).end();
}

if (stdio === undefined) createServer((request, response) => void serve(request, response)).listen(ENDPOINTS_PORT, "127.0.0.1");
else {
  note({ name: stdio, by: "stdio", url: "", headers: {} });
  createInterface({ input: process.stdin }).on("line", (line) => {
    const answer = answerTo(JSON.parse(line) as Message, stdio);
    if (answer !== undefined) process.stdout.write(`${answer}\n`);
  });
}
