/** A registry of packages on loopback: what is packed is served, anything else is not there. */

import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";

export interface OfferedPackage {
  readonly manifest: { readonly name: string; readonly version: string };
  /** Absent for a package that is only named: fetching it returns nothing. */
  readonly tarball?: string;
}

export interface LoopbackRegistry extends AsyncDisposable {
  readonly url: string;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
}

export async function openRegistry(offered: readonly OfferedPackage[]): Promise<LoopbackRegistry> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    asked.push(path);
    const file = offered.find(({ tarball }) => tarball !== undefined && `files/${basename(tarball)}` === path)?.tarball;
    if (file !== undefined) return void createReadStream(file).pipe(response);
    const found = offered.find(({ manifest }) => manifest.name === path);
    response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(found === undefined ? { error: "not found" } : packumentOf(found, url())));
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: url(),
    asked,
    [Symbol.asyncDispose]: () => new Promise((resolve) => void (server.close(() => resolve()), server.closeAllConnections())),
  };
}

const digests = new Map<string, string>();

function packumentOf({ manifest, tarball = "missing.tgz" }: OfferedPackage, url: string) {
  const { name, version } = manifest;
  const integrity = tarball === "missing.tgz" ? "sha512-AAAA" : (digests.get(tarball) ?? digestOf(tarball));
  digests.set(tarball, integrity);
  const dist = { tarball: `${url}/files/${basename(tarball)}`, integrity };
  return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
}

function digestOf(file: string): string {
  return `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
}
