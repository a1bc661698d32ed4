/** Modules in the form of a proxy: a folder that the real Go takes them from with `GOPROXY=file://…`. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";

export interface ServedModule {
  readonly name: string;
  readonly version: string;
  /** Without a `go.mod`, as `+incompatible` needs it, Go makes one up. */
  readonly files: Readonly<Record<string, string>>;
}

const at = (name: string, version: string, more: Readonly<Record<string, string>> = {}, requires = ""): ServedModule => ({
  name,
  version,
  files: { "go.mod": `module ${name}\n\ngo 1.21\n${requires}`, "code.go": `package ${packageOf(name)}\n`, ...more },
});

function packageOf(name: string): string {
  return (/([A-Za-z]+)(?:\/v\d+)?$/.exec(name)?.[1] ?? "code").toLowerCase();
}

export const COMMIT = "v0.0.0-20240102150405-0123456789ab";
const SKILL = { "skills/usage/SKILL.md": "---\nname: usage\ndescription: How to use it.\n---\nUse it.\n" };

export const MODULES: readonly ServedModule[] = [
  at("example.test/leaf", "v0.1.0"),
  at("example.test/leaf", "v1.0.0"),
  at("example.test/leaf", "v1.1.0"),
  at("example.test/leaf", "v1.2.0-rc.1"),
  at("example.test/leaf/v2", "v2.0.0"),
  at(
    "example.test/branchy",
    "v1.2.0",
    { "code.go": 'package branchy\n\nimport _ "example.test/leaf"\n' },
    "\nrequire example.test/leaf v1.1.0\n",
  ),
  at("example.test/Upper", "v0.3.0", SKILL),
  { name: "example.test/old", version: "v2.0.0+incompatible", files: { "code.go": "package old\n" } },
  at("example.test/commit", COMMIT),
  at("example.test/fork", "v1.5.0", { "code.go": "package branchy\n" }),
  at("example.test/tools", "v0.4.0", { "cmd/gen/main.go": "package main\n\nfunc main() {}\n" }),
  // Its `go.mod` asks for more than its packages need.
  at("example.test/wide", "v1.0.0", {}, "\nrequire example.test/leaf v1.1.0\n"),
];

export function writeProxy(folder: string, modules: readonly ServedModule[] = MODULES): void {
  const lists = new Map<string, string[]>();
  for (const { name, version, files } of modules) {
    const base = join(folder, escapedPath(name), "@v");
    mkdirSync(base, { recursive: true });
    writeFileSync(join(base, `${version}.info`), JSON.stringify({ Version: version, Time: "2024-01-02T15:04:05Z" }));
    writeFileSync(join(base, `${version}.mod`), files["go.mod"] ?? `module ${name}\n`);
    writeFileSync(join(base, `${version}.zip`), zipOf(Object.entries(files).map(([path, text]) => [`${name}@${version}/${path}`, text])));
    // A proxy does not list versions of commits.
    lists.set(base, [...(lists.get(base) ?? []), ...(version === COMMIT ? [] : [version])]);
    if (version === COMMIT)
      writeFileSync(join(dirname(base), "@latest"), JSON.stringify({ Version: version, Time: "2024-01-02T15:04:05Z" }));
  }
  for (const [base, versions] of lists) writeFileSync(join(base, "list"), versions.map((version) => `${version}\n`).join(""));
}

function escapedPath(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

/** A zip file without compression. */
export function zipOf(entries: readonly (readonly [path: string, text: string])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of entries) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from("PK\u0003\u0004"), common, name, bytes);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), common, rest, name);
    offset += 4 + common.length + name.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
