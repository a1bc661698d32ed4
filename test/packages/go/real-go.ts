/** The trees of `fixtures/workspaces`, taken to a temporary folder and put before the real Go. */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { writeProxy } from "./module-proxy.ts";

export const WORKSPACES = fileURLToPath(new URL("fixtures/workspaces", import.meta.url));

/** The folder of the tree in which Go is started. */
export const CASES: Readonly<Record<string, string>> = {
  module: ".",
  workspace: "lib",
  replaced: "app",
  "workspace-replaced": "one",
  vendored: ".",
  "vendored-workspace": "one",
  tools: ".",
};

/** `folder` in the tree or in the module cache, whichever it is in. */
export interface Expected {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

export interface Answer {
  readonly members: readonly string[];
  readonly dependencies: readonly Expected[];
}

export function hasGo(): boolean {
  const [, minor] = /go1\.(\d+)/.exec(spawnSync("go", ["version"], { encoding: "utf8" }).stdout ?? "") ?? [];
  return Number(minor) >= 24;
}

export interface Bench {
  readonly tree: (name: string) => string;
  readonly cache: string;
  readonly env: Readonly<Record<string, string>>;
  /** What `go list` says. */
  readonly ask: (name: string) => Answer;
}

/** Everything lies below `folder`. */
export function openBench(folder: string): Bench {
  writeProxy(join(folder, "proxy"));
  cpSync(WORKSPACES, join(folder, "trees"), { recursive: true });
  const cache = join(folder, "go", "pkg", "mod");
  const env = environment(folder);
  const tree = (name: string) => join(folder, "trees", name, "tree");
  return { tree, cache, env, ask: (name) => ask(tree(name), CASES[name] ?? ".", cache, env) };
}

/** Nothing of the user's. `-modcacherw` lets the folder be removed. */
export function environment(folder: string): Record<string, string> {
  mkdirSync(join(folder, "proxy"), { recursive: true });
  switchOffTelemetry(folder);
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    GOPATH: join(folder, "go"),
    GOCACHE: join(folder, "build"),
    GOPROXY: `file://${join(folder, "proxy")}`,
    GOSUMDB: "off",
    GOTOOLCHAIN: "local",
    GOFLAGS: "-mod=readonly -modcacherw",
  };
}

/** Go's telemetry process outlives the command, and would write into a home that the test removes. */
export function switchOffTelemetry(home: string): void {
  const folder = join(home, ".config", "go", "telemetry");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "mode"), "off");
}

interface Listed {
  readonly Path: string;
  readonly Version?: string;
  readonly Main?: boolean;
  readonly Indirect?: boolean;
  readonly Dir?: string;
  readonly Replace?: { readonly Version?: string; readonly Dir?: string };
}

function ask(tree: string, start: string, cache: string, env: Record<string, string>): Answer {
  const cwd = join(tree, start);
  const go = (...args: string[]) => execFileSync("go", args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  go("mod", "download");
  const listed = JSON.parse(`[${go("list", "-m", "-json", "all").replaceAll("}\n{", "},\n{")}]`) as Listed[];
  const tools = new Set(go("list", "-f", "{{.Module.Path}}", "tool").split("\n"));
  const dependencies = listed
    .filter(({ Path, Main, Indirect }) => Main !== true && (Indirect !== true || tools.has(Path)))
    .map(({ Path, Version = "", Dir, Replace }) => ({
      name: Path,
      version: Replace?.Version ?? Version,
      folder: placeOf(Replace?.Dir ?? Dir ?? "", tree, cache),
    }));
  return { members: listed.flatMap(({ Path, Main }) => (Main === true ? [Path] : [])).sort(), dependencies: sorted(dependencies) };
}

export function placeOf(folder: string, tree: string, cache: string): string {
  const inCache = relative(cache, folder);
  return (inCache.startsWith("..") ? relative(tree, folder) : inCache).replaceAll("\\", "/");
}

export function sorted(list: readonly Expected[]): Expected[] {
  return list.toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}
