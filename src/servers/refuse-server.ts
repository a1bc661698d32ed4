/** In place of a server: every request is answered with the reason, until the agent closes our stdin. */

import { listenToStdin } from "../host/engine.ts";
import { writeAll } from "../host/output.ts";
import { printable } from "../model/safe-text.ts";
import { messageLines } from "../plugins/mcp-servers/message-lines.ts";

/** In the range that JSON-RPC leaves to servers; clients use the first few for their own errors. */
export const REFUSED = -32_050;

export function refuseServer(word: string, { problem, hint }: { readonly problem: string; readonly hint?: string }): Promise<void> {
  const message = printable(`Symposium does not start the server ${word}: ${problem}${hint === undefined ? "" : `; ${hint}`}`);
  writeAll(2, `${message}\n`);
  return new Promise((resolve) => {
    const onEnd = () => resolve();
    const onBytes = messageLines((line) => {
      const answer = answerTo(line, message);
      if (answer !== undefined && !writeAll(1, `${answer}\n`)) onEnd();
    }, onEnd);
    listenToStdin({ onBytes, onEnd, onError: onEnd });
  });
}

/** `undefined` for notifications, responses and anything else. */
export function answerTo(line: string, message: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed)) return JSON.stringify(errorFor(parsed, message));
  const all = parsed.flatMap((one) => errorFor(one, message) ?? []);
  return all.length === 0 ? undefined : JSON.stringify(all);
}

function errorFor(request: unknown, message: string): object | undefined {
  if (typeof request !== "object" || request === null || !("method" in request) || typeof request.method !== "string") return undefined;
  const id = "id" in request ? request.id : undefined;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  return { jsonrpc: "2.0", id, error: { code: REFUSED, message } };
}
