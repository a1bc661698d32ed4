/** Generated projects of npm, PyPI and Go, with what their package managers would have installed. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const NPM_MEMBERS = 40;

export const numbered = (start: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${start}-${String(at).padStart(4, "0")}`);

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

/** `count` packages in `node_modules`, all direct dependencies of the root. */
export function addNpm(folder: string, count: number): void {
  const names = numbered("dep", count);
  const dependencies = Object.fromEntries(names.map((name) => [name, "^1.0.0"]));
  write(join(folder, "package.json"), json({ name: "app", version: "1.0.0", private: true, dependencies }));
  writeLock(folder, { "": { name: "app", version: "1.0.0", dependencies }, ...installed(folder, names) });
}

/** A workspace of `count` packages: 40 members, and others in `node_modules` that each depend on the next. */
export function addNpmWorkspace(folder: string, count: number): void {
  const names = numbered("dep", count - NPM_MEMBERS);
  const members = numbered("part", NPM_MEMBERS);
  const root = { name: "app", version: "1.0.0", private: true, workspaces: ["packages/*"] };
  write(join(folder, "package.json"), json(root));
  const entries: Record<string, object> = { "": root, ...installed(folder, names) };
  for (const [at, name] of members.entries()) {
    const used = names.filter((_, index) => index % NPM_MEMBERS === at);
    const own = { name, version: "1.0.0", dependencies: Object.fromEntries(used.map((each) => [each, "^1.0.0"])) };
    write(join(folder, "packages", name, "package.json"), json(own));
    symlinkSync(join("..", "packages", name), join(folder, "node_modules", name));
    entries[`node_modules/${name}`] = { resolved: `packages/${name}`, link: true };
    entries[`packages/${name}`] = own;
  }
  writeLock(folder, entries);
}

function installed(folder: string, names: readonly string[]): Record<string, object> {
  const entry = (name: string, at: number) => {
    const next = names[at + 1];
    const needs = next === undefined ? {} : { dependencies: { [next]: "^1.0.0" } };
    write(join(folder, "node_modules", name, "package.json"), json({ name, version: "1.0.0", ...needs }));
    const integrity = `sha512-${"0".repeat(86)}==`;
    return [
      `node_modules/${name}`,
      { version: "1.0.0", resolved: `https://registry.example/${name}/-/${name}-1.0.0.tgz`, integrity, ...needs },
    ];
  };
  return Object.fromEntries(names.map(entry)) as Record<string, object>;
}

function writeLock(folder: string, packages: Readonly<Record<string, object>>): void {
  write(join(folder, "package-lock.json"), json({ name: "app", version: "1.0.0", lockfileVersion: 3, requires: true, packages }));
}

/** `count` packages in `.venv`, all direct dependencies, with the lock file of uv. */
export function addPypi(folder: string, count: number): void {
  const names = numbered("dep", count);
  const listed = (each: (name: string) => string) => names.map((name) => `    ${each(name)},\n`).join("");
  write(
    join(folder, "pyproject.toml"),
    `[project]\nname = "app"\nversion = "1.0.0"\nrequires-python = ">=3.11"\ndependencies = [\n${listed((name) => `"${name}>=1"`)}]\n`,
  );
  const source = 'source = { registry = "https://registry.example/simple" }';
  const wheel = (name: string) => `${name.replaceAll("-", "_")}-1.0.0-py3-none-any.whl`;
  const packages = names.map(
    (name) =>
      `[[package]]\nname = "${name}"\nversion = "1.0.0"\n${source}\nwheels = [\n    { url = "https://registry.example/${wheel(name)}", hash = "sha256:${"0".repeat(64)}", size = 1000 },\n]\n`,
  );
  const root = `[[package]]\nname = "app"\nversion = "1.0.0"\nsource = { virtual = "." }\ndependencies = [\n${listed((name) => `{ name = "${name}" }`)}]\n\n[package.metadata]\nrequires-dist = [\n${listed((name) => `{ name = "${name}", specifier = ">=1" }`)}]\n`;
  write(join(folder, "uv.lock"), `version = 1\nrevision = 3\nrequires-python = ">=3.11"\n\n${[root, ...packages].join("\n")}`);
  write(join(folder, ".venv", "pyvenv.cfg"), "home = /usr/bin\nversion = 3.12.0\n");
  for (const name of names) {
    const place = join(folder, ".venv", "lib", "python3.12", "site-packages");
    const module = name.replaceAll("-", "_");
    write(join(place, module, "__init__.py"), "");
    write(join(place, `${module}-1.0.0.dist-info`, "METADATA"), `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0.0\n`);
    write(join(place, `${module}-1.0.0.dist-info`, "RECORD"), `${module}/__init__.py,,\n`);
  }
}

/** `count` modules in the module cache of `home`, all direct dependencies. */
export function addGo(folder: string, home: string, count: number): void {
  const names = numbered("dep", count).map((name) => `example.test/${name}`);
  write(
    join(folder, "go.mod"),
    `module example.test/app\n\ngo 1.24\n\nrequire (\n${names.map((name) => `\t${name} v1.0.0\n`).join("")})\n`,
  );
  const sum = `h1:${"A".repeat(43)}=`;
  write(join(folder, "go.sum"), names.map((name) => `${name} v1.0.0 ${sum}\n${name} v1.0.0/go.mod ${sum}\n`).join(""));
  const cache = join(home, "go", "pkg", "mod");
  for (const name of names) {
    write(join(cache, `${name}@v1.0.0`, "go.mod"), `module ${name}\n`);
    write(join(cache, "cache", "download", name, "@v", "v1.0.0.ziphash"), sum);
  }
}
