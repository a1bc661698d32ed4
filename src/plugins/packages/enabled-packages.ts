/** The packages that the user enabled here: dependencies by `use` and `auto-enable`, any other package by `use` alone. */

import { basename, join } from "node:path";

import { foldedName, sameName } from "../../config/same-name.ts";
import { readTextFile } from "../../documents/text-file.ts";
import { ecosystemNamed } from "../../ecosystems/list.ts";
import type { Dependency } from "../../ecosystems/ecosystem.ts";
import { BARE } from "../../ecosystems/bare-prefix.ts";
import type { ReadPlugins, ReadRequest } from "../read-plugins.ts";
import { SKILL } from "../sources/folder.ts";
import type { Lead } from "./lead.ts";
import { countsIn, decisionOn, entriesNaming, isDisabledPackage, type PackageName } from "./package-decision.ts";

export function enabledPackages(read: ReadPlugins, { config, workspace, places }: ReadRequest): readonly Lead[] {
  const here = workspace?.folder ?? null;
  const dependencies = workspace?.dependencies ?? [];
  const entries = [...config.use.map(({ name }) => name), ...config.autoEnable];
  const mentioned = new Set(entries.map(foldedName));
  const isMentioned = (dependency: Dependency) =>
    dependency.origin.named !== undefined || mentioned.has("*") || [...entriesNaming([dependency])].some((one) => mentioned.has(one));
  const enabled = dependencies.filter(
    (dependency) => isMentioned(dependency) && ["used", "auto-enabled"].includes(decisionOn(dependency, config, here)),
  );
  const ofDependencies = entriesNaming(dependencies);
  const others = config.use
    .filter((entry) => countsIn(entry, here) && !ofDependencies.has(foldedName(entry.name)))
    .flatMap(({ name }) => packageNamed(name) ?? [])
    .filter((one) => !isDisabledPackage(one, config) && (one.isExplicit || !isInSources(one.name, read)));
  return [...enabled, ...others].map(({ ecosystem, name }): Lead => ({
    ecosystem,
    package: { ecosystem, name },
    takes: "plugin",
    through: [],
    visited: [],
    file: places.config,
  }));
}

/** The package that an entry of `use` names, `cargo:widget` or `widget`; `undefined` where it cannot be one. */
export function packageNamed(entry: string): (PackageName & { readonly isExplicit: boolean }) | undefined {
  const at = entry.indexOf(":");
  const named = { ecosystem: at < 0 ? BARE : entry.slice(0, at), name: entry.slice(at + 1), isExplicit: at >= 0 };
  return ecosystemNamed(named.ecosystem)?.isName(named.name) === true ? named : undefined;
}

/**
 * Whether a bare name means a plugin or skill of the user's sources: then it must not fetch a stranger's package of that name. A repository's own
 * plugin does not count, because its name must not replace a package that the user enabled.
 */
function isInSources(name: string, { plugins, asleep, standalone }: ReadPlugins): boolean {
  return (
    plugins.some(({ plugin, origin }) => origin.kind === "source" && sameName(plugin.name, name)) ||
    asleep.some(({ plugin }) => sameName(plugin.name, name)) ||
    standalone.some(({ directory }) => sameName(basename(directory), name) || isNamedIn(directory, name))
  );
}

function isNamedIn(directory: string, name: string): boolean {
  const read = readTextFile(join(directory, SKILL));
  const own = read.kind === "text" ? /^name:\s*["']?([^"'\r\n]*)/m.exec(read.text)?.[1]?.trim() : undefined;
  return own !== undefined && sameName(own, name);
}
