/** Reads one plugin from its folder: the manifest, or the last good one where that is unusable (RT-37). */

import { existsSync } from "node:fs";
import { basename, join } from "node:path";

import type { BesideTexts, GoodPlugin } from "../state/last-good.ts";
import { type Problem, withLastGood } from "../documents/problem.ts";
import { readTextFileWithin } from "../documents/text-file-within.ts";
import { readTextFile, type TextFile } from "../documents/text-file.ts";
import { acquiredIn } from "../installations/acquired-in.ts";
import type { Bounds } from "../platform/bounds.ts";
import { entryPath } from "../platform/entry-path.ts";
import { MISSING, type Stamped, stamped, stampedFile } from "../platform/stamp.ts";
import { AGENT_PLUGIN } from "./agent-plugin/format.ts";
import { isAgentPlugin, isAgentPluginName } from "./agent-plugin/manifest-file.ts";
import { HOOK_MANIFESTS, isHookManifest } from "./hooks-manifest/manifest-file.ts";
import { type BesideReader, besideReader, sameTexts } from "./hooks-manifest/read-beside.ts";
import type { Plugin } from "./plugin.ts";
import type { ReadRequest } from "./read-plugins.ts";
import { isWorse } from "./recall.ts";
import { MANIFEST, manifestIn } from "./sources/manifest-file.ts";
import { type Validated, validateManifest } from "./validate.ts";

export interface PluginReading {
  /** The manifest's fingerprint from before it was read. */
  readonly manifest: Stamped;
  readonly watched: readonly Stamped[];
  readonly problems: readonly Problem[];
  readonly plugin?: Plugin;
  /** No gate at any level. */
  readonly isDormant: boolean;
  /** Of the manifest in force. */
  readonly text: string;
  /** Of files beside it. */
  readonly beside?: BesideTexts;
  /** It is unusable as it is. */
  readonly isBroken: boolean;
}

export interface Known {
  readonly request: ReadRequest;
  readonly known: () => GoodPlugin | undefined;
  /** The name of a plugin without one. */
  readonly carrier?: string;
}

/** In a source: there was an entry with a manifest's name, or a plugin was there before. */
export function readPlugin(directory: string, { request, known, carrier }: Known): PluginReading {
  const found = manifestIn(directory);
  // Other names are not tried where the folder is unreadable.
  const file = existsSync(found.file) ? found.file : join(directory, known()?.file ?? basename(found.file));
  const manifest = stamped(file);
  // Beside another manifest a `SYMPOSIUM.toml` that appears wins.
  const watched: Stamped[] = isAgentPluginName(file) ? [stamped(join(directory, MANIFEST))] : [];
  const read = readTextFile(file);
  const naming = carrier === undefined ? {} : { name: carrier };
  const beside = besideReader(watched);
  const now = read.kind === "text" ? validated(file, read.text, directory, request, watched, naming, beside) : undefined;
  const reported = [...found.problems, ...(now?.problems ?? [problemOf(read, file)])];
  const isFlawed = now?.plugin === undefined || request.frozen === true || now.problems.length > 0;
  const remembered = isFlawed ? known() : undefined;
  // A version with mistakes may be the one in force.
  const isInForce = read.kind === "text" && read.text === remembered?.text && sameTexts(beside.texts(), remembered);
  const good = isInForce ? undefined : remembered;
  const knownBeside = besideReader(watched, good);
  const kept = good === undefined ? undefined : validated(file, good.text, directory, request, watched, naming, knownBeside);
  if (good === undefined || kept?.plugin === undefined || !isWorse(now, kept.plugin, request.frozen === true)) {
    const text = read.kind === "text" ? read.text : "";
    const isBroken = now?.plugin === undefined;
    return { manifest, watched, problems: reported, ...pluginOf(now), text, beside: beside.texts(), isBroken };
  }
  const first = reported.find(({ severity }) => severity === "error") ?? reported[0];
  const problems = reported.map((problem) => (problem === first ? withLastGood(problem, good.since) : problem));
  return { manifest, watched, problems, ...pluginOf(kept), text: good.text, beside: knownBeside.texts(), isBroken: true };
}

/** A folder of the workspace, inside whose bounds it is read. */
interface OwnFolder {
  readonly directory: string;
  /** Of a plugin without one. */
  readonly name: string;
  readonly request: ReadRequest;
  readonly bounds: Bounds | undefined;
}

/** Few members have one, and only the usual names count, because other files belong to the project. */
export function readOwnPlugin(own: OwnFolder): PluginReading {
  const usual = stamped(entryPath(own.directory, MANIFEST));
  const nothing = { manifest: usual, watched: [], problems: [], isDormant: false, text: "", isBroken: false };
  // Learning this from a thrown error is slow.
  if (usual[1] === MISSING) return readOwnPackage(own, nothing);
  const [file] = usual;
  const read = readTextFileWithin(file, own.bounds);
  if (read.kind !== "text") return { ...nothing, problems: [problemOf(read, file)] };
  return { ...nothing, ...ownPlugin(file, read.text, own) };
}

function ownPlugin(file: string, text: string, { directory, name, request }: OwnFolder) {
  const watched: Stamped[] = [];
  const now = validated(file, text, directory, request, watched, { name, holder: directory }, besideReader(watched));
  return { watched, problems: now.problems, ...pluginOf(now), text };
}

/** An Agent Plugin. Other programs have files of that name. */
function readOwnPackage(own: OwnFolder, nothing: PluginReading): PluginReading {
  const manifest = stamped(entryPath(own.directory, AGENT_PLUGIN));
  const [file, stamp] = manifest;
  const read = stamp === MISSING ? undefined : readTextFileWithin(file, own.bounds);
  if (read?.kind !== "text" || !isAgentPlugin(read.text))
    return readOwnHooks(own, { ...nothing, watched: [manifest], problems: perhapsOurs(read) });
  const { watched, ...found } = ownPlugin(file, read.text, own);
  return { ...nothing, ...found, manifest, watched: [nothing.manifest, ...watched] };
}

/** A hook manifest alone is a plugin too. Other programs have files of that name. */
function readOwnHooks({ directory, name, request, bounds }: OwnFolder, nothing: PluginReading): PluginReading {
  const watched: Stamped[] = [...nothing.watched];
  const problems: Problem[] = [...nothing.problems];
  for (const entry of HOOK_MANIFESTS) {
    const manifest = stamped(entryPath(directory, entry));
    const [file, stamp] = manifest;
    const read = stamp === MISSING ? undefined : readTextFileWithin(file, bounds);
    if (read?.kind === "text" && isHookManifest(read.text, file)) {
      const now = validateManifest(file, read.text, request.agents, { directory, os: request.context.os, isFile: () => false }, name);
      const found = [...problems, ...now.problems];
      return { ...nothing, manifest, watched: [nothing.manifest, ...watched], problems: found, ...pluginOf(now), text: read.text };
    }
    watched.push(manifest);
    problems.push(...perhapsOurs(read));
  }
  return { ...nothing, watched, problems };
}

/** Only its text tells whose it is. */
export function perhapsOurs(read: TextFile | undefined): readonly Problem[] {
  return read?.kind === "bad" && read.problem.mayPass === true ? [{ ...read.problem, severity: "warning" }] : [];
}

function pluginOf(validity: Validated | undefined): Pick<PluginReading, "plugin" | "isDormant"> {
  const { plugin, isDormant = false } = validity ?? {};
  return { isDormant, ...(plugin === undefined ? {} : { plugin }) };
}

/** A file of that name was there a moment ago. */
function problemOf(read: TextFile, file: string): Problem {
  return read.kind === "bad" ? read.problem : { severity: "error", file, message: "is missing", mayPass: true };
}

interface Naming {
  /** Where the manifest has none. */
  readonly name?: string;
  /** Of a plugin that runs by consent. */
  readonly holder?: string;
}

function validated(
  file: string,
  text: string,
  directory: string,
  request: ReadRequest,
  watched: Stamped[],
  { name, holder }: Naming,
  beside: BesideReader,
): Validated {
  const { agents, context, places } = request;
  const isFile = (path: string) => {
    const found = stampedFile(path);
    watched.push(found.stamped);
    return found.isFile;
  };
  const acquired = acquiredIn(places.cache, watched, holder);
  return validateManifest(file, text, agents, { directory, os: context.os, isFile, acquired, readBeside: beside.read }, name);
}
