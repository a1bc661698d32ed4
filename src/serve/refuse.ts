/**
 * Answers in place of a server that does not start: every request gets an error that says why and what to run, until stdin ends. An agent
 * shows such an error, and hides the stderr of a program that exits.
 */

import { messageLines } from "../app/servers/message-lines.ts";

/** In the range that JSON-RPC leaves to servers; clients use the first few for their own errors. */
export const REFUSED = -32_050;

export function refuse(message: string): Promise<void> {
  return new Promise((resolve) => {
    const onEnd = () => resolve();
    const lines = messageLines((line) => {
      const answer = answerTo(line, message);
      if (answer !== undefined) process.stdout.write(`${answer}\n`);
    }, onEnd);
    process.stdout.on("error", onEnd);
    process.stdin.on("data", lines).on("end", onEnd).on("close", onEnd).on("error", onEnd);
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
  if (!Array.isArray(parsed)) {
    const one = errorFor(parsed, message);
    return one === undefined ? undefined : JSON.stringify(one);
  }
  const all = parsed.flatMap((one) => errorFor(one, message) ?? []);
  return all.length === 0 ? undefined : JSON.stringify(all);
}

function errorFor(request: unknown, message: string): object | undefined {
  if (typeof request !== "object" || request === null || !("method" in request) || typeof request.method !== "string") return undefined;
  const id = "id" in request ? request.id : undefined;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  return { jsonrpc: "2.0", id, error: { code: REFUSED, message } };
}
