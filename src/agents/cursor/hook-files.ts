import { hasWord, tableOf } from "../../lookup.ts";
import type { NativeAtom } from "../../model/manifest-matcher.ts";
import { flatEntries, recognisedBy } from "../hook-entries.ts";
import { hookFilesOf, type HookFileForm, isUnreadable, type MatcherSyntax, type NativeHook, sameKeys } from "../hook-files.ts";
import { alternatives, escaped, isBalanced, literalIn, readingAs } from "../matcher-patterns.ts";
import { events, HOOKS_FILE, hookTime, tools } from "./payload.ts";

const ANY_MCP = "^MCP:";

/** A pattern found in the tool's name; a tool's name, or a word with both anchors, is that name. `MCP:<tool>` does not say the server. */
export const foundPattern: MatcherSyntax = {
  place: "entry",
  write: (atoms) => {
    const parts = atoms.map(partOf);
    return parts.includes(undefined) ? undefined : parts.join("|");
  },
  read: (text) => {
    if (["", "*", ".*", ".+"].includes(text)) return undefined;
    return alternatives(text).flatMap(fromPart);
  },
};

function partOf(atom: NativeAtom): string | undefined {
  switch (atom.kind) {
    case "tool":
      return readingAs(atom, [`^${escaped(atom.name)}$`], foundPattern.read);
    case "any-mcp":
      return ANY_MCP;
    case "mcp":
      return undefined;
    case "pattern":
      return readingAs(atom, [atom.text, `(?:${atom.text})`], foundPattern.read);
  }
}

function fromPart(part: string): readonly NativeAtom[] {
  if (/^\^?MCP(?::(?:\.\*)?)?\$?$/.test(part) && part !== "^MCP$") return [{ kind: "any-mcp" }];
  const group = /^\(\?:(.*)\)$/s.exec(part)?.[1];
  if (group !== undefined && isBalanced(group)) return [{ kind: "pattern", text: group }];
  const names = /^\^\((?:\?:)?([^()]*)\)\$$/.exec(part)?.[1]?.split("|") ?? [/^\^?(.*?)\$?$/s.exec(part)?.[1] ?? part];
  const literals = names.map(literalIn);
  const isWhole = part.startsWith("^") && part.endsWith("$");
  if (literals.some((name) => name === undefined || !(isWhole || hasWord(tools.names, name)))) return [{ kind: "pattern", text: part }];
  return literals.map((name) => ({ kind: "tool", name: name ?? "" }));
}

/** The key of an entry for the matcher of an event for one kind of tool: it is about the command or the MCP tool. */
const COMMAND_MATCHER = "commandMatcher";

const OF_ONE_TOOL = [
  "beforeShellExecution",
  "afterShellExecution",
  "beforeMCPExecution",
  "afterMCPExecution",
  "beforeReadFile",
  "afterFileEdit",
];

const flat = flatEntries({ frame: { version: 1 } });

const hooksJson: Pick<HookFileForm, "read" | "write"> = {
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

/** Cursor cuts comments out before it parses, also where a string contains `//` or `/*`: one address in a command would void the whole file. */
export function withoutCommentMarks(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|\/\/.*|\/\*[^]*?\*\//g, (found) =>
    found.startsWith('"') ? found.replaceAll(/\/(?=[/*])/g, () => String.raw`\u002f`) : found,
  );
}

export const hookFiles = hookFilesOf(hookTime, {
  forms: [
    {
      name: "hooks",
      format: "json",
      paths: { user: HOOKS_FILE, project: HOOKS_FILE },
      recognise: recognisedBy({
        file: /(?:^|[/\\])\.?cursor[/\\]hooks\.json$/,
        events,
        ownEvents: ["beforeSubmitPrompt", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "afterFileEdit"],
        ownKeys: ["loop_limit", "failClosed"],
      }),
      ...hooksJson,
      safeText: withoutCommentMarks,
      fields: {
        ...sameKeys("command", "prompt", "model"),
        type: { key: "type", words: { command: "command", prompt: "prompt" }, assumed: "command" },
        timeout: { key: "timeout", unit: "seconds" },
        failClosed: { key: "failClosed", value: true },
      },
    },
  ],
  exclusive: tableOf({
    afterAgentResponse: "after_model",
    afterAgentThought: "cursor_agent_thought",
    beforeTabFileRead: "cursor_tab_file_read",
    afterTabFileEdit: "cursor_tab_file_edit",
  }),
  split: [
    { native: "beforeShellExecution", event: "before_tool_execute", matcher: "shell", blocks: true },
    { native: "beforeMCPExecution", event: "before_tool_execute", matcher: { mcp: { server: "*" } }, blocks: true },
    { native: "beforeReadFile", event: "before_tool_execute", matcher: "file_read", blocks: true },
    { native: "afterShellExecution", event: "after_tool_execute", matcher: "shell" },
    { native: "afterMCPExecution", event: "after_tool_execute", matcher: { mcp: { server: "*" } } },
    { native: "afterFileEdit", event: "after_tool_execute", matcher: ["file_write", "file_edit"] },
  ],
  matcher: foundPattern,
  covers: tableOf({ file_edit: "Write" }),
  filters: [COMMAND_MATCHER],
  projectVariables: ["CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
});
