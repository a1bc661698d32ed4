/**
 * The scripted model on loopback. It picks the wire form by the path of the request, plays the script, and writes every
 * request as one line of JSON: what reached "the model" is decided by reading that log, not by asking the agent.
 */

import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";

import { anthropicMessages } from "./anthropic-messages.ts";
import { geminiGenerate } from "./gemini-generate.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { playScript, type Script } from "./script.ts";
import type { WireForm, WireReply } from "./wire-form.ts";

const WIRE_FORMS: readonly WireForm[] = [anthropicMessages, openaiResponses, openaiChat, geminiGenerate];

const MODEL_LIST = { object: "list", data: [{ id: "scripted", object: "model", created: 1, owned_by: "test", type: "model" }], models: [] };

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** The wire form that answered; absent for a request none of them knows. */
  readonly form?: string;
  /** Of a request that is not for the model. */
  readonly authorization?: string;
  readonly body: unknown;
}

/** HTTP hooks are answered below this path: nothing to object. */
export const HOOK_PATH = "/hook/";

/** Serves until closed. The promise settles once the port is open. */
export function startModelServer({ port, script, log }: { port: number; script: Script; log: string }): Promise<Server> {
  const next = playScript(script, (command) => execFileSync("/bin/sh", ["-ec", command], { env: { PATH: "/usr/bin:/bin" } }));
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const path = request.url ?? "/";
      const body = parsed(Buffer.concat(pieces).toString());
      const form = request.method === "POST" ? WIRE_FORMS.find((one) => one.matches(path)) : undefined;
      const { authorization } = request.headers;
      const more = form === undefined ? (authorization === undefined ? {} : { authorization }) : { form: form.name };
      record(log, { method: request.method ?? "", path, ...more, body });
      if (form !== undefined) send(response, form.reply({ path, body }, next));
      else if (path.startsWith(HOOK_PATH)) send(response, { kind: "json", body: {} });
      else if (/\/models(\?|$)/.test(path)) send(response, { kind: "json", body: MODEL_LIST });
      else send(response, { kind: "json", body: { error: { message: "not served here" } } }, 404);
    });
  });
  return new Promise((opened, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => opened(server));
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function record(log: string, entry: LoggedRequest): void {
  appendFileSync(log, `${JSON.stringify(entry)}\n`);
}

function send(response: ServerResponse, reply: WireReply, status = 200): void {
  if (reply.kind === "json") {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(reply.body));
    return;
  }
  response.writeHead(status, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const { event, data } of reply.events) {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${text}\n\n`);
  }
  response.end();
}
