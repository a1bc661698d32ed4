/** A minimal MCP server over HTTP on loopback, inside the run: one tool, every call noted with the `authorization` that came with it. */

import { appendFileSync } from "node:fs";
import { createServer } from "node:http";

import { answerTo, type Message } from "./mcp-answers.ts";

export const HTTP_PORT = 8098;
export const HTTP_TOOL = "ask_harbour_master";

/** Serves until the process ends. The promise settles once the port is open. */
export function startHttpServer(notes: string): Promise<void> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      if (request.url !== "/mcp" || request.method !== "POST") {
        response.writeHead(request.method === "GET" && request.url === "/mcp" ? 405 : 404).end();
        return;
      }
      const onCall = (tool: string) => appendFileSync(notes, `${tool} ${request.headers.authorization ?? ""}\n`);
      const answer = answerTo(JSON.parse(Buffer.concat(pieces).toString()) as Message, { tools: [HTTP_TOOL], onCall });
      if (answer === undefined) response.writeHead(202).end();
      else response.writeHead(200, { "content-type": "application/json" }).end(answer);
    });
  });
  return new Promise((opened, failed) => {
    server.once("error", failed);
    server.listen(HTTP_PORT, "127.0.0.1", opened);
  });
}
