/**
 * Packages' plugins as they were last read in a workspace: after a change of the lock file alone, a hook call need not read them again. One
 * private file per workspace.
 */

import { join } from "node:path";

import { openMemo, ownStamps } from "../../files/memo.ts";
import { isVisit } from "../../host/own-process.ts";
import { workspaceState } from "../../host/places.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import { AGENT_PLUGIN } from "../agent-plugin/format.ts";
import { revivedAtom, revivedGate } from "../gates/parse-atom.ts";
import type { ChainedPlugin, Plugin, SkillGroup } from "../plugin.ts";
import type { ReadRequest } from "../plugins-read.ts";
import { MANIFEST } from "../sources/manifest-files.ts";
import { type PackageFolder, type PackagePlugin, readPackagePlugin } from "./package-plugin.ts";

/** `pluginIn` reads the plugin of a package, or gives it as it was read before. */
export function openStoredPlugins(request: ReadRequest) {
  const { places, workspace, context, isStored } = request;
  if (isStored !== true || workspace === null || isVisit(places))
    return { pluginIn: (from: PackageFolder) => readPackagePlugin(from, request), save: () => {} };
  const file = workspaceState(places, workspace.folder).packagePlugins;
  const kind = ["symposium-package-plugins 1", context.os, places.cache];
  const { find, add, save } = openMemo<PackagePlugin>({ file, kind, now: context.now, watchedOf: ({ watched }) => watched });
  return {
    pluginIn(from: PackageFolder) {
      const key = JSON.stringify([from.ecosystem, from.name, from.folder]);
      const known = find(key);
      if (known !== undefined)
        return { ...known, plugin: known.plugin && revivedPlugin(known.plugin), redirects: known.redirects.map(revivedAtom) };
      const manifests = [MANIFEST, ecosystemNamed(from.ecosystem)?.packageFile ?? MANIFEST, AGENT_PLUGIN];
      const before = ownStamps(manifests.map((name) => join(from.folder, name)));
      const brought = readPackagePlugin(from, request);
      if (brought.isFixed && !brought.isIncomplete && brought.problems.length === 0) add(key, brought, before);
      return brought;
    },
    save,
  };
}

function revivedPlugin(plugin: Plugin): Plugin {
  return {
    ...plugin,
    gate: revivedGate(plugin.gate),
    hooks: plugin.hooks.map(withGate),
    skills: plugin.skills.map(withPackage),
    servers: plugin.servers.map(withGate),
    subcommands: plugin.subcommands.map(withGate),
    chained: plugin.chained.map(withPackage),
  };
}

function withGate<T extends Pick<Plugin, "gate">>(item: T): T {
  return { ...item, gate: revivedGate(item.gate) };
}

function withPackage<T extends ChainedPlugin | SkillGroup>(one: T): T {
  const { source } = one;
  if (source.kind !== "package" || source.package === undefined) return withGate(one);
  return { ...withGate(one), source: { ...source, package: revivedAtom(source.package) } };
}
