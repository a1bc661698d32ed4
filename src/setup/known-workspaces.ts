/** Every folder that one of our records names as a workspace: ledger, indexes, records of syncs, config, trace. */

import { join } from "node:path";

import type { Context } from "../context.ts";
import { readConfig } from "../files/config.ts";
import type { Ledger } from "../files/ledger.ts";
import { isAtOrAbove } from "../host/bounds.ts";
import { isFolder, pathsIn } from "../host/paths.ts";
import type { Places } from "../host/places.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import { isObject, parseJson } from "../model/json.ts";
import { findRepository } from "../packages/find-workspace.ts";

const MOST_BYTES = 64 * 1024 * 1024;

/** A trace names the same few folders over and over. */
const MOST_FOLDERS = 2_000;

/** The workspaces that still exist, each with the repository around it, except the home folder and folders above it. */
export function knownWorkspaces(places: Places, { files }: Ledger, { home }: Pick<Context, "home">): readonly string[] {
  const config = readConfig(places.config);
  const named = new Set([
    ...files.flatMap(({ workspace }) => workspace ?? []),
    ...(config.ok ? config.config.use.flatMap(({ workspace }) => workspace ?? []) : []),
    ...pathsIn(places.index).flatMap((file) => textOf(file).split("\n", 1).flatMap(foldersIn)),
    ...pathsIn(join(places.cache, "workspaces")).flatMap((folder) => foldersIn(textOf(join(folder, "synced.json")))),
    ...["trace.1.jsonl", "trace.jsonl"].flatMap((name) => textOf(join(places.trace, name)).split("\n").flatMap(foldersIn)),
  ]);
  const there = [...named].slice(-MOST_FOLDERS).filter(isFolder);
  const all = new Set(there.flatMap((folder) => [folder, findRepository(folder) ?? folder]));
  return [...all].filter((folder) => !isAtOrAbove(folder, home));
}

function textOf(file: string): string {
  return readRegularTextIfAny(file, { maxBytes: MOST_BYTES }) ?? "";
}

function foldersIn(line: string): string[] {
  const value = line.startsWith("{") ? parseJson(line) : undefined;
  if (!isObject(value)) return [];
  const { workspace, repository, folder, key, cwd, members } = value;
  const others = [...(typeof key === "string" ? key.split("\n") : []), ...(Array.isArray(members) ? members : [])];
  return [workspace, repository, folder, cwd, ...others].filter(
    (one): one is string => typeof one === "string" && /^(?:\/|[A-Za-z]:[\\/])/.test(one),
  );
}
