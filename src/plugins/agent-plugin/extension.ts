/**
 * `extensions["dev.symposium"]`, in the words of `SYMPOSIUM.toml` (AP-3). People write `hooks` and `subcommands`; an exported plugin may have everything
 * else that `skills/` and `mcp.json` cannot say (AP-5).
 */

import { isAbsolute, join, resolve } from "node:path";
import * as v from "valibot";

import type { Problem } from "../../files/problem.ts";
import { readBySchema } from "../../files/read-by-schema.ts";
import { about, item } from "../../files/schema.ts";
import type { TomlTable } from "../../files/toml.ts";
import { type Bounds, isAtOrBelow } from "../../host/bounds.ts";
import { put } from "../../lookup.ts";
import type { Path, ReadDocument } from "../hook-manifest/json-document.ts";
import { hooksBeside } from "../hook-manifest/load-hooks.ts";
import type { BesideSurroundings, Finding, HooksBeside, Report } from "../manifest/report.ts";
import { Hook, type HookEntry, type InlineEntry, type InstallationEntry, Manifest, type SubcommandEntry } from "../manifest/schema.ts";
import { settleFailModes } from "../manifest/settle-fail-modes.ts";
import { NAMESPACE } from "./format.ts";

const { name: _name, crates: _crates, where: _where, defaults: _defaults, subcommand, hooks: _hooks, ...same } = Manifest.entries;

export const Extension = item(
  { item: "plugin", about: "What Symposium reads of an Agent Plugin.", steering: ["depends-on", "predicates"] },
  {
    ...same,
    hooks: v.optional(
      about(
        `A manifest of the Hook Interchange Format in the folder ${NAMESPACE}, or a list as in SYMPOSIUM.toml.`,
        v.union([v.string(), v.array(Hook)]),
        `"hooks": "${NAMESPACE}/hooks.json"`,
      ),
    ),
    subcommands: subcommand,
  },
);

/** The extension as a manifest, which is absent where it would not mean what its author wrote. */
export function readExtension(file: string, table: TomlTable, { positionOf }: Extract<ReadDocument, { ok: true }>) {
  const placed = { ok: true, table, positionOf: (path: Path) => positionOf(["extensions", NAMESPACE, ...path]) } as const;
  const { toml, problems: spelt, hasClosed, isUngated, widened } = settleFailModes(file, placed);
  const { value, problems, pathOf } = readBySchema(Extension, file, toml);
  const read = { problems: [...spelt, ...problems].map(inJson), pathOf, hasClosed, isUngated, widened };
  if (value === undefined) return { ...read, manifest: undefined };
  const { hooks = [], subcommands: subcommand, "hooks-manifest": beside, ...rest } = value;
  const own = typeof hooks === "string" ? { hooks: [], "hooks-manifest": hooks } : { hooks, "hooks-manifest": beside };
  const manifest: Manifest = { ...rest, ...own, subcommand };
  return { ...read, manifest };
}

/** The schema's words and examples are those of TOML. */
function inJson({ hint, message, ...problem }: Problem): Problem {
  const said = { ...problem, message: message.replace(/ be a table\b/, " be an object").replace(/ list of tables\b/, " list of objects") };
  if (hint === undefined) return said;
  const example = hint.replace(/^for example ([\w-]+) = /, 'for example "$1": ').replace(/^write \[\[([\w-]+)\]\].*/, 'write "$1": [ … ]');
  return { ...said, hint: example };
}

export function extensionHooks(named: string, where: BesideSurroundings, bounds: Bounds): HooksBeside | Finding {
  const [folder, file] = [join(where.directory, NAMESPACE), resolve(where.directory, named)];
  if (!isAbsolute(named) && file !== folder && isAtOrBelow(file, folder)) return hooksBeside(named, where, "hooks", bounds);
  const message = `${JSON.stringify(named)} is not in the folder ${NAMESPACE}, so its hooks are ignored`;
  return { key: "hooks", message, hint: `for example "hooks": "${NAMESPACE}/hooks.json"` };
}

/** Drops and reports items whose programs lead out of the folder. A hook that is closed on failure stays without its program, so it denies. */
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

/** The words that name files of the plugin. With a `source` they name what is acquired, and an absolute path is not the plugin's. */
function wordsOf({ source, executable, script, requirements }: InlineEntry | InstallationEntry): readonly string[] {
  const inner = requirements.flatMap((one) => (typeof one === "string" ? [] : wordsOf({ ...one, requirements: [] })));
  return [...(source === undefined ? relative([executable, script]) : []), ...inner];
}

function relative(words: readonly (string | undefined)[]): readonly string[] {
  return words.filter((word) => word !== undefined).filter((word) => !isAbsolute(word) && !word.includes("\0"));
}
