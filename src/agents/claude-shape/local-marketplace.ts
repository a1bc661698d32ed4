/** Plugins of a marketplace that is a folder on this machine: agents load them from where they are. */

import { join } from "node:path";

import { isObject, type Json, stringOr } from "../../canonical/json.ts";
import { entriesOf } from "../../lookup.ts";
import type { AgentFiles } from "../set-up.ts";
import { valueAt } from "../json-path.ts";

/** `<plugin>@<marketplace>` of every key that is switched on. */
export function enabledPlugins(
  settings: Json | undefined,
): readonly { readonly key: string; readonly name: string; readonly of: string }[] {
  const chosen = valueAt(settings, "enabledPlugins");
  return (isObject(chosen) ? entriesOf(chosen) : []).flatMap(([key, isOn]) => {
    const [, name, of] = /^([^@]+)@([^@]+)$/.exec(key) ?? [];
    return isOn === true && name !== undefined && of !== undefined ? [{ key, name, of }] : [];
  });
}

/** The folder of a marketplace; `undefined` where it was fetched. */
export function folderOfMarketplace(source: Json | undefined): string | undefined {
  return valueAt(source, "source") === "directory" ? stringOr(valueAt(source, "path"), undefined) : undefined;
}

/** `documents` are the folders in which the marketplace may describe itself. */
export function pluginIn(marketplace: string, name: string, documents: readonly string[], { json }: AgentFiles): readonly string[] {
  const document = documents.map((folder) => json(join(marketplace, folder, "marketplace.json"))).find(isObject);
  const plugins = valueAt(document, "plugins");
  const found = Array.isArray(plugins) ? (plugins as readonly Json[]).find((one) => valueAt(one, "name") === name) : undefined;
  const source = stringOr(valueAt(found, "source"), "");
  return /^\.\/(?!.*\.\.)/.test(source) ? [join(marketplace, source)] : [];
}
