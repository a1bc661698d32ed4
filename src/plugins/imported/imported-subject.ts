/** What the user is asked to agree to, of hooks imported from an agent's files (IX-14, PL-17). */

import { parse } from "node:path";

import type { NativeAtom } from "../../canonical/native-filter.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import { quotedPath } from "../../platform/quoted-path.ts";
import type { RunItem, Subject } from "../../trust/subject.ts";
import { recordedHook } from "../consent/recorded-hook.ts";
import { folderTexts, settingTexts } from "../consent/run-items.ts";
import type { Hook, Plugin } from "../plugin.ts";
import type { ImportedOrigin } from "../plugin-origin.ts";
import { importId } from "./import-record.ts";

export function importedSubject(plugin: Plugin, origin: ImportedOrigin, workspace: Pick<Workspace, "folder" | "repository">): Subject {
  const isUsers = origin.scope === "user";
  return {
    id: importId(origin),
    plugin: plugin.name,
    workspace: isUsers ? workspace.folder : (workspace.repository ?? workspace.folder),
    repository: workspace.repository,
    ...(isUsers ? { isUsers } : {}),
    coverage: coverageOf(plugin, origin, workspace),
    runs: plugin.hooks.map((hook) => runItem(hook, origin)),
    hooks: plugin.hooks.map(recordedHook),
  };
}

function coverageOf(
  { manifest, hooks }: Plugin,
  origin: ImportedOrigin,
  { repository, folder: around }: Pick<Workspace, "folder" | "repository">,
): Subject["coverage"] {
  const { folder, files, text, scope } = origin;
  const named = [...new Set(hooks.flatMap((hook) => namedBy(hook, origin)))];
  // All of an agent's plugin may be loaded by its scripts; what git keeps of it is not.
  if (folder !== undefined)
    return { kind: "folder", folder, manifest, named: named.filter((file) => isAtOrBelow(file, folder)), derived: [".git"] };
  // The user's scripts may be linked to from anywhere.
  const top = scope === "user" ? parse(manifest).root : (repository ?? around);
  return { kind: "part", folder: top, manifest, files, text, named: named.filter((file) => isAtOrBelow(file, top)) };
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
