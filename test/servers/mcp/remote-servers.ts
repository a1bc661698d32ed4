/** MCP servers on loopback, over streamable HTTP and over SSE, that tell which headers a request had. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface RemoteServers extends AsyncDisposable {
  readonly http: string;
  readonly sse: string;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string };
}

export async function remoteServers(): Promise<RemoteServers> {
  let stream: ServerResponse | undefined;
  const server = createServer(async (request, response) => {
    if (request.method === "GET" && request.url === "/sse") {
      stream = response.writeHead(200, { "content-type": "text/event-stream" });
      return void stream.write("event: endpoint\ndata: /messages\n\n");
    }
    if (request.method !== "POST") return void response.writeHead(405).end();
    let text = "";
    for await (const part of request) text += String(part);
    const answer = answerTo(JSON.parse(text) as Message, String(request.headers["x-key"]));
    if (request.url === "/messages") {
      response.writeHead(202).end();
      return void (answer === undefined || stream?.write(`event: message\ndata: ${answer}\n\n`));
    }
    return void (answer === undefined
      ? response.writeHead(202).end()
      : response.writeHead(200, { "content-type": "application/json" }).end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    http: `${base}/mcp`,
    sse: `${base}/sse`,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function answerTo({ id, method, params }: Message, key: string): string | undefined {
  if (id === undefined) return undefined;
  const result = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "remote", version: "1" } },
    "tools/list": { tools: [{ name: "key", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: key }] },
  }[method ?? ""];
  return JSON.stringify({ jsonrpc: "2.0", id, ...(result === undefined ? { error: { code: -32601, message: "unknown" } } : { result }) });
}
