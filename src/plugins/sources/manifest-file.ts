/** Which file of a folder is its manifest. */

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { readTextFile } from "../../documents/text-file.ts";
import { readToml, type TomlTable } from "../../documents/toml.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import { AGENT_PLUGIN, NAMESPACE } from "../agent-plugin/format.ts";
import { agentPluginIn, isAgentPluginName } from "../agent-plugin/manifest-file.ts";
import { hookManifestIn } from "../hooks-manifest/manifest-file.ts";
import { isManifestKey } from "../manifest-keys.ts";

export const MANIFEST = "SYMPOSIUM.toml";

/** The manifest of a plugin's folder, and problems with its name. */
export function manifestIn(folder: string): { readonly file: string; readonly problems: readonly Problem[] } {
  const usual = join(folder, MANIFEST);
  if (existsSync(usual)) return { file: usual, problems: [] };
  const names = namesIn(folder);
  const stray = strayManifest(folder, names);
  if (stray?.isManifest !== true) {
    const [packaged, hooks] = [agentPluginIn(folder, names), hookManifestIn(folder, names)];
    const problems = packaged === undefined || hooks === undefined ? [] : [unusedHooks(hooks)];
    return { file: packaged ?? hooks ?? usual, problems };
  }
  const { file } = stray;
  const message = `is read as a manifest, whose name should be ${MANIFEST}`;
  return { file, problems: [{ severity: "warning", file, message, hint: `rename it to ${MANIFEST}` }] };
}

/** A hook manifest alone would be a plugin. */
function unusedHooks(file: string): Problem {
  const hint = `move it into the folder ${NAMESPACE}, and write "hooks" under extensions["${NAMESPACE}"] of ${AGENT_PLUGIN}`;
  return { severity: "warning", failsValidation: true, file, message: `is beside ${AGENT_PLUGIN}, so Symposium ignores it`, hint };
}

/** Where an Agent Plugin's manifest is beside this one, which wins (AP-1). */
export function ignoredBeside(manifest: string): Problem | undefined {
  const folder = dirname(manifest);
  const file = isAgentPluginName(manifest) ? undefined : agentPluginIn(folder, namesIn(folder));
  return file === undefined ? undefined : { severity: "warning", file, message: `is ignored: ${basename(manifest)} beside it counts` };
}

/** Without a `SYMPOSIUM.toml`, a file that may have been meant as one: in another case, or `<folder>/<folder>.toml`, which other programs use too. */
export function strayManifest(
  folder: string,
  names: readonly string[],
): { readonly file: string; readonly isManifest: boolean } | undefined {
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
  return {
    severity: "warning",
    file,
    message: "Symposium ignores `discovery`: users decide which packages' plugins run",
    hint: "see auto-enable in the config file",
  };
}

function tableIn(file: string): TomlTable | undefined {
  const read = readTextFile(file);
  const toml = read.kind === "text" ? readToml(read.text) : undefined;
  return toml?.ok === true ? toml.table : undefined;
}
