/** What the real package managers say about the direct dependencies of a tree that they installed. */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** A direct dependency of a member. `folder` is relative to the tree; empty where the package is not in a folder. */
export interface Expected {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

export type Run = (...args: string[]) => Promise<string>;

interface Listed {
  readonly name?: string;
  readonly from?: string;
  readonly version?: string;
  readonly path?: string;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, Listed>>;
  readonly devDependencies?: Readonly<Record<string, Listed>>;
  readonly optionalDependencies?: Readonly<Record<string, Listed>>;
}

/** Members are in the root's list, each with a list of its own. */
export async function askNpm(tree: string, run: Run): Promise<Expected[]> {
  const root = JSON.parse(await run("ls", "--json", "--all", "--long")) as Listed;
  const members = memberFolders(tree);
  const isMember = ({ path = tree }: Listed) => members.includes(realpathSync.native(path));
  const all = Object.values(root.dependencies ?? {});
  const direct = [...all, ...all.filter(isMember).flatMap(({ dependencies }) => Object.values(dependencies ?? {}))];
  return direct.flatMap((one) =>
    isMember(one) ? [] : [{ name: one.name ?? "", version: one.version ?? "", folder: placeOf(tree, realpathSync.native(one.path ?? "")) }],
  );
}

export async function askPnpm(tree: string, run: Run): Promise<Expected[]> {
  const recursive = existsSync(join(tree, "pnpm-workspace.yaml")) ? ["--recursive"] : [];
  const projects = JSON.parse(await run("list", ...recursive, "--json", "--depth", "0", "--long")) as Listed[];
  const members = new Set(projects.map(({ path = "" }) => realpathSync.native(path)));
  return projects.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).flatMap(([key, one]) => {
      const folder = realpathSync.native(one.path ?? "");
      const version = one.version?.startsWith("link:") || one.version?.startsWith("file:") ? versionIn(folder) : (one.version ?? "");
      return members.has(folder) ? [] : [{ name: one.from ?? key, version, folder: placeOf(tree, folder) }];
    }),
  );
}

interface YarnInfo {
  readonly value: string;
  readonly children: { readonly Version?: string; readonly Dependencies?: readonly { readonly locator: string }[] };
}

/** One line of JSON for each package of the project. */
export async function askYarn(tree: string, run: Run): Promise<Expected[]> {
  const lines = (await run("info", "--all", "--recursive", "--json")).trim().split("\n");
  const all = lines.map((line) => JSON.parse(line) as YarnInfo);
  const byLocator = new Map(all.map((one) => [one.value.replace(/\[[0-9a-f]+\]/, ""), one.children]));
  const members = all.filter(({ value }) => value.includes("@workspace:"));
  const locators = members.flatMap(({ children }) =>
    (children.Dependencies ?? []).map(({ locator }) => locator.replace(/\[[0-9a-f]+\]/, "")),
  );
  return locators.flatMap((locator) => {
    // Packages with peers are there once for each set of peers.
    const [, name = "", source = ""] = /^(@?[^@]+)@(?:virtual:[^#]*#)?(.*)$/.exec(locator) ?? [];
    if (source.startsWith("workspace:")) return [];
    const version = source.startsWith("npm:") ? source.slice("npm:".length) : (byLocator.get(locator)?.Version ?? "");
    const path = /^(?:link|portal|file):([^:#]*)/.exec(source)?.[1];
    const folder = path !== undefined && !path.endsWith(".tgz") ? relative(".", path).replaceAll("\\", "/") : "";
    return [{ name, version: folder === "" ? version : versionIn(join(tree, folder)), folder }];
  });
}

/** What Node finds for every line of every member, in what the manager installed; its own list has to contain it. */
export async function askFolders(tree: string, run: Run): Promise<Expected[]> {
  const list = await (managerIsYarn(tree) ? run("list", "--json") : run("pm", "ls", "--all"));
  return memberFolders(tree).flatMap((member) => {
    const manifest = JSON.parse(readFileSync(join(member, "package.json"), "utf8")) as Readonly<Record<string, Record<string, string>>>;
    const keys = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    );
    return keys.flatMap((key) => {
      const found = dirname(createRequire(join(member, "package.json")).resolve(`${key}/package.json`));
      if (memberFolders(tree).includes(found)) return [];
      const own = JSON.parse(readFileSync(join(found, "package.json"), "utf8")) as { name: string; version: string };
      if (![key, own.name].some((name) => list.includes(`${name}@`))) throw new Error(`${key} is not in the manager's list\n${list}`);
      return [{ name: own.name, version: own.version, folder: placeOf(tree, found) }];
    });
  });
}

function managerIsYarn(tree: string): boolean {
  return existsSync(join(tree, "yarn.lock"));
}

/** The members of these trees are named in a fixed way. */
function memberFolders(tree: string): string[] {
  return ["packages/a", "packages/b", "apps/one"]
    .map((folder) => join(tree, folder))
    .filter(existsSync)
    .concat(tree);
}

function versionIn(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
}

function placeOf(tree: string, folder: string): string {
  return relative(tree, folder).replaceAll("\\", "/");
}
