/**
 * Reads the manifest of an Agent Plugin, with the servers and the hooks beside it (AP-1). A mistake costs the least that the format allows: an
 * unknown field itself, a server itself, `mcp.json` all servers, anything else in the manifest the whole plugin.
 */

import { join } from "node:path";

import type { Problem } from "../../files/problem.ts";
import type { TomlTable } from "../../files/toml.ts";
import { type Bounds, boundsOf } from "../../host/bounds.ts";
import { lookUp } from "../../lookup.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { isOpen, OPEN } from "../gates/predicate.ts";
import { checkBySchema } from "../hook-manifest/check-by-schema.ts";
import type { Path, ReadDocument } from "../hook-manifest/json-document.ts";
import { assemblePlugin } from "../manifest/assemble-plugin.ts";
import { readGate } from "../manifest/gate.ts";
import { type BesideSurroundings, isFinding, type Report, type Validated } from "../manifest/report.ts";
import type { AgentPluginFields, SkillGroup } from "../plugin.ts";
import { valueAt } from "../written-entry.ts";
import { extensionHooks, programsWithin, readExtension } from "./extension.ts";
import { NAMESPACE, PLUGIN_SCHEMA, SCHEMAS, SKILLS, withOwnFiles } from "./format.ts";
import { AgentPluginFile, type AgentPluginManifest, readManifestDocument } from "./schema.ts";
import { readServers } from "./servers.ts";

const IGNORED = "so this plugin is ignored";

/** Never throws, whatever the text. */
export function readAgentPlugin(file: string, text: string, where: BesideSurroundings): Validated {
  const bounds = boundsOf(where.directory);
  const target = bounds.leadsOut(file);
  if (target !== undefined) {
    const message = `leads to ${target}, outside the plugin's folder, ${IGNORED}`;
    return { problems: [{ severity: "error", file, message, hint: "replace the link by what it leads to" }] };
  }
  const document = readManifestDocument(text);
  if (!document.ok)
    return { problems: document.faults.map((fault) => ({ severity: "error", file, ...fault, message: `${fault.message}, ${IGNORED}` })) };
  const { manifest, problems } = readFields(file, document);
  if (manifest === undefined) return { problems };
  return readParts(manifest, file, document, problems, where, bounds);
}

type Document = Extract<ReadDocument, { ok: true }>;

function readFields(file: string, { value, positionOf }: Document): { manifest?: AgentPluginManifest; problems: Problem[] } {
  const schema = isObject(value) ? lookUp(value, "$schema") : undefined;
  if (typeof schema === "string" && schema !== PLUGIN_SCHEMA) return { problems: [otherSchema(file, schema, positionOf(["$schema"]))] };
  const problems: Problem[] = [];
  let isUsable = true;
  checkBySchema(AgentPluginFile, value, (path, message, isUnknown) => {
    const isHarmless = path.length === 1 && (isUnknown === true || path[0] === "extensions");
    isUsable &&= isHarmless;
    const weight = isHarmless ? ({ severity: "warning", failsValidation: true } as const) : ({ severity: "error" } as const);
    const hint = path.length === 1 ? hintFor(path[0], isUnknown === true) : undefined;
    problems.push({
      ...weight,
      file,
      position: positionOf(path),
      message: `${message}, ${isHarmless ? "so it is ignored" : IGNORED}`,
      hint,
    });
  });
  return isUsable ? { manifest: value as Json & AgentPluginManifest, problems } : { problems };
}

function hintFor(field: Path[number] | undefined, isUnknown: boolean): string | undefined {
  return isUnknown ? "what only one client reads belongs into `extensions`" : field === "$schema" ? RIGHT_SCHEMA : undefined;
}

/** Symposium knows one version: a later one may mean something else by the same words. */
function otherSchema(file: string, schema: string, position: Problem["position"] & {}): Problem {
  const version = schema.startsWith(SCHEMAS) ? schema.slice(SCHEMAS.length).split("/", 1)[0] : undefined;
  const isOther = version !== undefined && version !== VERSION;
  const message = isOther
    ? `this is version ${JSON.stringify(version)} of the format, and Symposium reads ${VERSION}, ${IGNORED}`
    : `\`$schema\` is not that of an Agent Plugin's manifest, ${IGNORED}`;
  return { severity: "error", file, position, message, hint: RIGHT_SCHEMA };
}

const VERSION = "1.0.0";
const RIGHT_SCHEMA = `write "$schema": "${PLUGIN_SCHEMA}"`;

function readParts(
  fields: AgentPluginManifest,
  file: string,
  document: Document,
  problems: Problem[],
  where: BesideSurroundings,
  bounds: Bounds,
): Validated {
  const { name, extensions: all } = fields;
  const extensions: JsonObject = isObject(all) ? (all as JsonObject) : {};
  const own = (lookUp(extensions, NAMESPACE) ?? {}) as TomlTable;
  const extension = readExtension(file, withOwnFiles(own, where.directory) as TomlTable, document);
  problems.push(...extension.problems);
  const { manifest, pathOf } = extension;
  if (manifest === undefined) return { problems };
  const report: Report = (item, { severity = "error", key = [], ...rest }) => {
    const path = ["extensions", NAMESPACE, ...pathOf(item), ...[key].flat()];
    problems.push({ severity, file, position: document.positionOf(path), ...rest });
  };
  const read = readGate(manifest);
  if (isFinding(read)) {
    const consequence = extension.hasClosed ? "so only its hooks that are closed on failure apply" : IGNORED;
    report(manifest, { ...read, message: `${read.message}, ${consequence}` });
    if (!extension.hasClosed) return { problems };
  }
  const gate = isFinding(read) ? OPEN : read;
  const isUngated = isFinding(read) || extension.isUngated;
  const named = manifest["hooks-manifest"];
  const beside = named === undefined ? undefined : extensionHooks(named, where, bounds);
  const written = (entry: object) => valueAt(own, pathOf(entry));
  const about = { file, name, gate, isUngated, widened: extension.widened, beside, report, written, problems, where };
  const { plugin, ...widened } = assemblePlugin(programsWithin(manifest, where.directory, bounds, report), about);
  const servers = readServers(where, bounds);
  problems.push(...servers.problems);
  // The extension says more about a server of the same name.
  const others = servers.servers.filter((server) => !plugin.servers.some((one) => one.name === server.name));
  // Only the folders directly in it are skills.
  const skills: SkillGroup = { gate: OPEN, source: { kind: "path", path: join(plugin.directory, SKILLS), isOptional: true, isFlat: true } };
  const brought = isUngated ? { skills: [], servers: [] } : { skills: [...plugin.skills, skills], servers: [...plugin.servers, ...others] };
  // Without a gate of its own it applies nowhere before the user says so, whatever its items ask.
  const isDormant = isOpen(gate) && !isUngated;
  return { plugin: { ...plugin, ...brought, agentPlugin: fieldsOf(fields, extensions) }, ...widened, isDormant, problems };
}

const FIELDS = ["version", "description", "author", "homepage", "repository", "license", "keywords"] as const;

/** The manifest may have others, which were reported. Other clients' extensions are theirs: nothing in them is read (AP-4). */
function fieldsOf(fields: AgentPluginManifest, extensions: JsonObject): AgentPluginFields {
  const own = FIELDS.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]] as const]));
  const others = Object.entries(extensions).filter(([namespace]) => namespace !== NAMESPACE);
  return Object.fromEntries([...own, ...(others.length === 0 ? [] : [["extensions", Object.fromEntries(others)] as const])]);
}
