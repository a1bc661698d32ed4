/** A crate index on loopback that has the given paths, and what it was asked for. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { indexPath } from "../../src/packages/cargo/registry.ts";

export interface CrateIndex extends AsyncDisposable {
  readonly address: string;
  /** Paths below the index, in the order they came. */
  readonly asked: readonly string[];
}

export async function crateIndex(crates: readonly string[], otherwise = 404): Promise<CrateIndex> {
  const known = new Set(crates.map(indexPath));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace("/index/", "");
    asked.push(path);
    response.writeHead(known.has(path) ? 200 : otherwise).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/index/`;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { address, asked, [Symbol.asyncDispose]: close };
}
