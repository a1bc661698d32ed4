/** The agents' tables as text, for the terminal and for the documentation. */

import { entriesOf } from "../lookup.ts";
import type { Abilities } from "../model/input.ts";
import type { NeutralTool } from "../model/tool.ts";
import type { AgentFacts, AllowRule, NotGuarded, Relocation, Source } from "./agent.ts";

export const ABILITIES: readonly (keyof Abilities)[] = ["block", "ask", "rewrite", "context", "stop"];

export function sourceWords(source: Source): string {
  return source.how === "measured" ? `measured, ${source.version}, ${source.date}` : `documented, ${source.link}, ${source.date}`;
}

export function allowWords({ allow }: Pick<AgentFacts, "allow">): string {
  return ALLOW_WORDS[allow.value];
}

const ALLOW_WORDS: Readonly<Record<AllowRule, string>> = {
  always: "an explicit allow is passed on",
  "with-rewrite": "an explicit allow is passed on only with a rewrite",
  never: "an explicit allow is not passed on",
};

/** Every native tool that a guard on this neutral name sees, the usual ones first (RT-40). */
export function guardedTools({ tools }: Pick<AgentFacts, "tools">, neutral: NeutralTool): readonly string[] {
  const all = [...entriesOf<NeutralTool | "editor">(tools.names), ...entriesOf<NeutralTool | "editor">(tools.beside ?? {})];
  return all.flatMap(([native, does]) => (doneBy(native, does).includes(neutral) ? [native] : []));
}

/** What a tool may do, depending on its input: an editor names it, and a patch may add files. */
export function doneBy(native: string, does: NeutralTool | "editor"): readonly NeutralTool[] {
  if (does === "editor") return ["file_write", "file_edit", "file_read"];
  return PATCHES.includes(native) ? ["file_edit", "file_write"] : [does];
}

const PATCHES = ["apply_patch", "patch"];

export function notGuarded({ notGuarded: all }: Pick<AgentFacts, "notGuarded">, kinds: readonly NeutralTool[]): readonly NotGuarded[] {
  return all.map(({ value }) => value).filter(({ does }) => does.some((kind) => kinds.includes(kind)));
}

/** `write_stdin (shell): input into a running command fires no event`. */
export function notGuardedWords({ tool, does, why }: NotGuarded): string {
  return `${tool} (${does.join(", ")}): ${why}`;
}

/** `$CODEX_HOME for ~/.codex`. */
export function relocationWords({ variable, from, to }: Relocation): string {
  const place = to === "." ? `$${variable}` : `$${variable}/${to}`;
  return `${place} for ${from === "." ? "~" : `~/${from}`}`;
}

export function timeoutWords({ timeout: { value } }: AgentFacts): string {
  return value === null
    ? "no field for it, and no limit is documented"
    : `\`${value.field}\` in ${value.unit}, ${value.default} without it`;
}

export function contextWords({ contextLimit: { value } }: AgentFacts): string {
  return value === null ? "no limit" : `at most ${value.count.toLocaleString("en")} ${value.unit}`;
}
