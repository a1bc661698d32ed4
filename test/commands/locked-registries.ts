/** The package managers of every ecosystem, each with a registry on loopback or in a folder, and projects that lock one package of it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { PackageInfo } from "../../src/diagnose/package-info.ts";
import type { FetchSurroundings } from "../../src/packages/ecosystem.ts";
import { crates } from "../packages/cargo/loopback-registry.ts";
import { hasCargo } from "../packages/cargo/real-cargo.ts";
import { withRegistry as withCargo } from "../packages/cargo/with-registry.ts";
import { hasGo, WORKSPACES } from "../packages/go/real-go.ts";
import { machine } from "../packages/go/with-proxy.ts";
import { integrityOf, packages } from "../packages/npm/loopback-registry.ts";
import { hasNpm, withRegistry as withNpm } from "../packages/npm/with-registry.ts";
import { wheel } from "../packages/pypi/loopback-index.ts";
import { hasPip, withIndex } from "../packages/pypi/with-index.ts";
import { pack } from "../support/cargo-workspace.ts";

export type Files = Readonly<Record<string, string>>;

export interface Bench {
  readonly at: (path: string) => string;
  readonly where: FetchSurroundings;
  /** How often the registry was asked; absent where it is a folder. */
  readonly asked?: () => number;
}

export interface Registry {
  readonly isThere: () => boolean;
  readonly with: (use: (bench: Bench) => Promise<void>) => Promise<void>;
  /** With and without the ecosystem's name. */
  readonly commands: readonly (readonly string[])[];
  readonly version: string;
  /** Where it is afterwards, if not in Symposium's cache. */
  readonly from?: PackageInfo["from"];
  /** On the registry too, and not in the lock file. */
  readonly others: readonly (readonly string[])[];
  /** The project with a lock file that has the true checksum, another one, or none. */
  readonly project: (sum: "true" | "another" | "none") => Files;
  /** Where the package can be already, in the project and in the package manager's cache: files below the temporary folder. */
  readonly present: Readonly<Record<string, Files>>;
}

const CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index";
const leaf = crates.find(({ name, version }) => name === "leaf" && version === "0.2.0")!;
const knit = wheel("widget", "1.2.0", { "widget/__init__.py": "" });
const files = [knit, wheel("widget", "1.3.0", { "widget/__init__.py": "" }), wheel("gadget", "1.0", { "gadget/__init__.py": "" })];
const tarball = packages.find(({ name, version }) => name === "leaf" && version === "1.0.0")!;
const goSum = readFileSync(join(WORKSPACES, "module/tree/go.sum"), "utf8")
  .split("\n")
  .find((line) => /^example\.test\/leaf v\S+ h1:/.test(line))!;
const [, GO_VERSION = "", H1 = ""] = goSum.split(" ");

const sumIn = (sum: string, right: string, wrong: string, line: (text: string) => string) =>
  sum === "none" ? "" : line(sum === "true" ? right : wrong);

/** A new ecosystem is tested by being added. */
export const REGISTRIES: Readonly<Record<string, Registry>> = {
  npm: {
    isThere: hasNpm,
    with: (use) => withNpm({ packages }, ({ at, where, registry }) => use({ at, where, asked: () => registry.asked.length })),
    commands: [
      ["package-info", "leaf"],
      ["package-info", "npm:leaf"],
    ],
    version: "1.0.0",
    others: [
      ["package-info", "npm:other"],
      ["package-info", "leaf", "--version", "1.1.0"],
    ],
    project: (sum) => ({
      "package.json": '{ "name": "web", "dependencies": { "leaf": "^1" } }',
      "package-lock.json": JSON.stringify({
        lockfileVersion: 3,
        packages: {
          "": { name: "web", dependencies: { leaf: "^1" } },
          "node_modules/leaf": {
            version: "1.0.0",
            resolved: "https://registry.npmjs.org/leaf/-/leaf-1.0.0.tgz",
            ...(sum === "none" ? {} : { integrity: sum === "true" ? tarball.integrity : integrityOf(Buffer.from("another")) }),
          },
        },
      }),
    }),
    present: { "in the project": { "project/node_modules/leaf/package.json": '{ "name": "leaf", "version": "1.0.0" }' } },
  },
  Cargo: {
    isThere: hasCargo,
    with: (use) => withCargo({}, ({ at, where, asked }) => use({ at, where, asked: () => asked.length })),
    commands: [
      ["crate-info", "leaf"],
      ["package-info", "leaf"],
      ["package-info", "cargo:leaf"],
    ],
    version: "0.2.0",
    // Cargo unpacks only in its own cache.
    from: "registry",
    others: [
      ["crate-info", "alpha"],
      ["crate-info", "leaf", "--version", "1"],
      ["package-info", "cargo:alpha"],
    ],
    project: (sum) => ({
      "Cargo.toml": pack("app", '[dependencies]\nleaf = "0.2"\n'),
      "Cargo.lock": [
        "version = 4\n",
        '[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = [\n "leaf",\n]\n',
        `[[package]]\nname = "leaf"\nversion = "0.2.0"\nsource = "${CRATES_IO}"\n${sumIn(sum, leaf.checksum, "0".repeat(64), (one) => `checksum = "${one}"\n`)}`,
      ].join("\n"),
    }),
    present: {
      "in Cargo's cache": { "cargo-home/registry/src/index.crates.io-1949cf8c6b5b557f/leaf-0.2.0/Cargo.toml": leaf.files["Cargo.toml"]! },
    },
  },
  PyPI: {
    isThere: hasPip,
    with: (use) => withIndex({ files }, ({ at, where, index }) => use({ at, where, asked: () => index.asked.length })),
    commands: [
      ["package-info", "widget"],
      ["package-info", "pypi:widget"],
    ],
    version: "1.2.0",
    others: [
      ["package-info", "pypi:gadget"],
      ["package-info", "widget", "--version", "==1.3.0"],
    ],
    project: (sum) => ({
      "pyproject.toml": '[project]\nname = "app"\nversion = "1"\ndependencies = ["widget"]\n',
      "uv.lock": [
        "version = 1\n",
        '[[package]]\nname = "app"\nversion = "1"\nsource = { virtual = "." }\ndependencies = [{ name = "widget" }]\n',
        '[[package]]\nname = "widget"\nversion = "1.2.0"\nsource = { registry = "https://pypi.org/simple" }',
        sumIn(
          sum,
          knit.digest,
          "0".repeat(64),
          (one) => `wheels = [{ url = "https://files.example/${knit.file}", hash = "sha256:${one}" }]\n`,
        ),
      ].join("\n"),
    }),
    present: {
      "in the project's environment": {
        "project/.venv/pyvenv.cfg": "version = 3.11.7\n",
        "project/.venv/lib/python3.11/site-packages/widget-1.2.0.dist-info/METADATA": "Name: widget\nVersion: 1.2.0\n",
        "project/.venv/lib/python3.11/site-packages/widget-1.2.0.dist-info/RECORD": "widget/__init__.py,,\n",
        "project/.venv/lib/python3.11/site-packages/widget/__init__.py": "",
      },
    },
  },
  Go: {
    isThere: hasGo,
    with: async (use) => {
      await using there = await machine();
      await use(there);
    },
    commands: [
      ["package-info", "example.test/leaf"],
      ["package-info", "go:example.test/leaf"],
    ],
    version: GO_VERSION,
    others: [
      ["package-info", "go:example.test/fork"],
      ["package-info", "go:example.test/leaf", "--version", "v0.1.0"],
    ],
    project: (sum) => ({
      "go.mod": `module example.test/app\n\nrequire example.test/leaf ${GO_VERSION}\n`,
      "go.sum": sumIn(sum, H1, `h1:${"A".repeat(43)}=`, (one) => `example.test/leaf ${GO_VERSION} ${one}\n`),
    }),
    present: {
      "in the project": {
        "project/vendor/modules.txt": `# example.test/leaf ${GO_VERSION}\n## explicit\nexample.test/leaf\n`,
        "project/vendor/example.test/leaf/code.go": "package leaf\n",
      },
      "in Go's module cache": { [`home/go/pkg/mod/example.test/leaf@${GO_VERSION}/go.mod`]: "module example.test/leaf\n" },
    },
  },
};
