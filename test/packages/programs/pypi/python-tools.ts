/** Wheels with programs, on an index on loopback, for a machine whose user has uv, or Python and pip alone. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { createFixture } from "fs-fixture";

import type { AcquireServices } from "../../../../src/packages/programs/program-source.ts";
import { acquirer } from "../../../../src/packages/programs/pypi/acquire.ts";
import { source } from "../../../../src/packages/programs/pypi/index.ts";
import { tarGz } from "../../archives/tar-file.ts";
import { write } from "../../pypi/environments.ts";
import { indexFile, type IndexFile, type IndexOptions, startIndex, wheel } from "../../pypi/loopback-index.ts";
import { hasPip } from "../../pypi/with-index.ts";
import { machineIn } from "../acquired.ts";

export type Client = "uv" | "pip";

const PATH = process.env["PATH"] ?? "";
const withoutUv = PATH.split(delimiter)
  .filter((folder) => !existsSync(join(folder, "uv")))
  .join(delimiter);

/** Says so on the test's output where it is missing. */
export function hasClient(client: Client): boolean {
  const has = client === "uv" ? spawnSync("uv", ["--version"], { stdio: "ignore" }).status === 0 : hasPip();
  if (!has) console.warn(`${client} is not on PATH: tests with the real ${client} are skipped`);
  return has;
}

/** A module `name` whose `main` prints the name, the version and the arguments, and console scripts that call it. */
export function tool(
  name: string,
  version: string,
  {
    scripts = [name],
    requires = [],
    files = {},
  }: Partial<Record<"scripts" | "requires", readonly string[]>> & { files?: Record<string, string> } = {},
): IndexFile {
  const info = `${name}-${version}.dist-info`;
  const extras = requires.flatMap((one) => /extra == '(.*)'/.exec(one)?.[1] ?? []);
  const metadata = [
    "Metadata-Version: 2.1",
    `Name: ${name}`,
    `Version: ${version}`,
    ...extras.map((one) => `Provides-Extra: ${one}`),
    ...requires.map((one) => `Requires-Dist: ${one}`),
    "",
  ];
  return wheel(name, version, {
    [`${name}/__init__.py`]: `import sys\n\n\ndef main():\n    print("${name} ${version}", *sys.argv[1:])\n`,
    ...(scripts.length === 0 ? {} : { [`${info}/entry_points.txt`]: entryPoints(name, scripts) }),
    ...files,
    [`${info}/METADATA`]: metadata.join("\n"),
  });
}

function entryPoints(name: string, scripts: readonly string[]): string {
  return ["[console_scripts]", ...scripts.map((script) => `${script} = ${name}:main`), "[other]", "x = y:z", ""].join("\n");
}

/** A package `built` without a wheel, whose build runs these lines of Python. Its backend is its own, so that the build asks no index for one. */
export function sdistOf(lines = ""): IndexFile {
  const archive = tarGz(
    { name: "built-1.0/pyproject.toml", body: PYPROJECT },
    { name: "built-1.0/backend.py", body: BACKEND.replace("LINES", lines) },
    { name: "built-1.0/PKG-INFO", body: "Metadata-Version: 2.1\nName: built\nVersion: 1.0\n" },
  );
  return indexFile("built", "built-1.0.tar.gz", archive);
}

const BACKEND = `
import subprocess, zipfile
def build_wheel(folder, settings=None, metadata=None):
    LINES
    name = "built-1.0-py3-none-any.whl"
    info = "built-1.0.dist-info"
    files = {
        "built.py": "def main():\\n    print('built')\\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\\nName: built\\nVersion: 1.0\\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
        f"{info}/entry_points.txt": "[console_scripts]\\nbuilt = built:main\\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{path},,\\n" for path in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(f"{folder}/{name}", "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
    return name
`;
const PYPROJECT = `[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n[project]\nname = "built"\nversion = "1.0"\n`;

/** `folder` is below the temporary one. */
export async function benchOf(client: Client, options: IndexOptions & { readonly login?: string }, folder = ".") {
  const fixture = await createFixture({});
  const index = await startIndex(options);
  const top = fixture.getPath(folder);
  const at = (path: string) => join(top, path);
  const machine = machineIn(top, { PATH: client === "uv" ? PATH : withoutUv });
  userSettings(at("home"), `${options.login ?? ""}${index.host}`);
  const end = async () => {
    await index[Symbol.asyncDispose]();
    await fixture.rm();
  };
  const ran = () => existsSync(at("ran"));
  return { at, index, ran, job: { source, acquirer, services: machine.services }, ...machine, [Symbol.asyncDispose]: end };
}

/** In a home or in a repository. */
export function userSettings(home: string, host: string): void {
  write(home, {
    ".config/pip/pip.conf": `[global]\nindex-url = http://${host}/simple/\nuser = true\nrequire-virtualenv = true\n`,
    ".config/uv/uv.toml": `python-downloads = "never"\n[[index]]\nurl = "http://${host}/simple/"\ndefault = true\n`,
  });
}

/** The interpreter itself, not what starts it; `found` is its path before links. */
export function pythonOf({ context }: AcquireServices): Readonly<Record<"file" | "found" | "version", string>> {
  const code = "import os, sys; print(os.path.realpath(sys.executable), sys.executable, '%d.%d' % sys.version_info[:2], sep='\\n')";
  const { stdout } = spawnSync("python3", ["-I", "-c", code], { encoding: "utf8", env: context.env });
  const [file = "", found = "", version = ""] = stdout.trim().split("\n");
  return { file, found, version };
}
