/** A simple index on loopback (PEP 503 and 691), with wheels of a few files. */

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { zipFile, type ZipSource } from "../archives/zip-file.ts";
import { distribution } from "./environments.ts";

export interface IndexFile {
  readonly project: string;
  readonly file: string;
  readonly bytes: Buffer;
  readonly digest: string;
  /** Another digest than the true one. */
  readonly listedDigest?: string;
}

export interface WheelOptions {
  readonly tag?: string;
  readonly more?: readonly ZipSource[];
}

/** Programs of a wheel are executable. */
const EXECUTABLE = /\.data\/scripts\//;

export function wheel(
  name: string,
  version: string,
  files: Readonly<Record<string, string>>,
  { tag = "py3-none-any", more = [] }: WheelOptions = {},
) {
  const described = { WHEEL: "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n" };
  const all = distribution(name, version, { ...files, [`${name}-${version}.dist-info/WHEEL`]: described.WHEEL });
  const entries = Object.entries(all).map(([path, body]): ZipSource => ({
    name: path,
    body,
    ...(EXECUTABLE.test(path) ? { mode: 0o100755 } : {}),
  }));
  return indexFile(name, `${name}-${version}-${tag}.whl`, zipFile([...entries, ...more]));
}

/** Of any bytes. */
export function indexFile(project: string, file: string, bytes: Buffer): IndexFile {
  return { project: project.replaceAll("_", "-"), file, bytes, digest: createHash("sha256").update(bytes).digest("hex") };
}

export interface IndexOptions {
  readonly files: readonly IndexFile[];
  /** `user:password` that every request needs. */
  readonly credentials?: string;
  /** PEP 691, where the client accepts it. */
  readonly isJson?: boolean;
}

export interface LoopbackIndex extends AsyncDisposable {
  /** Without a protocol. */
  readonly host: string;
  readonly asked: readonly string[];
  /** The headers with credentials that were sent. */
  readonly credentials: readonly string[];
}

export async function startIndex({ files, credentials, isJson = false }: IndexOptions): Promise<LoopbackIndex> {
  const [asked, sent]: [string[], string[]] = [[], []];
  const server = createServer(({ url = "/", headers }, response) => {
    asked.push(url);
    if (headers.authorization !== undefined) sent.push(headers.authorization);
    if (credentials !== undefined && headers.authorization !== `Basic ${Buffer.from(credentials).toString("base64")}`) {
      response.writeHead(401, { "www-authenticate": "Basic" }).end();
      return;
    }
    const [, area, name] = url.split("/");
    const found = files.filter(({ project }) => project === name);
    const file = files.find((one) => area === "files" && one.file === name);
    if (file !== undefined) response.end(file.bytes);
    else if (area !== "simple" || found.length === 0) response.writeHead(404).end();
    else if (isJson) response.setHeader("content-type", JSON_TYPE).end(JSON.stringify(jsonPage(name ?? "", found)));
    else response.setHeader("content-type", "text/html").end(htmlPage(found));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, credentials: sent, [Symbol.asyncDispose]: close };
}

const JSON_TYPE = "application/vnd.pypi.simple.v1+json";

function htmlPage(files: readonly IndexFile[]): string {
  const links = files.map(({ file, digest, listedDigest = digest }) => `<a href="/files/${file}#sha256=${listedDigest}">${file}</a>`);
  return `<!DOCTYPE html><html><body>${links.join("\n")}</body></html>`;
}

function jsonPage(name: string, files: readonly IndexFile[]): unknown {
  const listed = files.map(({ file, digest, listedDigest = digest }) => ({
    filename: file,
    url: `/files/${file}`,
    hashes: { sha256: listedDigest },
  }));
  return { meta: { "api-version": "1.0" }, name, files: listed };
}
