/** A registry of small packages on loopback, in the form that npm asks for. */

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { tarGz } from "../archives/tar-file.ts";

export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  readonly bytes: Buffer;
  /** In the registry's own answer. */
  readonly integrity: string;
  /** More of its `package.json`, as the registry lists it. */
  readonly listed?: object;
  /** When it was published. */
  readonly time?: string;
}

/** A package with these files, beside its `package.json`. */
export function published(
  name: string,
  version: string,
  files: Readonly<Record<string, string>> = {},
  more: object = {},
): PublishedPackage {
  const manifest = JSON.stringify({ name, version, ...more });
  const entries = Object.entries({ "package.json": manifest, ...files }).map(([path, body]) => ({ name: `package/${path}`, body }));
  return { ...ofBytes(name, version, tarGz(...entries)), listed: more };
}

/** A package of any bytes, with a true checksum. */
export function ofBytes(name: string, version: string, bytes: Buffer): PublishedPackage {
  return { name, version, bytes, integrity: integrityOf(bytes) };
}

export function integrityOf(bytes: Buffer, algorithm = "sha512"): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest("base64")}`;
}

export const packages: readonly PublishedPackage[] = [
  published("leaf", "0.1.0"),
  published("leaf", "1.0.0", { "skills/leaf/SKILL.md": "---\nname: leaf\ndescription: x\n---\n" }),
  published(
    "leaf",
    "1.1.0",
    { "index.js": "" },
    { dependencies: { other: "^1" }, scripts: { install: "touch ran", prepack: "touch ran" } },
  ),
  published("leaf", "2.0.0-rc.1"),
  published("other", "1.0.0"),
  published("@ours/inner", "1.0.0"),
];

export interface Asked {
  readonly path: string;
  readonly authorization?: string;
}

export interface LoopbackRegistry extends AsyncDisposable {
  readonly address: string;
  readonly asked: readonly Asked[];
  /** The packages whose tarballs were downloaded. */
  readonly downloaded: () => readonly string[];
}

export interface RegistryOptions {
  readonly packages?: readonly PublishedPackage[];
  /** Without it a request is refused. */
  readonly token?: string;
  readonly search?: (query: URLSearchParams) => unknown;
}

export async function startRegistry({ packages: all = packages, token, search }: RegistryOptions = {}): Promise<LoopbackRegistry> {
  const asked: Asked[] = [];
  const server = createServer(({ url = "/", headers: { authorization } }, response) => {
    const { pathname, searchParams } = new URL(url, "http://loopback");
    const path = decodeURIComponent(pathname);
    asked.push({ path, ...(authorization === undefined ? {} : { authorization }) });
    if (token !== undefined && authorization !== `Bearer ${token}`) {
      response.statusCode = 401;
      return response.end("{}");
    }
    const answer =
      path === "/-/v1/search"
        ? search === undefined
          ? undefined
          : JSON.stringify(search(searchParams))
        : (all.find((one) => path === tarballPath(one))?.bytes ?? packument(all, path.slice(1), base()));
    response.statusCode = answer === undefined ? 404 : 200;
    return response.end(answer ?? '{"error":"not found"}');
  });
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    address: `${base()}/`,
    asked,
    downloaded: () => asked.filter(({ path }) => path.endsWith(".tgz")).map(({ path }) => path),
    [Symbol.asyncDispose]: close,
  };
}

function tarballPath({ name, version }: PublishedPackage): string {
  return `/${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
}

function packument(all: readonly PublishedPackage[], name: string, base: string): string | undefined {
  const versions = all.filter((one) => one.name === name);
  const latest = versions.filter(({ version }) => !version.includes("-")).at(-1) ?? versions.at(-1);
  if (latest === undefined) return undefined;
  const entry = (one: PublishedPackage) => ({
    ...one.listed,
    name,
    version: one.version,
    dist: { tarball: base + tarballPath(one), integrity: one.integrity },
  });
  return JSON.stringify({
    name,
    "dist-tags": { latest: latest.version },
    versions: Object.fromEntries(versions.map((one) => [one.version, entry(one)])),
    time: Object.fromEntries(versions.map(({ version, time = "2020-01-01T00:00:00.000Z" }) => [version, time])),
  });
}
