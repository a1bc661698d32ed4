/** `search`: plugins and standalone skills of all sources by a part of their name or description. */

import type { PluginSource } from "../../plugins/sources/source.ts";
import { printable } from "../../platform/printable.ts";
import type { CliContext } from "../../cli/cli-context.ts";
import type { PluginHere } from "./plugin-here.ts";
import { pluginsHere } from "./plugins-here.ts";
import type { Style } from "../../cli/reporter.ts";

export interface Found {
  readonly query: string;
  /** Only sources in which something was found. */
  readonly sources: readonly (Pick<PluginSource, "name" | "origin"> & { readonly found: readonly PluginHere[] })[];
  /** Sources that could not be looked into. */
  readonly unavailable: readonly Pick<PluginSource, "name" | "origin" | "unavailable">[];
}

export function searchPlugins(cli: Pick<CliContext, "context" | "places">, query: string): Found {
  const { sources, plugins } = pluginsHere(cli);
  const isMeant = ({ name, description = "" }: PluginHere) =>
    [name, description].some((text) => text.toLowerCase().includes(query.toLowerCase()));
  const found = sources.map(({ name, origin }) => ({ name, origin, found: plugins.filter((one) => one.source === name && isMeant(one)) }));
  return {
    query,
    sources: found.filter((source) => source.found.length > 0),
    unavailable: sources
      .filter(({ unavailable }) => unavailable !== undefined)
      .map(({ name, origin, unavailable }) => ({ name, origin, ...(unavailable === undefined ? {} : { unavailable }) })),
  };
}

export function renderFound({ query, sources }: Found, style: Style, calledAs: string): string {
  if (sources.length === 0) return `no plugins matching \`${query}\` found`;
  const blocks = sources.map(({ name, found }) => [
    style("strong", `from ${name}:`),
    ...found.flatMap((one) => [
      `  ${one.name}${one.kind === "skill" ? " (skill)" : ""}${dormant(one, calledAs)}`,
      ...(one.description === undefined ? [] : [`    ${style("faint", one.description.replaceAll(/\s+/g, " "))}`]),
    ]),
  ]);
  return blocks.map((lines) => lines.map(printable).join("\n")).join("\n\n");
}

function dormant({ name, state }: PluginHere, calledAs: string): string {
  return state === "dormant" ? `  dormant: \`${calledAs} use ${name}\` wakes it` : "";
}
