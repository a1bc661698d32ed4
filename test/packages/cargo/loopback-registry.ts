/** A registry of small crates on loopback, in the form that Cargo asks for with `sparse+http`. */

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { crateFile } from "./crate-file.ts";

/** Name, version, and what it depends on. */
const CRATES: readonly (readonly [name: string, version: string, dependencies?: Readonly<Record<string, string>>])[] = [
  ["leaf", "0.1.0"],
  ["leaf", "0.2.0"],
  ["leaf", "1.0.0"],
  ["leaf", "1.1.0"],
  ["leaf", "2.0.0-rc.1"],
  ["branchy", "1.0.0", { leaf: "^0.2" }],
  ["branchy", "1.2.0", { leaf: "^1", under_score: "*" }],
  ["dash-name", "1.0.0"],
  ["under_score", "0.3.1"],
  ["for-build", "0.4.0"],
  ["for-tests", "1.5.2"],
  ["only-windows", "0.1.0"],
  ["maybe", "3.0.0+build.5"],
  ["alpha", "0.1.0"],
];

export interface Crate {
  readonly name: string;
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly checksum: string;
  readonly indexLine: string;
}

export const crates: readonly Crate[] = CRATES.map(([name, version, dependencies = {}]) => {
  const lines = Object.entries(dependencies).map(([key, requirement]) => `${key} = "${requirement}"`);
  const manifest = `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\n\n[dependencies]\n${lines.join("\n")}\n`;
  const files = { "Cargo.toml": manifest, "src/lib.rs": "" };
  const bytes = crateFile(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}-${version}/${path}`, text])));
  return { files, ...packed(name, version, bytes, dependencies) };
});

/** A crate of any bytes, with a true checksum. */
export function packed(
  name: string,
  version: string,
  bytes: Buffer,
  dependencies: Readonly<Record<string, string>> = {},
  yanked = false,
): Omit<Crate, "files"> {
  const checksum = createHash("sha256").update(bytes).digest("hex");
  const deps = Object.entries(dependencies).map(([key, req]) => ({
    name: key,
    req,
    features: [],
    optional: false,
    default_features: true,
    target: null,
    kind: "normal",
  }));
  const indexLine = JSON.stringify({ name, vers: version, deps, cksum: checksum, features: {}, yanked });
  return { name, version, bytes, checksum, indexLine };
}

export interface LoopbackRegistry extends AsyncDisposable {
  /** For `registry = …` in Cargo's config. */
  readonly address: string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
}

export interface RegistryOptions {
  /** Before the usual ones of the same name and version. */
  readonly more?: readonly Omit<Crate, "files">[];
  /** What searching answers; without it the registry has no search. */
  readonly search?: (query: URLSearchParams) => unknown;
}

export async function startRegistry({ more = [], search }: RegistryOptions = {}): Promise<LoopbackRegistry> {
  const all = [...more, ...crates.filter((one) => !more.some(({ name, version }) => one.name === name && one.version === version))];
  const asked: string[] = [];
  const server = createServer(({ url = "/" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://loopback");
    asked.push(pathname);
    const [, area, ...rest] = pathname.split("/");
    const answer =
      area === "index"
        ? indexFile(all, rest, { dl: `${base()}/crates/{crate}/{version}`, ...(search === undefined ? {} : { api: base() }) })
        : area === "api"
          ? JSON.stringify(search?.(searchParams))
          : all.find(({ name, version }) => rest.join("/") === `${name}/${version}`)?.bytes;
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(answer ?? "");
  });
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `sparse+${base()}/index/`, asked, [Symbol.asyncDispose]: close };
}

function indexFile(all: readonly Omit<Crate, "files">[], path: readonly string[], config: unknown): string | undefined {
  if (path[0] === "config.json") return JSON.stringify(config);
  const lines = all.filter(({ name }) => name === path.at(-1)).map(({ indexLine }) => indexLine);
  return lines.length === 0 ? undefined : lines.join("\n");
}
