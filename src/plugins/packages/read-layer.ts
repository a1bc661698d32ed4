/** One layer of a package's plugin: a manifest of its own, or a table in the package's file. */

import type { OperatingSystem } from "../../context.ts";
import type { Problem } from "../../documents/problem.ts";
import { readTextFileWithin } from "../../documents/text-file-within.ts";
import { isTable, readToml, type Toml } from "../../documents/toml.ts";
import { acquiredIn } from "../../installations/acquired-in.ts";
import type { Bounds } from "../../platform/bounds.ts";
import { type Stamped, stampedFile } from "../../platform/stamp.ts";
import type { AgentResolver } from "../agent-resolver.ts";
import { besideReader } from "../hooks-manifest/read-beside.ts";
import type { Plugin } from "../plugin.ts";
import { validateTable } from "../validate.ts";

export interface LayerPlace {
  /** The package's. */
  readonly folder: string;
  readonly name: string;
  readonly bounds: Bounds;
  readonly agents: AgentResolver;
  readonly os: OperatingSystem;
  readonly cache: string;
  readonly found: { readonly problems: Problem[]; readonly watched: Stamped[] };
}

export interface Layer {
  /** Absent where it is unusable. */
  readonly plugin?: Plugin;
  readonly isNamed: boolean;
  /** Nothing is read from the usual folders of skills. */
  readonly isOptedOut: boolean;
}

const UNUSABLE: Layer = { isNamed: false, isOptedOut: false };

/** A missing file is unusable too: it existed a moment ago. */
export function readFileLayer(file: string, place: LayerPlace): Layer {
  const read = readTextFileWithin(file, place.bounds);
  const toml = read.kind === "text" ? readToml(read.text) : undefined;
  if (toml?.ok === true) return readTableLayer(file, toml, place);
  if (read.kind === "bad") place.found.problems.push(read.problem);
  if (toml !== undefined) {
    const { ok: _, ...wrong } = toml;
    place.found.problems.push({ severity: "error", file, ...wrong });
  }
  return UNUSABLE;
}

export function readTableLayer(file: string, toml: Toml & { ok: true }, { folder, name, agents, os, cache, found }: LayerPlace): Layer {
  const isFile = (path: string) => {
    const there = stampedFile(path);
    found.watched.push(there.stamped);
    return there.isFile;
  };
  const { plugin, problems } = validateTable(
    file,
    toml,
    agents,
    { directory: folder, os, isFile, acquired: acquiredIn(cache, found.watched, folder), readBeside: besideReader(found.watched).read },
    name,
  );
  found.problems.push(...problems);
  if (plugin === undefined) return UNUSABLE;
  const { name: own, skills, defaults } = toml.table;
  const isOptedOut = (Array.isArray(skills) && skills.length === 0) || (isTable(defaults) && defaults["skills"] === false);
  return { plugin, isNamed: own !== undefined, isOptedOut };
}
