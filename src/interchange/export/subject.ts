/** What is exported: a plugin as its files say it now, whatever version of it is in force. */

import { basename, dirname, join } from "node:path";
import * as v from "valibot";

import { UserError } from "../../errors.ts";
import { type Problem, problemText } from "../../files/problem.ts";
import { readBySchema } from "../../files/read-by-schema.ts";
import { readTextFile, readTextFileWithin } from "../../files/text-file.ts";
import { readToml, type Toml, type TomlTable } from "../../files/toml.ts";
import { boundsOf } from "../../host/bounds.ts";
import { realPath } from "../../host/paths.ts";
import type { PlacedContext } from "../../host/places.ts";
import { lookUp } from "../../lookup.ts";
import { isObject, parseJson } from "../../model/json.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import { readExtension } from "../../plugins/agent-plugin/extension.ts";
import { NAMESPACE, SERVERS } from "../../plugins/agent-plugin/format.ts";
import { readManifestDocument } from "../../plugins/agent-plugin/schema.ts";
import { isFile } from "../../plugins/consent/named-files.ts";
import { bothGates, EVERYWHERE, type Gate, isOpen, OPEN } from "../../plugins/gates/predicate.ts";
import { Manifest } from "../../plugins/manifest/schema.ts";
import { settleFailModes } from "../../plugins/manifest/settle-fail-modes.ts";
import { validateManifest } from "../../plugins/manifest/validate.ts";
import { embeddedIn } from "../../plugins/packages/embedded-metadata.ts";
import { type PackageFolder, readPackagePlugin } from "../../plugins/packages/package-plugin.ts";
import { NO_PARTS, type Plugin } from "../../plugins/plugin.ts";
import { readSkill } from "../../plugins/skills/read-skill.ts";
import { SKILL } from "../../plugins/sources/folder.ts";
import { isHookManifestName, MANIFEST } from "../../plugins/sources/manifest-files.ts";

export interface ExportSubject {
  readonly plugin: Plugin;
  readonly gate: Gate;
  /** The manifest as it is written; of several layers, all of them. */
  readonly manifest: Manifest;
  /** Of an Agent Plugin: the servers of its `mcp.json`, by name. */
  readonly packaged?: Readonly<Record<string, object>>;
  /** Nothing but the plugin is in its folder. */
  readonly isAlone: boolean;
  readonly version?: string;
}

interface PluginFile {
  readonly kind: "file";
  readonly name: string;
  readonly file: string;
  /** The name of a plugin without one. */
  readonly defaultName?: string;
  readonly isAlone: boolean;
}

interface PluginPackage extends PackageFolder {
  readonly kind: "package";
  readonly version?: string;
}

export interface LoneSkill {
  readonly kind: "skill";
  readonly name: string;
  readonly directory: string;
}

export type Exported = PluginFile | PluginPackage | LoneSkill;

export function readSubject(from: Exported, app: PlacedContext): ExportSubject {
  if (from.kind === "skill") return readLoneSkill(from);
  return from.kind === "file" ? readFile(from, app) : readPackage(from, app);
}

/** A plugin of its name with nothing else. Its condition stays in its frontmatter, so the plugin has none of its own. */
function readLoneSkill({ directory: given }: LoneSkill): ExportSubject {
  const directory = realPath(given);
  const { skill, isGated, problems } = readSkill(directory, { isOwn: false });
  if (skill === undefined) throw broken(join(given, SKILL), problems);
  const plugin: Plugin = {
    ...NO_PARTS,
    name: skill.name,
    directory,
    manifest: join(directory, SKILL),
    gate: isGated ? EVERYWHERE : OPEN,
    skills: [{ gate: OPEN, source: { kind: "path", path: directory } }],
  };
  return { plugin, gate: plugin.gate, manifest: EMPTY, isAlone: true };
}

function readFile({ file: given, defaultName, isAlone }: PluginFile, { context }: PlacedContext): ExportSubject {
  const directory = realPath(dirname(given));
  const file = join(directory, basename(given));
  const read = readTextFileWithin(file, boundsOf(directory));
  if (read.kind === "missing") throw new UserError("NOT-FOUND", `there is no file ${file}`);
  if (read.kind === "bad") throw broken(given, [read.problem]);
  const where = { directory, os: context.os, isFile };
  const { plugin, isDormant, problems } = validateManifest(file, read.text, where, defaultName);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (plugin === undefined || errors.length > 0) throw broken(given, errors.length > 0 ? errors : problems);
  // Conditions of its items decide for a plugin of Symposium; an Agent Plugin needs one of its own.
  const about = { plugin, gate: isOpen(plugin.gate) && isDormant !== true ? EVERYWHERE : plugin.gate, isAlone };
  if (plugin.agentPlugin !== undefined) return { ...about, ...packagedParts(file, read.text) };
  return {
    ...about,
    manifest: isHookManifestName(file) ? { ...EMPTY, "hooks-manifest": basename(file) } : tableOf(file, readToml(read.text)),
  };
}

function packagedParts(file: string, text: string): Pick<ExportSubject, "manifest" | "packaged"> {
  return { manifest: extensionManifest(file, text) ?? EMPTY, packaged: packagedServers(dirname(file)) };
}

function readPackage(from: PluginPackage, app: PlacedContext): ExportSubject {
  const folder = realPath(from.folder);
  const { plugin, problems, isIncomplete } = readPackagePlugin({ ...from, folder }, { ...app });
  if (plugin === undefined) throw new UserError("NOTHING", `the package ${from.name} brings nothing that could be exported`);
  if (isIncomplete) throw broken(folder, problems);
  const { version, ecosystem, name } = from;
  // A package's plugin applies where the package is. A repository has no atom.
  const where: Gate = ecosystemNamed(ecosystem) === undefined ? OPEN : { dependsOn: [{ ecosystem, name }], predicates: [] };
  const about = { plugin, gate: bothGates(where, plugin.gate), isAlone: false, version };
  const packaged = plugin.agentPlugin === undefined ? undefined : readTextFileWithin(plugin.manifest, boundsOf(folder));
  if (packaged?.kind === "text") return { ...about, ...packagedParts(plugin.manifest, packaged.text) };
  const { file, metadata } = embeddedIn({ ...from, folder });
  const own = readTextFileWithin(join(folder, MANIFEST), boundsOf(folder));
  const layers = [
    ...(metadata.kind === "manifest" ? [tableOf(file, metadata.toml)] : []),
    ...(own.kind === "text" ? [tableOf(join(folder, MANIFEST), readToml(own.text))] : []),
  ];
  return { ...about, manifest: layers.reduce(merged, EMPTY) };
}

function tableOf(file: string, toml: Toml): Manifest {
  const read = toml.ok ? readBySchema(Manifest, file, settleFailModes(file, toml).toml).value : undefined;
  return read ?? EMPTY;
}

const EMPTY: Manifest = v.parse(Manifest, {});

/** As `mergeLayers` does with what is validated: the gate and the skills are taken from there. */
function merged(one: Manifest, other: Manifest): Manifest {
  const hooks = other["hooks-manifest"] ?? one["hooks-manifest"];
  return {
    installations: [...one.installations, ...other.installations],
    hooks: [...one.hooks, ...other.hooks],
    "hooks-manifest": hooks,
    skills: [],
    mcp_servers: [...one.mcp_servers, ...other.mcp_servers],
    subcommand: { ...one.subcommand, ...other.subcommand },
    predicate: [...one.predicate, ...other.predicate],
    plugins: [...one.plugins, ...other.plugins],
    files: [...one.files, ...other.files],
  };
}

function broken(file: string, problems: readonly Problem[]): UserError {
  return new UserError("INVALID", `${file} has mistakes, so it is not exported`, {
    details: problems.map(problemText),
    hint: "fix them; `symposium plugin validate` shows each",
  });
}

function extensionManifest(file: string, text: string): Manifest | undefined {
  const document = readManifestDocument(text);
  const extensions = document.ok && isObject(document.value) ? lookUp(document.value, "extensions") : undefined;
  const own = isObject(extensions) ? lookUp(extensions, NAMESPACE) : undefined;
  return document.ok && isObject(own) ? readExtension(file, own as TomlTable, document).manifest : undefined;
}

function packagedServers(directory: string): Readonly<Record<string, object>> {
  const read = readTextFile(join(directory, SERVERS));
  const document = read.kind === "text" ? parseJson(read.text) : undefined;
  const servers = isObject(document) ? lookUp(document, "mcpServers") : undefined;
  return isObject(servers) ? (servers as Readonly<Record<string, object>>) : {};
}
