/** A package index on loopback (PEP 503) with a few tiny wheels. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { type TinyPackage, tinyWheel, type Wheel } from "./tiny-wheel.ts";

const PACKAGES: readonly TinyPackage[] = [
  { name: "leaf", version: "1.0.0" },
  { name: "leaf", version: "1.1.0" },
  { name: "leaf", version: "2.0.0" },
  { name: "Dotted.Name", version: "0.5" },
  { name: "under_score", version: "1.2.post1" },
  { name: "with-extra", version: "1.0", requires: ["two; extra == 'more'"] },
  { name: "deep", version: "1.0", requires: ["leaf<2"] },
  { name: "deep", version: "1.1rc1", requires: ["leaf<2"] },
  { name: "tool", version: "3.1" },
  { name: "wintool", version: "1.0" },
  { name: "two", version: "1.0" },
  { name: "two", version: "2.0" },
];

export interface TinyIndex extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly address: string;
}

export const wheels: readonly Wheel[] = PACKAGES.map(tinyWheel);

export async function startIndex(): Promise<TinyIndex> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const file = /^\/files\/(.*)$/.exec(path)?.[1];
    const name = /^\/simple\/([^/]+)\/$/.exec(path)?.[1];
    const wheel = wheels.find((one) => one.file === file);
    if (wheel !== undefined) return void response.writeHead(200, { "content-type": "application/octet-stream" }).end(wheel.bytes);
    const named = wheels.filter((one) => name !== undefined && one.file.startsWith(`${name.replaceAll("-", "_")}-`));
    if (named.length === 0) return void response.writeHead(404).end();
    const links = named.map((one) => `<a href="/files/${one.file}#sha256=${one.sha256}">${one.file}</a><br>`);
    response.writeHead(200, { "content-type": "text/html" }).end(`<!DOCTYPE html><html><body>${links.join("")}</body></html>`);
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise<void>((closed) => void server.close(() => closed()));
    },
  };
}
