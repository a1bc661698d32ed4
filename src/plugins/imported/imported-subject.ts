/** What the user is asked to agree to, of hooks imported from an agent's files (IX-14, PL-17). */

import { parse } from "node:path";

import type { NativeAtom } from "../../canonical/native-filter.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import { quotedPath } from "../../platform/quoted-path.ts";
import type { RunItem, Subject } from "../../trust/subject.ts";
import { partKey } from "../consent/bind-part.ts";
import { recordedHook } from "../consent/recorded-hook.ts";
import { folderTexts, settingTexts } from "../consent/run-items.ts";
import type { Hook, Plugin } from "../plugin.ts";
import type { ImportedOrigin } from "../plugin-origin.ts";
import { writtenEntry } from "../written-entry.ts";
import { importId } from "./import-record.ts";

export function importedSubject(plugin: Plugin, origin: ImportedOrigin, workspace: Pick<Workspace, "folder" | "repository">): Subject {
  const isUsers = origin.scope === "user";
  return {
    id: importId(origin),
    plugin: plugin.name,
    workspace: isUsers ? workspace.folder : (workspace.repository ?? workspace.folder),
    repository: workspace.repository,
    ...(isUsers ? { isUsers } : {}),
    ...coveredOf(plugin, origin, workspace),
  };
}

function coveredOf(
  plugin: Plugin,
  origin: ImportedOrigin,
  { repository, folder: around }: Pick<Workspace, "folder" | "repository">,
): Pick<Subject, "coverage" | "parts"> {
  const { folder, files, scope } = origin;
  const { manifest, hooks } = plugin;
  // The user's scripts may be linked to from anywhere.
  const top = folder ?? (scope === "user" ? parse(manifest).root : (repository ?? around));
  const parts = hooks.map((hook) => ({
    ...runItem(hook, origin),
    key: partKey("hook", plugin, hook),
    entry: folder === undefined ? (writtenEntry(hook) ?? JSON.stringify(hook)) : "",
    named: namedBy(hook, origin).filter((file) => isAtOrBelow(file, top)),
    hook: recordedHook(hook, plugin),
  }));
  // All of an agent's plugin may be loaded by its scripts; what git keeps of it is not.
  if (folder !== undefined)
    return { parts, coverage: { kind: "folder", folder, manifest, named: parts.flatMap(({ named }) => named), derived: [".git"] } };
  return { parts, coverage: { kind: "files", folder: top, manifest, globs: [], entriesIn: files, isShared: true } };
}

function namedBy({ name }: Hook, { named }: ImportedOrigin): readonly string[] {
  return named.flatMap(([hook, files]) => (hook === name ? files : []));
}

function runItem(hook: Hook, origin: ImportedOrigin): RunItem {
  const { name, command, contract, env } = hook;
  const { http } = contract ?? {};
  const text = command.kind === "shell" ? command.path : [command.path, ...command.args].map(quotedPath).join(" ");
  return {
    kind: "hook",
    name,
    when: occasionOf(hook),
    commands: [text, ...folderTexts(contract?.cwd)],
    variables:
      http === undefined
        ? settingTexts(env)
        : [...http.headers.map((header) => `${header.name}=${header.value}`), ...http.allowedVariables.map((variable) => `$${variable}`)],
    isOpenEnded: http === undefined && !origin.named.some(([one, , isFixed]) => one === name && isFixed),
  };
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
  switch (atom.kind) {
    case "tool":
      return atom.name;
    case "any-mcp":
      return "every MCP tool";
    case "mcp":
      return `${atom.tool ?? "every tool"} of MCP server ${atom.server}`;
    case "pattern":
      return `/${atom.text}/`;
  }
}
