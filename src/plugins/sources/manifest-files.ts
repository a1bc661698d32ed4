import { basename, dirname, join } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { readTextFile } from "../../files/text-file.ts";
import { readToml, type TomlTable } from "../../files/toml.ts";
import { exists } from "../../host/files.ts";
import { entryPath, leadsToFile, namesIn } from "../../host/paths.ts";
import { isObject, parseJson } from "../../model/json.ts";
import { AGENT_PLUGIN, NAMESPACE, SCHEMAS } from "../agent-plugin/format.ts";
import { isManifestKey } from "../manifest/settle-fail-modes.ts";

export const MANIFEST = "SYMPOSIUM.toml";

/** The manifest of a plugin's folder, and problems with its name. */
export function manifestIn(folder: string): { readonly file: string; readonly problems: readonly Problem[] } {
  const usual = join(folder, MANIFEST);
  if (exists(usual)) return { file: usual, problems: [] };
  const names = namesIn(folder);
  const stray = strayManifest(folder, names);
  if (stray?.isManifest === true) {
    const { file } = stray;
    const message = `is read as a manifest, whose name should be ${MANIFEST}`;
    return { file, problems: [{ severity: "warning", file, message, hint: `rename it to ${MANIFEST}` }] };
  }
  const [packaged, hooks] = [agentPluginIn(folder, names), hookManifestIn(folder, names)];
  if (packaged === undefined || hooks === undefined) return { file: packaged ?? hooks ?? usual, problems: [] };
  // Alone the hook manifest would be a plugin.
  const message = `is beside ${AGENT_PLUGIN}, so Symposium ignores it`;
  const hint = `move it into the folder ${NAMESPACE}, and write "hooks" under extensions["${NAMESPACE}"] of ${AGENT_PLUGIN}`;
  return { file: packaged, problems: [{ severity: "warning", failsValidation: true, file: hooks, message, hint }] };
}

/** Where an Agent Plugin's manifest is beside this one, which wins (AP-1). */
export function ignoredBeside(manifest: string): Problem | undefined {
  const folder = dirname(manifest);
  const file = isAgentPluginName(manifest) ? undefined : agentPluginIn(folder, namesIn(folder));
  return file === undefined ? undefined : { severity: "warning", file, message: `is ignored: ${basename(manifest)} beside it counts` };
}

/** Without a `SYMPOSIUM.toml`, a file that may have been meant as one: in another case, or `<folder>/<folder>.toml`, which other programs use too. */
export function strayManifest(folder: string, names: readonly string[]) {
  const name = names.find((each) => each.toUpperCase() === MANIFEST.toUpperCase() || each === `${basename(folder)}.toml`);
  if (name === undefined) return undefined;
  const file = join(folder, name);
  const table = tableIn(file);
  const known = Object.keys(table ?? {}).filter(isManifestKey);
  return { file, isManifest: typeof table?.["name"] === "string" && known.length > 1 };
}

/** A repository of plugins may have a file at its root that names packages it vouches for. It is not a plugin, and Symposium does not use it. */
export function policyProblem(file: string): Problem | undefined {
  const keys = Object.keys(tableIn(file) ?? {});
  if (keys.length === 0 || keys.some((key) => key !== "discovery")) return undefined;
  const message = "Symposium ignores `discovery`: users decide which packages' plugins run";
  return { severity: "warning", file, message, hint: "see auto-enable in the config file" };
}

function tableIn(file: string): TomlTable | undefined {
  const read = readTextFile(file);
  const toml = read.kind === "text" ? readToml(read.text) : undefined;
  return toml?.ok === true ? toml.table : undefined;
}

export function isAgentPluginName(file: string): boolean {
  return basename(file) === AGENT_PLUGIN;
}

/** The path of the manifest, where one of these names is one. */
export function agentPluginIn(folder: string, names: readonly string[]): string | undefined {
  if (!names.includes(AGENT_PLUGIN)) return undefined;
  const file = join(folder, AGENT_PLUGIN);
  const read = readTextFile(file);
  return read.kind === "text" && isAgentPlugin(read.text) ? file : undefined;
}

/** Whether the text names a schema of the format. Cheap: most files of this name are other programs'. Unparsable text may be half of an edit. */
export function isAgentPlugin(text: string): boolean {
  // A writer of JSON may escape slashes.
  if (!/agent-plugins\.org\\?\/schemas/.test(text)) return false;
  const value = parseJson(text);
  if (value === undefined) return /"\$schema"\s*:\s*"https:\\?\/\\?\/agent-plugins\.org\\?\/schemas\\?\//.test(text);
  return isObject(value) && typeof value["$schema"] === "string" && value["$schema"].startsWith(SCHEMAS);
}

/** Of a folder whose names are unknown: in most there is no such file. */
export function hasAgentPlugin(folder: string): boolean {
  return leadsToFile(entryPath(folder, AGENT_PLUGIN)) && agentPluginIn(folder, [AGENT_PLUGIN]) !== undefined;
}

export const HOOK_MANIFESTS: readonly string[] = ["hooks.json", "hooks.yaml", "hooks.yml"];

export function isHookManifestName(file: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(file);
}

/** The first of these names that is a hook manifest; one that is being edited counts as long as it says so. */
export function hookManifestIn(folder: string, names: readonly string[]): string | undefined {
  return HOOK_MANIFESTS.filter((name) => names.includes(name))
    .map((name) => join(folder, name))
    .find((file) => {
      const read = readTextFile(file);
      return read.kind === "text" && isHookManifest(read.text, file);
    });
}

/** Whether the text says `spec: hooks/…`. Cheap, because every such file of a source is asked: most are other programs'. */
export function isHookManifest(text: string, file: string): boolean {
  if (!file.endsWith(".json")) return /^["']?spec["']?\s*:\s*["']?hooks\//m.test(text);
  if (!/"spec"\s*:\s*"hooks\\?\//.test(text)) return false;
  const value = parseJson(text);
  // Text that does not parse may be half of an edit.
  return value === undefined || (isObject(value) && typeof value["spec"] === "string" && value["spec"].startsWith("hooks/"));
}
