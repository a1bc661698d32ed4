/** Exports a plugin, reads the package, exports that too, and gives both sides of what must be equal. */

import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { type ValidatedItem, validatePlugins } from "../../../src/diagnose/validate/validate-plugins.ts";
import type { Problem } from "../../../src/files/problem.ts";
import type { PlacedContext } from "../../../src/host/places.ts";
import { type ExportedPackage, exportPlugins } from "../../../src/interchange/export/export.ts";
import { validateManifest } from "../../../src/plugins/manifest/validate.ts";
import { manifestIn } from "../../../src/plugins/sources/manifest-files.ts";
import { treeOf } from "../../plugins/skills/install-sandbox.ts";
import { essenceOf } from "./essence.ts";

export interface RoundTrip {
  readonly before: object;
  readonly after: object;
  readonly losses: ExportedPackage["losses"];
  readonly again: ExportedPackage["losses"];
  readonly files: object;
  readonly filesAgain: object;
  /** What `plugin validate` finds wrong with the package. Warnings are about programs that this machine lacks. */
  readonly errors: readonly string[];
}

export async function roundTrip(app: PlacedContext, folder: string, out: string): Promise<RoundTrip> {
  const [first] = (await exportPlugins(app, { plugin: folder, to: out })).packages;
  const [second] = (await exportPlugins(app, { plugin: out, to: `${out}-again` })).packages;
  return {
    before: read(folder),
    after: read(out),
    losses: first?.losses ?? [],
    again: second?.losses ?? [],
    files: treeOf(out),
    filesAgain: treeOf(`${out}-again`),
    errors: await errorsIn(app, out),
  };
}

function read(folder: string): object {
  const { file } = manifestIn(realpathSync(folder));
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const {
    plugin,
    isDormant = false,
    problems,
  } = validateManifest(file, readFileSync(file, "utf8"), { directory: dirname(file), os: "linux", isFile });
  if (plugin === undefined) throw new Error(JSON.stringify(problems));
  return essenceOf(plugin, isDormant);
}

async function errorsIn(app: PlacedContext, path: string): Promise<readonly string[]> {
  const { items } = await validatePlugins(app, { path, checkNames: false });
  const all = (one: ValidatedItem): readonly Problem[] => [...one.findings, ...one.children.flatMap(all)];
  return items.flatMap(all).flatMap(({ severity, message }) => (severity === "error" ? [message] : []));
}
