/** A registry on loopback for the real package managers: a handful of packages with the same bytes on every machine. */

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { crateFile } from "../cargo/crate-file.ts";

type Manifest = Readonly<Record<string, unknown>> & { readonly name: string; readonly version: string };

const PACKAGES: readonly Manifest[] = [
  { name: "leaf", version: "1.0.0" },
  { name: "leaf", version: "1.2.0" },
  { name: "leaf", version: "2.0.0" },
  { name: "@scope/tool", version: "1.1.0", dependencies: { leaf: "^1.0.0" } },
  { name: "real", version: "1.4.0" },
  { name: "real", version: "2.0.0" },
  { name: "extra", version: "1.0.0" },
  { name: "peer", version: "1.0.0" },
  { name: "asks-peer", version: "1.0.0", peerDependencies: { peer: ">=1" } },
];

export function archiveOf(manifest: Manifest): Buffer {
  return crateFile({ "package/package.json": `${JSON.stringify(manifest, null, 2)}\n`, "package/index.js": "" });
}

export interface ManagerRegistry {
  readonly address: string;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export async function startManagerRegistry(): Promise<ManagerRegistry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "/").slice(1);
    const [name = "", file] = path.split("/-/");
    const versions = PACKAGES.filter((one) => one.name === name);
    const archive = versions.find((one) => file === `${baseOf(one.name)}-${one.version}.tgz`);
    if (archive !== undefined) response.end(archiveOf(archive));
    else if (file === undefined && versions.length > 0) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(packument(name, versions, `http://${request.headers.host}`)));
    } else {
      response.statusCode = 404;
      response.end("{}");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function baseOf(name: string): string {
  return name.split("/").at(-1) ?? name;
}

function packument(name: string, versions: readonly Manifest[], address: string): object {
  const described = versions.map((one) => {
    const bytes = archiveOf(one);
    const dist = {
      tarball: `${address}/${name}/-/${baseOf(name)}-${one.version}.tgz`,
      shasum: createHash("sha1").update(bytes).digest("hex"),
      integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
    };
    return [one.version, { ...one, dist }];
  });
  const time = Object.fromEntries(
    ["created", "modified", ...versions.map(({ version }) => version)].map((key) => [key, "2020-01-01T00:00:00.000Z"]),
  );
  return { name, "dist-tags": { latest: versions.at(-1)?.version }, versions: Object.fromEntries(described), time };
}
