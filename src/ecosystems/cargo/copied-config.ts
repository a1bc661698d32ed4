/**
 * Cargo's configuration for a copied workspace: only where packages come from. The rest of what a repository configures can name programmes
 * (a compiler, a wrapper, a credential provider, a toolchain), and nothing of a repository runs because somebody synchronised it (PL-16).
 */

import { resolve } from "node:path";

import { stringify } from "smol-toml";

import type { TomlTable } from "../../config/toml.ts";
import type { CargoConfig } from "./cargo-config.ts";
import { isTable, tableAt, textsAt } from "./manifest.ts";
import { lookUp, put, tableOf } from "../../lookup.ts";

/** The text of one file that stands for all of the workspace's. The user's own configuration applies by itself. */
export function copiedConfig({ files }: Pick<CargoConfig, "files">): string {
  const paths: string[] = [];
  const merged: Record<string, Record<string, TomlTable>> = { patch: {}, source: {}, registries: {} };
  for (const { table, base } of files) {
    paths.push(...textsAt(table, "paths").map((path) => resolve(base, path)));
    for (const [section, into] of Object.entries(merged)) {
      for (const [name, value] of Object.entries(tableAt(table, section) ?? {})) {
        const kept = isTable(value) ? lookUp(COPIED, section)?.(value, base) : undefined;
        // The nearest file comes first.
        if (kept !== undefined) put(into, name, { ...kept, ...lookUp(into, name) });
      }
    }
  }
  return stringify({ ...(paths.length === 0 ? {} : { paths }), ...merged });
}

const COPIED = tableOf<(table: TomlTable, base: string) => TomlTable>({
  patch: (table, base) =>
    Object.fromEntries(Object.entries(table).map(([name, value]) => [name, isTable(value) ? copied(value, base) : value])),
  source: copied,
  registries: ({ index }) => (typeof index === "string" ? { index } : {}),
});

const PATHS: ReadonlySet<string> = new Set(["path", "directory", "local-registry"]);
const OTHERS: ReadonlySet<string> = new Set(["version", "package", "git", "branch", "tag", "rev", "registry", "replace-with"]);

/** What is relative in a file stays where it led to. */
function copied(table: TomlTable, base: string): TomlTable {
  const kept = Object.entries(table).filter(([key, value]) => typeof value === "string" && (PATHS.has(key) || OTHERS.has(key)));
  return Object.fromEntries(kept.map(([key, value]) => [key, PATHS.has(key) ? resolve(base, value as string) : value]));
}
