/**
 * `extensions["dev.symposium"]`: what the format leaves out, in the words of `SYMPOSIUM.toml` (AP-3). `hooks` and `subcommands` are what a person writes;
 * an exported plugin may have everything else that `skills/` and `mcp.json` cannot say (AP-5).
 */

import { isAbsolute, join, resolve } from "node:path";

import * as v from "valibot";

import { about, item } from "../../documents/described-schema.ts";
import type { Problem } from "../../documents/problem.ts";
import { type Reading, readBySchema } from "../../documents/read-by-schema.ts";
import type { TomlTable } from "../../documents/toml.ts";
import type { Path, ReadDocument } from "../../hook-manifest/document.ts";
import { type Bounds, isAtOrBelow } from "../../platform/bounds.ts";
import { type BesideSurroundings, type HooksBeside, hooksBeside } from "../hooks-manifest/hooks-beside.ts";
import { Hook } from "../hook-entry.ts";
import { Manifest } from "../manifest.ts";
import type { Finding } from "../report.ts";
import { settlePolicies, type SettledManifest } from "../settle-policies.ts";
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

export interface ReadExtension
  extends Pick<Reading<Manifest>, "problems" | "pathOf">, Pick<SettledManifest, "hasClosed" | "isUngated" | "widened"> {
  /** The same as a manifest; absent where it would not mean what its author wrote. */
  readonly manifest?: Manifest;
}

export function readExtension(file: string, table: TomlTable, { positionOf }: Extract<ReadDocument, { ok: true }>): ReadExtension {
  const placed = { ok: true, table, positionOf: (path: Path) => positionOf(["extensions", NAMESPACE, ...path]) } as const;
  const { toml, problems: spelt, hasClosed, isUngated, widened } = settlePolicies(file, placed);
  const { value, problems, pathOf } = readBySchema(Extension, file, toml);
  const read = { problems: [...spelt, ...problems].map(inJson), pathOf, hasClosed, isUngated, widened };
  if (value === undefined) return read;
  const { hooks, subcommands, "hooks-manifest": beside, ...rest } = value;
  const path = typeof hooks === "string" ? hooks : beside;
  return {
    ...read,
    manifest: {
      ...rest,
      hooks: typeof hooks === "string" ? [] : (hooks ?? []),
      ...(path === undefined ? {} : { "hooks-manifest": path }),
      subcommand: subcommands,
    },
  };
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
  if (isAbsolute(named) || file === folder || !isAtOrBelow(file, folder))
    return {
      key: "hooks",
      message: `${JSON.stringify(named)} is not in the folder ${NAMESPACE}, so its hooks are ignored`,
      hint: `for example "hooks": "${NAMESPACE}/hooks.json"`,
    };
  return hooksBeside(named, where, { key: "hooks", bounds });
}
