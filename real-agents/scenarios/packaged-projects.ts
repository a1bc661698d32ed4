/** One project per ecosystem with the same dependency, which may bring a plugin: as its package manager leaves project and package behind. */

import { join } from "node:path";

import { put, putAll } from "../sandbox.ts";
import type { Folders } from "../recipes/recipe.ts";
import { shellWord } from "../shell-word.ts";

export const PACKAGE = "lanternfish";
const VERSION = "1.2.3";

type Files = Readonly<Record<string, string>>;

export interface PackagedProject {
  readonly ecosystem: string;
  /** The project with the dependency. */
  readonly files: Files;
  /** The same files without it. */
  readonly without: Files;
  /** The package's folder. */
  readonly folder: (folders: Folders) => string;
  /** What the package manager puts beside these files of the package, from its folder. */
  readonly installed: (files: Files) => Files;
}

const MANIFEST = `[package]\nname = "harbour"\nversion = "0.1.0"\nedition = "2021"\n`;
const LOCK = `version = 4\n\n[[package]]\nname = "harbour"\nversion = "0.1.0"\n`;
const CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index";
const LOCKED_CRATE = `\n[[package]]\nname = "${PACKAGE}"\nversion = "${VERSION}"\nsource = "${CRATES_IO}"\nchecksum = "${"0".repeat(64)}"\n`;

export const CARGO: PackagedProject = {
  ecosystem: "cargo",
  files: {
    "Cargo.toml": `${MANIFEST}\n[dependencies]\n${PACKAGE} = "1.2"\n`,
    "Cargo.lock": `${LOCK}dependencies = [\n "${PACKAGE}",\n]\n${LOCKED_CRATE}`,
    "src/lib.rs": "",
  },
  without: { "Cargo.toml": MANIFEST, "Cargo.lock": LOCK },
  folder: ({ home }) => join(home, `.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/${PACKAGE}-${VERSION}`),
  installed: () => ({ "Cargo.toml": `[package]\nname = "${PACKAGE}"\nversion = "${VERSION}"\n` }),
};

const INTEGRITY = `sha512-${"A".repeat(86)}==`;

function packageLock(isWith: boolean): string {
  const own = { name: "harbour", version: "0.1.0", ...(isWith ? { dependencies: { [PACKAGE]: "^1.2.0" } } : {}) };
  const packages = { "": own, ...(isWith ? { [`node_modules/${PACKAGE}`]: { version: VERSION, integrity: INTEGRITY } } : {}) };
  return `${JSON.stringify({ name: "harbour", version: "0.1.0", lockfileVersion: 3, requires: true, packages }, null, 2)}\n`;
}

const NPM: PackagedProject = {
  ecosystem: "npm",
  files: {
    "package.json": `${JSON.stringify({ name: "harbour", version: "0.1.0", dependencies: { [PACKAGE]: "^1.2.0" } }, null, 2)}\n`,
    "package-lock.json": packageLock(true),
    ".gitignore": "node_modules\n",
  },
  without: { "package.json": '{\n  "name": "harbour",\n  "version": "0.1.0"\n}\n', "package-lock.json": packageLock(false) },
  folder: ({ project }) => join(project, "node_modules", PACKAGE),
  installed: () => ({ "package.json": `${JSON.stringify({ name: PACKAGE, version: VERSION }, null, 2)}\n` }),
};

const PYPROJECT = '[project]\nname = "harbour"\nversion = "0.1.0"\nrequires-python = ">=3.11"\n';
const UV_LOCK = 'version = 1\nrequires-python = ">=3.11"\n\n[[package]]\nname = "harbour"\nversion = "0.1.0"\nsource = { virtual = "." }\n';
const WHEEL = `{ url = "https://registry.example/${PACKAGE}-${VERSION}-py3-none-any.whl", hash = "sha256:${"0".repeat(64)}" }`;
const LOCKED_WHEEL = `\n[[package]]\nname = "${PACKAGE}"\nversion = "${VERSION}"\nsource = { registry = "https://registry.example/simple" }\nwheels = [\n    ${WHEEL},\n]\n`;
const DIST_INFO = `../${PACKAGE}-${VERSION}.dist-info`;

const PYPI: PackagedProject = {
  ecosystem: "pypi",
  files: {
    "pyproject.toml": `${PYPROJECT}dependencies = ["${PACKAGE}>=1.2"]\n`,
    "uv.lock": `${UV_LOCK}dependencies = [\n    { name = "${PACKAGE}" },\n]\n${LOCKED_WHEEL}`,
    ".gitignore": ".venv\n",
    ".venv/pyvenv.cfg": "home = /usr/bin\nversion_info = 3.11.7\n",
  },
  without: { "pyproject.toml": `${PYPROJECT}dependencies = []\n`, "uv.lock": UV_LOCK },
  folder: ({ project }) => join(project, ".venv/lib/python3.11/site-packages", PACKAGE),
  installed: (files) => ({
    "__init__.py": "",
    [`${DIST_INFO}/METADATA`]: `Metadata-Version: 2.1\nName: ${PACKAGE}\nVersion: ${VERSION}\n`,
    [`${DIST_INFO}/RECORD`]: ["__init__.py", ...Object.keys(files)].map((path) => `${PACKAGE}/${path},,\n`).join(""),
  }),
};

export const PACKAGED_PROJECTS: readonly PackagedProject[] = [CARGO, NPM, PYPI];

/** Puts the package, with these files of its own, where its package manager would. */
export function install({ folder, installed }: PackagedProject, folders: Folders, files: Files): void {
  putAll(folder(folders), { ...installed(files), ...files });
}

export function removeDependency({ without }: PackagedProject, { project }: Folders): void {
  for (const [name, text] of Object.entries(without)) put(join(project, name), text);
}

/** Shell commands that do the same, and the opposite, in the project. */
export function removesDependency({ without }: PackagedProject): string {
  return writes(without);
}

export function addsDependency({ files, without }: PackagedProject): string {
  return writes(Object.fromEntries(Object.keys(without).map((name) => [name, files[name] ?? ""])));
}

function writes(files: Files): string {
  return Object.entries(files)
    .map(([name, text]) => `printf %s ${shellWord(text)} > ${name}`)
    .join("; ");
}

/** As the user's config names it. */
export function atomOf({ ecosystem }: PackagedProject): string {
  return `${ecosystem}:${PACKAGE}`;
}

/** In the words of the tables of agents. */
export function whatIn({ ecosystem }: PackagedProject): string {
  return ecosystem === CARGO.ecosystem ? "a dependency" : `${ecosystem === NPM.ecosystem ? "an npm" : "a PyPI"} dependency`;
}
