/** What a part is called. */

import type { RunItem } from "./subject.ts";

export const PART_KINDS: Readonly<Record<RunItem["kind"], string>> = {
  hook: "hook",
  server: "server",
  subcommand: "command",
  predicate: "predicate",
  shell: "condition",
  installation: "installation",
  plugin: "plugin",
};

export function partTitle({ kind, name }: Pick<RunItem, "kind" | "name">): string {
  return `${PART_KINDS[kind]} \`${name}\``;
}

export function isSamePart(one: Pick<RunItem, "kind" | "name">, other: Pick<RunItem, "kind" | "name">): boolean {
  return one.kind === other.kind && one.name === other.name;
}
