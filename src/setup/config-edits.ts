/**
 * What `init`, `use` and decisions write into `config.toml` (RG-20): agents, settings and entries are spliced in, and everything else stays as
 * the user wrote it.
 */

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import { resolveAgent } from "../agents/find-agent.ts";
import { AGENTS } from "../agents/list.ts";
import { UserError } from "../errors.ts";
import { type Config, parseConfig } from "../files/config.ts";
import type { Edited, Trouble } from "../files/editor.ts";
import { type Problem, problemText } from "../files/problem.ts";
import { sameName } from "../files/similar-word.ts";
import { tomlEditor } from "../files/splice/toml.ts";
import { valueAt } from "../files/splice/values.ts";
import { protection, readUserFile, writeUserFile, writing } from "../files/user-file.ts";
import { sameFolder } from "../host/bounds.ts";
import type { PlacedContext } from "../host/places.ts";
import { isObject, type Json, stringOr } from "../model/json.ts";
import { agentLike } from "./app-context.ts";
import { withRegistrationLock } from "./registration-lock.ts";

export type ConfigWish = Pick<Config, "agents" | "hookScope" | "autoUpdate" | "recommendations" | "mcpServer">;

export interface ConfigPlan {
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
  readonly config: Config;
  readonly hadAgents: boolean;
  readonly problems: readonly Problem[];
}

export function planConfig(file: string, wish: (now: Config) => ConfigWish): ConfigPlan {
  return planConfigEdit(file, (text, now) => edited(file, text, now, wish(now)));
}

/** An unreadable file is an error with its place, and is never overwritten. */
function planConfigEdit(file: string, edit: (text: string, now: Config) => string): ConfigPlan {
  const read = readUserFile(file);
  if (!read.ok) throw new UserError("CONFIG", `${file} ${read.trouble.message}`, { hint: UNTOUCHED });
  const before = read.text;
  const now = parsed(file, before ?? "").config;
  const after = edit(before ?? "", now);
  const hindrance = after === (before ?? "") ? undefined : protection(file);
  if (hindrance !== undefined) throw new UserError("CONFIG", `${file} ${hindrance}`, { hint: UNTOUCHED });
  return { file, before, after, hadAgents: now.agents.length > 0, ...parsed(file, after) };
}

const UNTOUCHED = "fix it and run this again; Symposium changed nothing";

function parsed(file: string, text: string) {
  const read = parseConfig(file, text.replace(/^\uFEFF/, ""));
  if (!read.ok) throw new UserError("CONFIG", problemText(read.problem), { hint: UNTOUCHED });
  return { config: read.config, problems: read.problems };
}

function edited(file: string, text: string, now: Config, wish: ConfigWish): string {
  const wanted = new Set(wish.agents.map(agentMeant));
  const there = new Set(now.agents.map(agentMeant));
  // An entry of the list may be of any type. The last ones are removed first, so that the positions of the others stay valid.
  const leaving = (listIn(text, ["agent"]) ?? []).flatMap((entry, at) => {
    const name = stringOr(valueAt(entry, ["name"]), undefined);
    return name === undefined || wanted.has(agentMeant(name)) ? [] : [at];
  });
  const joining = wish.agents.filter((name) => !there.has(agentMeant(name)));
  const edits = [
    ...leaving.toReversed().map((at) => (from: string) => tomlEditor.removeAt(from, ["agent", at])),
    ...joining.map((name) => (from: string) => tomlEditor.ensure(from, { kind: "item", path: ["agent"], value: { name } })),
    ...setting(["hook-scope"], now.hookScope, wish.hookScope),
    ...setting(["auto-update"], now.autoUpdate, wish.autoUpdate),
    ...setting(["mcp-server"], now.mcpServer, wish.mcpServer),
    ...setting(["defaults", "symposium-recommendations"], now.recommendations, wish.recommendations),
  ];
  const hint = "write the agents as [[agent]] tables and run this again";
  return edits.reduce((from, edit) => textOrThrow(file, edit(from), hint, placeOfAgents(from)), text);
}

function listIn(text: string, path: readonly string[]): readonly Json[] | undefined {
  const read = tomlEditor.read(text);
  const list = read.ok ? valueAt(read.value, path) : undefined;
  return Array.isArray(list) ? (list as readonly Json[]) : undefined;
}

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
function textOrThrow(file: string, edit: Edited, hint: string, otherwise: Pick<Trouble, "line" | "column"> = {}): string {
  if (edit.ok) return edit.text;
  const { line, column, message } = { ...otherwise, ...edit.trouble };
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  throw new UserError("CONFIG", `${place}: ${message}`, { hint: `${hint}; Symposium changed nothing` });
}

/** Where `agent` is in the text, for an edit that fails without a place: because `agent` is one table, or not a list at all. */
function placeOfAgents(text: string): Pick<Trouble, "line" | "column"> {
  const found = /^[ \t]*(?:\[[ \t]*)?["']?agent\b/m.exec(text.replace(/^\uFEFF/, ""));
  if (found === null) return {};
  return { line: text.slice(0, found.index).split("\n").length, column: 1 };
}

export function changeConfig(app: PlacedContext, plan: (file: string) => ConfigPlan): Promise<ConfigPlan> {
  return withRegistrationLock(app, async () => {
    const planned = plan(app.places.config);
    writeConfig(planned);
    return planned;
  });
}

export function writeConfig({ file, before, after }: ConfigPlan): void {
  if ((before ?? "") === after) return;
  writing(file, () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeUserFile(file, after);
  });
}

/** `[plugins] disable` with one name more. A name that is there already, in any spelling, changes nothing. */
export function planDisable(file: string, name: string): ConfigPlan {
  return planItem(file, "disable", { name, workspace: null });
}

export interface UseEntry {
  readonly name: string;
  /** The only workspace it applies to; `null` means everywhere. */
  readonly workspace: string | null;
}

/** `[plugins] use` with one entry more. An existing entry, in any spelling, changes nothing. */
export function planUse(file: string, entry: UseEntry): ConfigPlan {
  return planItem(file, "use", entry);
}

function planItem(file: string, list: "disable" | "use", entry: UseEntry): ConfigPlan {
  const { name, workspace } = entry;
  const value: Json = workspace === null ? name : { name, workspace };
  const path = ["plugins", list];
  return planConfigEdit(file, (text) => {
    const present = listIn(text, path);
    if (placesOf(present ?? [], entry).length > 0) return text;
    // A list of tables, as the editor would start it, could not take a plain name later.
    const edited =
      present === undefined
        ? tomlEditor.ensure(text, { kind: "key", path, value: [value] })
        : tomlEditor.ensure(text, { kind: "item", path, value, mixed: list === "use" || undefined });
    return textOrThrow(file, edited, `add ${JSON.stringify(name)} to the list \`${list}\` under [plugins] by hand`);
  });
}

/** Removes every entry of that name and scope; a plan without a change means that there is none. */
export function planUnuse(file: string, entry: UseEntry): ConfigPlan {
  const list = ["plugins", "use"];
  return planConfigEdit(file, (before) =>
    placesOf(listIn(before, list) ?? [], entry)
      .toReversed()
      .reduce((text, at) => {
        const edited = tomlEditor.removeAt(text, [...list, at], [list, list.slice(0, 1)]);
        return textOrThrow(file, edited, `remove ${JSON.stringify(entry.name)} from the list \`use\` under [plugins] by hand`);
      }, before),
  );
}

function placesOf(entries: readonly Json[], { name, workspace }: UseEntry): number[] {
  return entries.flatMap((entry, at) => {
    if (typeof entry === "string") return workspace === null && sameName(entry, name) ? [at] : [];
    if (!isObject(entry) || workspace === null) return [];
    const { name: used, workspace: folder } = entry;
    return typeof used === "string" && typeof folder === "string" && sameName(used, name) && sameFolder(folder, workspace) ? [at] : [];
  });
}

export function unknownAgent(word: string): UserError {
  const names = AGENTS.map(({ name, registration }) => registration.configName ?? name);
  const near = agentLike(word);
  const hint = near === undefined ? `use one of ${names.join(", ")}` : `did you mean \`${near}\`?`;
  return new UserError("UNKNOWN-AGENT", `unknown agent: ${word}`, { hint, exitCode: 2 });
}
