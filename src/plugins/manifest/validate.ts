/** Turns the text of a manifest into a plugin. Drops and reports unusable parts; the rest stays. */

import { basename } from "node:path";

import { readBySchema } from "../../files/read-by-schema.ts";
import { readToml, type Toml } from "../../files/toml.ts";
import { readAgentPlugin } from "../agent-plugin/read-agent-plugin.ts";
import { OPEN } from "../gates/predicate.ts";
import { hooksBeside, manifestPlugin } from "../hook-manifest/load-hooks.ts";
import { isAgentPluginName, isHookManifest, isHookManifestName } from "../sources/manifest-files.ts";
import { valueAt } from "../written-entry.ts";
import { assemblePlugin } from "./assemble-plugin.ts";
import { hasGate, readGate } from "./gate.ts";
import { type BesideSurroundings, isFinding, type Report, type Validated } from "./report.ts";
import { Manifest } from "./schema.ts";
import { settleFailModes } from "./settle-fail-modes.ts";

/** Never throws, whatever the text. `defaultName` is the name of a plugin without one. */
export function validateManifest(file: string, text: string, where: BesideSurroundings, defaultName?: string): Validated {
  if (isAgentPluginName(file) && !isHookManifest(text, file)) return readAgentPlugin(file, text, where);
  if (isHookManifestName(file)) return manifestPlugin(file, text, where.os, defaultName);
  const toml = readToml(text);
  if (toml.ok) return validateTable(file, toml, where, defaultName);
  const { ok: _, ...wrong } = toml;
  return { problems: [{ severity: "error", file, ...wrong }] };
}

/** The same for a manifest that is a table in another file, and for one that takes its name from its container. */
export function validateTable(file: string, toml: Toml & { ok: true }, where: BesideSurroundings, defaultName?: string): Validated {
  const settled = settleFailModes(file, toml);
  const { value: manifest, problems: found, pathOf } = readBySchema(Manifest, file, settled.toml);
  const problems = [...settled.problems, ...found];
  if (manifest === undefined) return { problems };
  const report: Report = (item, { severity = "error", key = [], ...rest }) => {
    problems.push({ severity, file, position: toml.positionOf([...pathOf(item), ...[key].flat()]), ...rest });
  };
  const { hasClosed, widened } = settled;
  const read = readGate(manifest);
  if (isFinding(read)) {
    const consequence = hasClosed ? "so only its hooks that are closed on failure apply" : "so this plugin is ignored";
    report(manifest, { ...read, message: `${read.message}, ${consequence}` });
    if (!hasClosed) return { problems };
  }
  const gate = isFinding(read) ? OPEN : read;
  const isUngated = isFinding(read) || settled.isUngated;
  // A manifest with `where` takes its name from its folder.
  const given = manifest.name ?? defaultName ?? (manifest.where === undefined ? undefined : basename(where.directory));
  if (given === undefined) {
    const consequence = hasClosed ? "the plugin is named after its folder" : "this plugin is ignored";
    report(manifest, { key: "name", message: `\`name\` is missing, so ${consequence}`, hint: 'for example name = "my-plugin"' });
    if (!hasClosed) return { problems };
  }
  const name = given ?? basename(where.directory);
  const beside = manifest["hooks-manifest"] === undefined ? undefined : hooksBeside(manifest["hooks-manifest"], where);
  const written = (entry: object) => valueAt(settled.toml.table, pathOf(entry));
  const assembled = assemblePlugin(manifest, { file, name, gate, isUngated, widened, beside, report, written, problems, where });
  return { ...assembled, isDormant: !hasGate(manifest) && !isUngated, problems };
}
