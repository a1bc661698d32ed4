/** The stdio server behind HTTP, because the protocol's conformance tests know only that: one process for each session, messages passed on as they are. */

import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";

export interface OverHttp extends AsyncDisposable {
  readonly url: string;
}

interface Session {
  readonly child: ChildProcessWithoutNullStreams;
  readonly waiting: Map<unknown, (answer: string) => void>;
}

export async function overHttp(start: () => ChildProcessWithoutNullStreams): Promise<OverHttp> {
  const sessions = new Map<string, Session>();
  const http = createServer((request, response) => {
    void textOf(request).then(async (text) => {
      if (request.method !== "POST") return response.writeHead(405).end();
      const message = JSON.parse(text) as { id?: unknown; method?: string };
      const id = message.method === "initialize" ? randomUUID() : String(request.headers["mcp-session-id"]);
      const session = sessions.get(id) ?? open(start());
      sessions.set(id, session);
      const answer = message.id === undefined ? undefined : new Promise<string>((resolve) => session.waiting.set(message.id, resolve));
      session.child.stdin.write(`${JSON.stringify(message)}\n`);
      if (answer === undefined) return response.writeHead(202).end();
      return response.writeHead(200, { "content-type": "application/json", "mcp-session-id": id }).end(await answer);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    [Symbol.asyncDispose]: () => {
      for (const { child } of sessions.values()) child.stdin.end();
      http.closeAllConnections();
      return new Promise((resolve) => http.close(() => resolve()));
    },
  };
}

function open(child: ChildProcessWithoutNullStreams): Session {
  const waiting: Session["waiting"] = new Map();
  createInterface(child.stdout).on("line", (line) => {
    const { id, method } = JSON.parse(line) as { id?: unknown; method?: string };
    if (method === undefined) waiting.get(id)?.(line);
  });
  return { child, waiting };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}
