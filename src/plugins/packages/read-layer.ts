/** One layer of a package's plugin: a manifest of its own, or a table in the package's file. */

import type { OperatingSystem } from "../../context.ts";
import type { Problem } from "../../documents/problem.ts";
import { readTextFileWithin } from "../../documents/text-file-within.ts";
import { isTable, readToml, type Toml } from "../../documents/toml.ts";
import { acquiredIn } from "../../installations/acquired-in.ts";
import type { Bounds } from "../../platform/bounds.ts";
import { type Stamped, stampedFile } from "../../platform/stamp.ts";
import type { AgentResolver } from "../agent-resolver.ts";
import { isAgentPlugin } from "../agent-plugin/manifest-file.ts";
import { readAgentPlugin } from "../agent-plugin/read-agent-plugin.ts";
import type { BesideSurroundings } from "../hooks-manifest/hooks-beside.ts";
import { besideReader } from "../hooks-manifest/read-beside.ts";
import type { Plugin } from "../plugin.ts";
import { perhapsOurs } from "../read-plugin.ts";
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

/** An Agent Plugin says all by itself: where it is unusable, none of its skills count. `undefined` where the file is another program's. */
export function readPackagedLayer(file: string, place: LayerPlace): Layer | undefined {
  const read = readTextFileWithin(file, place.bounds);
  const unread = perhapsOurs(read);
  place.found.problems.push(...unread);
  if (unread.length > 0) return UNUSABLE;
  if (read.kind !== "text" || !isAgentPlugin(read.text)) return undefined;
  const { plugin, problems } = readAgentPlugin(file, read.text, place.agents, surroundingsIn(place));
  place.found.problems.push(...problems);
  return { ...(plugin === undefined ? {} : { plugin }), isNamed: true, isOptedOut: true };
}

function surroundingsIn({ folder, os, cache, found }: LayerPlace): BesideSurroundings {
  const isFile = (path: string) => {
    const there = stampedFile(path);
    found.watched.push(there.stamped);
    return there.isFile;
  };
  const acquired = acquiredIn(cache, found.watched, folder);
  return { directory: folder, os, isFile, acquired, readBeside: besideReader(found.watched).read };
}

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

export function readTableLayer(file: string, toml: Toml & { ok: true }, place: LayerPlace): Layer {
  const { name, agents, found } = place;
  const { plugin, problems } = validateTable(file, toml, agents, surroundingsIn(place), name);
  found.problems.push(...problems);
  if (plugin === undefined) return UNUSABLE;
  const { name: own, skills, defaults } = toml.table;
  const isOptedOut = (Array.isArray(skills) && skills.length === 0) || (isTable(defaults) && defaults["skills"] === false);
  return { plugin, isNamed: own !== undefined, isOptedOut };
}
