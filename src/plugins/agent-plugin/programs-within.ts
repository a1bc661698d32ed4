/** Programs that the extension names lie in the plugin's folder, like everything that an Agent Plugin runs. */

import { isAbsolute, resolve } from "node:path";

import { put } from "../../lookup.ts";
import type { Bounds } from "../../platform/bounds.ts";
import type { HookEntry } from "../hook-entry.ts";
import type { InlineEntry, InstallationEntry } from "../installation-entry.ts";
import type { Manifest, SubcommandEntry } from "../manifest.ts";
import type { Report } from "../report.ts";

/** Without those that lead out, which are reported. A hook that is closed on failure stays without its program, so it denies. */
export function programsWithin(manifest: Manifest, directory: string, bounds: Bounds, report: Report): Manifest {
  const areInside = (item: object, words: readonly string[], what: string, effect = "is ignored"): boolean => {
    const word = words.find((each) => bounds.leadsOut(resolve(directory, each)) !== undefined);
    if (word === undefined) return true;
    const message = `${JSON.stringify(word)} leads out of the plugin's folder, so this ${what} ${effect}`;
    report(item, { message, hint: "move the program into the folder" });
    return false;
  };
  const isInside = (item: object, entry: InlineEntry, what: string) => areInside(item, wordsOf(entry), what);
  const within = (entry: HookEntry): HookEntry[] => {
    const inline = typeof entry.command === "object" ? wordsOf(entry.command) : [];
    const isClosed = entry["on-failure"] === "closed";
    if (areInside(entry, [...wordsOf({ ...entry, install_commands: [] }), ...inline], "hook", isClosed ? "denies" : undefined))
      return [entry];
    return isClosed ? [{ ...entry, command: undefined, executable: undefined, script: undefined }] : [];
  };
  const subcommand: Record<string, SubcommandEntry> = {};
  for (const [name, entry] of Object.entries(manifest.subcommand))
    if (typeof entry.command === "string" || isInside(entry, entry.command, "subcommand")) put(subcommand, name, entry);
  const { installations, hooks, predicate, mcp_servers: servers, skills } = manifest;
  return {
    ...manifest,
    subcommand,
    installations: installations.filter((entry) => isInside(entry, entry, "installation")),
    hooks: hooks.flatMap(within),
    predicate: predicate.filter((entry) => typeof entry.command === "string" || isInside(entry, entry.command, "predicate")),
    mcp_servers: servers.filter((entry) => areInside(entry, relative([entry.command, entry.cwd]), "server")),
    skills: skills.filter((entry) => typeof entry.source !== "object" || areInside(entry, relative([entry.source.path]), "skill group")),
  };
}

/** Of one that is acquired they are names in what is acquired, and an absolute path is not one of the plugin's. */
function wordsOf({ source, executable, script, requirements }: InlineEntry | InstallationEntry): readonly string[] {
  const inner = requirements.flatMap((one) => (typeof one === "string" ? [] : wordsOf({ ...one, requirements: [] })));
  return [...(source === undefined ? relative([executable, script]) : []), ...inner];
}

function relative(words: readonly (string | undefined)[]): readonly string[] {
  return words.filter((word) => word !== undefined).filter((word) => !isAbsolute(word) && !word.includes("\0"));
}
