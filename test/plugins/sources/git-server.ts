/** Repositories over http on loopback: git's own server behind node's, plain files, and servers that misbehave. */

import { execFileSync, spawn } from "node:child_process";
import { createReadStream, statSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export interface GitServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

export async function serve(answer: RequestListener): Promise<GitServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close, [Symbol.asyncDispose]: close };
}

/** `/o/r` is the repository in the folder `o/r` below `root`. With a password no one else gets in. */
export function smartServer(root: string, password?: string): Promise<GitServer> {
  return serve((request, response) => {
    const expected = `Basic ${Buffer.from(`me:${password}`).toString("base64")}`;
    if (password !== undefined && request.headers.authorization !== expected) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="r"' }).end();
      return;
    }
    backend(root, request, response);
  });
}

/** Files and nothing else, as any web server gives them out. */
export function dumbServer(root: string): Promise<GitServer> {
  return serve((request, response) => {
    const file = join(root, new URL(request.url ?? "/", "http://x").pathname);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) response.writeHead(404).end();
    else createReadStream(file).pipe(response);
  });
}

const BACKEND = join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend");

function backend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://x");
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: root,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: url.pathname,
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method ?? "GET",
    CONTENT_TYPE: request.headers["content-type"] ?? "",
    HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
    GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
  };
  const child = spawn(BACKEND, { env, stdio: ["pipe", "pipe", "ignore"] });
  request.pipe(child.stdin);
  child.stdin.on("error", () => {});
  let head = Buffer.alloc(0);
  child.stdout.on("data", (bytes: Buffer) => {
    if (response.headersSent) return void response.write(bytes);
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    const fields = head
      .toString("latin1", 0, end)
      .split("\r\n")
      .map((line) => line.split(": ") as [string, string]);
    const { Status: status = "200", ...headers } = Object.fromEntries(fields);
    response.writeHead(Number.parseInt(status), headers);
    response.write(head.subarray(end + 4));
  });
  child.stdout.on("end", () => response.end());
}
