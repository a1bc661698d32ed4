/**
 * The environment of a subcommand: the caller's as it is, and what the plugin provides (PG-10). Unlike for hooks nothing is removed: the caller, at a
 * terminal or through an agent's shell, could start any program with the same variables, and the command guards nothing.
 */

import type { Context } from "../../context.ts";
import { lookUp, put } from "../../lookup.ts";
import { pathKey, pathWith } from "../../platform/path-variable.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { ownBytecode } from "../../runtime/handler-environment.ts";
import { markedEnvironment } from "../../platform/started-mark.ts";
import type { IndexedCommand } from "../../plugins/dispatch-index/format.ts";

export function commandEnvironment(
  { env: own = {}, path = [], covered }: Pick<IndexedCommand, "env" | "path" | "covered">,
  { context: { env, os }, places }: Pick<PlacedContext, "places"> & { readonly context: Pick<Context, "env" | "os"> },
): Readonly<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...env, ...(covered === undefined ? {} : ownBytecode(places, os)), ...own }))
    if (value !== undefined) put(result, name, value);
  if (path.length > 0) {
    const key = pathKey(result, os);
    put(result, key, pathWith(path, lookUp(result, key), os));
  }
  return markedEnvironment(result);
}
