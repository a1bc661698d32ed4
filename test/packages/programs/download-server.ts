/** An HTTP server on loopback with files to download, which behaves as badly as a test wants. */

import { createHash } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface DownloadServer extends AsyncDisposable {
  readonly url: (path: string) => string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  /** Answers a path from now on. */
  readonly serve: (path: string, answer: string | Uint8Array | RequestListener) => void;
}

export async function downloadServer(): Promise<DownloadServer> {
  const asked: string[] = [];
  const answers = new Map<string, string | Uint8Array | RequestListener>();
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const answer = answers.get(path);
    if (typeof answer === "function") return answer(request, response);
    if (answer === undefined) return void response.writeHead(404).end("missing");
    response.writeHead(200, { "content-length": Buffer.byteLength(answer) }).end(answer);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    asked,
    serve: (path, answer) => void answers.set(path, answer),
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise((closed) => void server.close(() => closed()));
    },
  };
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
