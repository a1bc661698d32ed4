/** `config.toml` after `init`: agents and settings are spliced in, and everything else stays as the user wrote it (RG-20). */

import { stringOr, type Json } from "../canonical/json.ts";
import { resolveAgent } from "../agents/hook-time.ts";
import type { Config } from "../config/config.ts";
import { type Problem, problemText } from "../documents/problem.ts";
import { parseConfig } from "../config/read-config.ts";
import type { Edited, Trouble } from "../config-files/editor.ts";
import { tomlEditor } from "../config-files/splice-toml.ts";
import { UserError } from "../errors.ts";
import { valueAt } from "../registration/our-entries.ts";
import { protection, readUserFile } from "../config-files/user-file.ts";

export interface ConfigWish {
  /** Names for the file, in order. */
  readonly agents: readonly string[];
  readonly hookScope: Config["hookScope"];
  readonly autoUpdate: Config["autoUpdate"];
  readonly recommendations: boolean;
  readonly mcpServer: boolean;
}

export interface ConfigPlan {
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
  /** The values in force afterwards. */
  readonly config: Config;
  /** Some agent was configured before. */
  readonly hadAgents: boolean;
  /** Problems in it that Symposium ignores. */
  readonly problems: readonly Problem[];
}

export function planConfig(file: string, wish: (now: Config) => ConfigWish): ConfigPlan {
  return planConfigEdit(file, (text, now) => edited(file, text, now, wish(now)));
}

/** An unreadable file is an error with its place, and is never overwritten. */
export function planConfigEdit(file: string, edit: (text: string, now: Config) => string): ConfigPlan {
  const before = textOf(file);
  const now = parsed(file, before ?? "").config;
  const after = edit(before ?? "", now);
  const hindrance = after === (before ?? "") ? undefined : protection(file);
  if (hindrance !== undefined) throw new UserError("CONFIG", `${file} ${hindrance}`, { hint: UNTOUCHED });
  return { file, before, after, hadAgents: now.agents.length > 0, ...parsed(file, after) };
}

function textOf(file: string): string | null {
  const read = readUserFile(file);
  if (!read.ok) throw new UserError("CONFIG", `${file} ${read.trouble.message}`, { hint: UNTOUCHED });
  return read.text;
}

const UNTOUCHED = "fix it and run this again; Symposium changed nothing";

function parsed(file: string, text: string): Pick<ConfigPlan, "config" | "problems"> {
  const read = parseConfig(file, text.replace(/^\uFEFF/, ""));
  if (!read.ok) throw new UserError("CONFIG", problemText(read.problem), { hint: UNTOUCHED });
  return { config: read.config, problems: read.problems };
}

function edited(file: string, text: string, now: Config, wish: ConfigWish): string {
  const edits = [
    ...leaving(agentsIn(text), wish.agents).map((at) => (from: string) => tomlEditor.removeAt(from, ["agent", at])),
    ...joining(now.agents, wish.agents).map(
      (name) => (from: string) => tomlEditor.ensure(from, { kind: "item", path: ["agent"], value: { name } }),
    ),
    ...setting(["hook-scope"], now.hookScope, wish.hookScope),
    ...setting(["auto-update"], now.autoUpdate, wish.autoUpdate),
    ...setting(["mcp-server"], now.mcpServer, wish.mcpServer),
    ...setting(["defaults", "symposium-recommendations"], now.recommendations, wish.recommendations),
  ];
  const hint = "write the agents as [[agent]] tables and run this again";
  return edits.reduce((from, edit) => textOrThrow(file, edit(from), hint, placeOfAgents(from)), text);
}

/** The list of agents in its order: an entry may be anything, and keeps its place. */
function agentsIn(text: string): readonly (string | undefined)[] {
  const read = tomlEditor.read(text);
  const list = read.ok ? valueAt(read.value, ["agent"]) : undefined;
  if (!Array.isArray(list)) return [];
  return list.map((entry) => stringOr(valueAt(entry as Json, ["name"]), undefined));
}

/** Positions of the agents to remove, the last first, so that the others stay where they are. */
function leaving(present: readonly (string | undefined)[], wanted: readonly string[]): number[] {
  const kept = new Set(wanted.map(agentMeant));
  return present.flatMap((name, at) => (name === undefined || kept.has(agentMeant(name)) ? [] : [at])).toReversed();
}

function joining(present: readonly string[], wanted: readonly string[]): string[] {
  const there = new Set(present.map(agentMeant));
  return wanted.filter((name) => !there.has(agentMeant(name)));
}

/** Any name of an agent as one; an unknown name is returned unchanged. */
export function agentMeant(name: string): string {
  return resolveAgent(name) ?? name;
}

/** A default value is not written. */
function setting<T extends string | boolean>(path: readonly string[], now: T, wanted: T): ((from: string) => Edited)[] {
  if (now === wanted) return [];
  return [
    (from) => {
      const read = tomlEditor.read(from);
      const isThere = read.ok && valueAt(read.value, path) !== undefined;
      return isThere ? tomlEditor.replaceAt(from, path, wanted) : tomlEditor.ensure(from, { kind: "key", path, value: wanted });
    },
  ];
}

/** The text after an edit; throws where the edit failed, with the editor's place, or `otherwise`. */
export function textOrThrow(file: string, edit: Edited, hint: string, otherwise: Pick<Trouble, "line" | "column"> = {}): string {
  if (edit.ok) return edit.text;
  const { line, column, message } = { ...otherwise, ...edit.trouble };
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  throw new UserError("CONFIG", `${place}: ${message}`, { hint: `${hint}; Symposium changed nothing` });
}

/** Where the agents are in a text whose editor does not report it: one table, or something that is not a list. */
function placeOfAgents(text: string): Pick<Trouble, "line" | "column"> {
  const found = /^[ \t]*(?:\[[ \t]*)?["']?agent\b/m.exec(text.replace(/^\uFEFF/, ""));
  if (found === null) return {};
  return { line: text.slice(0, found.index).split("\n").length, column: 1 };
}
