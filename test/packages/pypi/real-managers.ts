/** The projects of `fixtures/trees`, taken to a temporary folder and put before the real package managers, with a loopback index. */

import { execFile, spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { foldName } from "../../../src/packages/pypi/distribution.ts";

export const TREES = join(import.meta.dirname, "fixtures/trees");
const RECORDED = "https://registry.example";

/** `<manager>-<shape>`. */
export const CASES: readonly string[] = readdirSync(TREES).sort();

export interface Answer {
  /** `name version`, direct ones only, in order. */
  readonly dependencies: readonly string[];
}

export function expectedOf(name: string): Answer {
  return JSON.parse(readFileSync(join(TREES, name, "expected.json"), "utf8")) as Answer;
}

export function managerOf(name: string): Manager {
  const manager = MANAGERS.get(name.split("-")[0] ?? "");
  if (manager === undefined) throw new Error(`no manager for ${name}`);
  return manager;
}

export function hasManager({ program }: Manager): boolean {
  return (
    spawnSync(program[0] ?? "", [...program.slice(1), "--version"], { stdio: "ignore", env: cleanEnvironment("/nonexistent") }).status === 0
  );
}

/** A copy in which the index is at `address`. */
export function copyTree(name: string, to: string, address: string): void {
  cpSync(join(TREES, name, "tree"), to, { recursive: true });
  for (const path of readdirSync(to, { recursive: true, encoding: "utf8" })) {
    const file = join(to, path);
    if (!statSync(file).isFile()) continue;
    const text = readFileSync(file, "utf8");
    if (text.includes(RECORDED)) writeFileSync(file, text.replaceAll(RECORDED, address));
  }
}

export type Run = (program: string, ...args: readonly string[]) => Promise<string>;

/** Nothing of the user's but the programs. */
export function runIn(folder: string, home: string): Run {
  return async (program, ...args) => {
    const options = { cwd: folder, env: cleanEnvironment(home), maxBuffer: 16 * 1024 * 1024 };
    return (await promisify(execFile)(program, args, options)).stdout;
  };
}

function cleanEnvironment(home: string): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    UV_PYTHON_DOWNLOADS: "never",
    UV_CACHE_DIR: join(home, "uv"),
    POETRY_VIRTUALENVS_IN_PROJECT: "true",
    PIPENV_VENV_IN_PROJECT: "1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    PDM_CHECK_UPDATE: "0",
  };
}

export interface Manager {
  readonly program: readonly string[];
  /** Whether it installs into the project's environment, so that folders are known. */
  readonly installs: boolean;
  /** What it says are the direct dependencies; `declared` where it lists all. */
  readonly ask: (run: Run, declared: ReadonlySet<string>) => Promise<readonly string[]>;
}

interface Named {
  readonly name: string;
  readonly version: string;
}

function sorted(list: readonly Named[]): string[] {
  return [...new Set(list.map(({ name, version }) => `${foldName(name)} ${version}`))].sort();
}

const MANAGERS: ReadonlyMap<string, Manager> = new Map([
  [
    "uv",
    {
      program: ["uv"],
      installs: false,
      ask: async (run: Run) => {
        const lines = (await run("uv", "tree", "--frozen", "--depth", "1", "--all-groups", "--no-progress")).split("\n");
        const members = new Set(lines.flatMap((line) => /^(\S+) v/.exec(line)?.[1] ?? []));
        const found = lines.flatMap((line) => {
          const [, name, version] = /^[├└]── ([^\s[]+)\S* v(\S+)/.exec(line) ?? [];
          return name === undefined || version === undefined || members.has(name) ? [] : [{ name, version }];
        });
        return sorted(found);
      },
    },
  ],
  [
    "poetry",
    {
      program: ["poetry"],
      installs: false,
      ask: async (run: Run) => {
        const groups = (await run("cat", "pyproject.toml")).includes("group.docs") ? ["--with", "docs"] : [];
        const listed = JSON.parse(await run("poetry", "show", "--top-level", "--format", "json", ...groups)) as readonly Named[];
        return sorted(listed.map(({ name, version }) => ({ name, version: version.split(" ")[0] ?? "" })));
      },
    },
  ],
  [
    "pdm",
    {
      program: ["pdm"],
      installs: true,
      ask: async (run: Run, declared: ReadonlySet<string>) => {
        await run("pdm", "sync", "-q", "-G", ":all");
        const listed = JSON.parse(await run("pdm", "list", "--json", "--fields", "name,version")) as readonly Named[];
        return sorted(listed.filter(({ name }) => declared.has(foldName(name))));
      },
    },
  ],
  [
    "pip",
    {
      program: ["python3", "-m", "pip"],
      installs: true,
      ask: async (run: Run) => {
        await run("python3", "-m", "venv", "--without-pip", ".venv");
        const pip = ["-m", "pip", "--python", ".venv/bin/python"];
        await run("python3", ...pip, "install", "-q", "-r", "requirements.txt");
        const { installed } = JSON.parse(await run("python3", ...pip, "inspect")) as {
          installed: readonly { readonly metadata: Named; readonly requested: boolean }[];
        };
        return sorted(installed.flatMap(({ metadata, requested }) => (requested ? [metadata] : [])));
      },
    },
  ],
  [
    "pipenv",
    {
      program: ["pipenv"],
      installs: true,
      ask: async (run: Run, declared: ReadonlySet<string>) => {
        await run("pipenv", "sync", "--categories", "packages dev-packages docs");
        const listed = JSON.parse(await run("pipenv", "graph", "--json")) as readonly {
          readonly package: { readonly key: string; readonly installed_version: string };
        }[];
        const named = listed.map(({ package: one }) => ({ name: one.key, version: one.installed_version }));
        return sorted(named.filter(({ name }) => declared.has(foldName(name))));
      },
    },
  ],
]);
