/**
 * Answers in place of a server that does not start: every request gets an error that says why and what to run, until stdin ends. An agent
 * shows such an error, and hides the stderr of a program that exits.
 */

/** In the range that JSON-RPC leaves to servers; clients use the first few for their own errors. */
export const REFUSED = -32_050;
/** A longer line is not a request to answer. */
const MOST_BYTES = 16 * 1024 * 1024;

export function refuse(message: string): Promise<void> {
  const lines = linesOf((line) => {
    const answer = answerTo(line, message);
    if (answer !== undefined) process.stdout.write(`${answer}\n`);
  });
  return new Promise((resolve) => {
    const onEnd = () => resolve();
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

/** Takes bytes as they arrive, and gives whole lines. */
export function linesOf(onLine: (line: string) => void): (bytes: Uint8Array) => void {
  let pieces: Uint8Array[] = [];
  let size = 0;
  return (bytes) => {
    let rest = bytes;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      if (size + end <= MOST_BYTES) onLine(new TextDecoder().decode(Buffer.concat([...pieces, rest.subarray(0, end)])));
      pieces = [];
      size = 0;
      rest = rest.subarray(end + 1);
    }
    size += rest.length;
    if (size <= MOST_BYTES) pieces.push(Uint8Array.from(rest));
    else pieces = [];
  };
}

const NEWLINE = 10;
