/** What the user is asked to agree to, of hooks imported from an agent's files (IX-14, PL-17). */

import { parse, resolve } from "node:path";

import type { HookFiles } from "../../agents/hook-files.ts";
import type { RunItem, Subject } from "../../consent/subject.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import type { NativeAtom } from "../../model/manifest-matcher.ts";
import { quotedPath } from "../../model/safe-text.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { partKey } from "../consent/bind-part.ts";
import { commandTexts, filesNamedBy, isFile } from "../consent/named-files.ts";
import { folderTexts, recordedHook, requestTexts, settingTexts } from "../consent/run-items.ts";
import { startsCovered } from "../consent/starts-covered.ts";
import type { Hook, ImportedOrigin, Plugin } from "../plugin.ts";
import { writtenEntry } from "../written-entry.ts";
import { importId } from "./import-record.ts";

export function importedSubject(
  plugin: Plugin,
  origin: ImportedOrigin,
  { repository, folder: around }: Pick<Workspace, "folder" | "repository">,
): Subject {
  const { folder, files } = origin;
  const { manifest, hooks } = plugin;
  const isUsers = origin.scope === "user" || undefined;
  const workspace = isUsers ? around : (repository ?? around);
  const about = { id: importId(origin), plugin: plugin.name, workspace, repository, isUsers };
  // The user's scripts may be linked to from anywhere.
  const top = folder ?? (isUsers ? parse(manifest).root : workspace);
  const parts = hooks.map((hook) => ({
    ...runItem(hook, origin),
    key: partKey("hook", plugin, hook),
    entry: folder === undefined ? (writtenEntry(hook) ?? JSON.stringify(hook)) : "",
    named: origin.named.flatMap(([one, names]) => (one === hook.name ? names.filter((file) => isAtOrBelow(file, top)) : [])),
    hook: recordedHook(hook, plugin),
  }));
  // All of an agent's plugin may be loaded by its scripts; what git keeps of it is not.
  const named = parts.flatMap((part) => part.named);
  if (folder !== undefined) return { ...about, parts, coverage: { kind: "folder", folder, manifest, named, derived: [".git"] } };
  return { ...about, parts, coverage: { kind: "files", folder: top, manifest, globs: [], entriesIn: files, isShared: true } };
}

function runItem(hook: Hook, origin: ImportedOrigin): RunItem {
  const { name, command, contract, env } = hook;
  const { http } = contract ?? {};
  const text = command.kind === "shell" ? command.path : [command.path, ...command.args].map(quotedPath).join(" ");
  const shown = { kind: "hook", name, when: occasionOf(hook), commands: [text, ...folderTexts(contract?.cwd)] } as const;
  const isOpenEnded = http === undefined && !origin.named.some(([one, , isFixed]) => one === name && isFixed);
  return { ...shown, variables: http === undefined ? settingTexts(env) : requestTexts(http), isOpenEnded };
}

function occasionOf({ event, native = {}, timeout, onFailure, contract }: Hook): string {
  const { atoms, condition, event: own } = native;
  return [
    own ?? ("event" in event ? event.event : event.native),
    ...(atoms === undefined ? [] : [`only ${atoms.map(atomText).join("|")}`]),
    ...(condition === undefined ? [] : [`if ${condition}`]),
    `at most ${timeout} s`,
    ...(contract?.isAsync === true ? ["in the background"] : []),
    ...(onFailure === "closed" ? ["denies if it fails"] : []),
  ].join(", ");
}

function atomText(atom: NativeAtom): string {
  if (atom.kind === "tool") return atom.name;
  if (atom.kind === "any-mcp") return "every MCP tool";
  return atom.kind === "pattern" ? `/${atom.text}/` : `${atom.tool ?? "every tool"} of MCP server ${atom.server}`;
}

interface NamingPlace {
  readonly agent: Pick<HookFiles, "projectVariables" | "pluginVariables">;
  /** Only files in here count. */
  readonly top: string;
  readonly home: string;
  readonly project: string | null;
}

type ImportedCommand = Pick<Hook, "command" | "env" | "pluginRoot" | "contract">;

/** The files that an imported hook names, in the ways in which people write them: `"$CLAUDE_PROJECT_DIR"/check.sh`, `~/hooks/check.py`. */
export function namedInCommand(
  { command, env, pluginRoot, contract }: ImportedCommand,
  { agent, top, home, project }: NamingPlace,
): readonly string[] {
  const texts = [...commandTexts(command), ...command.args, ...Object.values(env)].flatMap(spellings);
  const starts: readonly [folder: string | null | undefined, word: RegExp][] = [
    [project, variablePattern(agent.projectVariables)],
    [contract?.cwd === undefined ? undefined : startFolder(contract, { home, project }), variablePattern(agent.projectVariables)],
    [pluginRoot, variablePattern(agent.pluginVariables ?? [])],
    [home, /(?<![^\s=:])~(?=\/)|\$HOME\b|\$\{HOME\}/g],
  ];
  const found = starts.flatMap(([folder, word]) => {
    const relative = texts.map((text) => text.replaceAll(word, "."));
    return folder ? filesNamedBy(relative, { folders: [folder], top }) : [];
  });
  return [...new Set(found)];
}

/** Whether everything that the command starts is among the named files. */
export function startsNamed(
  { command, env, pluginRoot, contract }: ImportedCommand,
  named: readonly string[],
  { agent, top, home, project }: NamingPlace,
): boolean {
  const valued = (names: readonly string[], value: string | null | undefined) => (value ? names.map((name) => [name, value] as const) : []);
  const variables = Object.fromEntries([
    ...valued(agent.projectVariables, project),
    ...valued(agent.pluginVariables ?? [], pluginRoot),
    ...valued(["HOME", "~"], home),
  ]);
  const covered = (word: string) => {
    const path = resolve(startFolder(contract, { home, project }), word);
    return named.includes(path) && isFile(path) ? path : undefined;
  };
  const isInside = (path: string) => isAtOrBelow(path, top) || (project !== null && isAtOrBelow(path, project));
  return startsCovered(command, { variables, covered, isInside }, Object.keys(env));
}

function startFolder(contract: Hook["contract"], { home, project }: Pick<NamingPlace, "home" | "project">): string {
  return resolve(project ?? home, contract?.cwd ?? "");
}

/** As written, without quotes, and every quoted part by itself: a name may have blanks. */
function spellings(text: string): readonly string[] {
  const quoted = [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single]) => double ?? single ?? "");
  return [...new Set([text, text.replaceAll(/["']/g, ""), ...quoted])];
}

function variablePattern(names: readonly string[]): RegExp {
  // Never found where there are none.
  return names.length === 0 ? /(?!)/g : new RegExp(`\\$(?:${names.join("|")})\\b|\\$\\{(?:${names.join("|")})\\}`, "g");
}
