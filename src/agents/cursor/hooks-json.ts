/** Cursor's `hooks.json`. At the events of one kind of tool a matcher is not about the tool, but about the command or the MCP tool. */

import { type HookFileForm, isUnreadable, type NativeHook } from "../hook-files.ts";
import { flatEntries } from "../hook-shapes/flat-entries.ts";

/** The key of an entry for such a matcher. */
export const COMMAND_MATCHER = "commandMatcher";

const OF_ONE_TOOL = [
  "beforeShellExecution",
  "afterShellExecution",
  "beforeMCPExecution",
  "afterMCPExecution",
  "beforeReadFile",
  "afterFileEdit",
];

const flat = flatEntries({ frame: { version: 1 } });

export const hooksJson: Pick<HookFileForm, "read" | "write"> = {
  read: (document) => {
    const hooks = flat.read(document);
    return isUnreadable(hooks) ? hooks : hooks.map(setAside);
  },
  write: (hooks) => flat.write(hooks.map(putBack)).map((entries) => entries.map((entry) => ({ ...entry, noCommentMarks: true }))),
};

function setAside(given: NativeHook): NativeHook {
  const { failClosed, ...entry } = given.entry;
  // The default.
  const hook = failClosed === false ? { ...given, entry } : given;
  const { matcher, ...rest } = hook;
  if (matcher === undefined || !OF_ONE_TOOL.includes(hook.event)) return hook;
  return ["", "*"].includes(matcher) ? rest : { ...rest, entry: { ...hook.entry, [COMMAND_MATCHER]: matcher } };
}

function putBack(hook: NativeHook): NativeHook {
  const { [COMMAND_MATCHER]: matcher, ...entry } = hook.entry;
  return typeof matcher === "string" && OF_ONE_TOOL.includes(hook.event) ? { ...hook, matcher, entry } : { ...hook, entry };
}

/**
 * Cursor cuts comments out of the file before it parses it, and takes two slashes, or a slash and a star, for the start of one inside
 * strings too: one address in a command would void the whole file.
 */
export function withoutCommentMarks(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|\/\/.*|\/\*[^]*?\*\//g, (found) =>
    found.startsWith('"') ? found.replaceAll(/\/(?=[/*])/g, () => String.raw`\u002f`) : found,
  );
}
