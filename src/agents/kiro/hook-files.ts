import { hasWord, tableOf } from "../../lookup.ts";
import { fieldsOf, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { NativeAtom } from "../../model/manifest-matcher.ts";
import { flatEntries, recognisedBy } from "../hook-entries.ts";
import { hookFilesOf, type FileEntry, type HookFileForm, type MatcherSyntax, sameKeys } from "../hook-files.ts";
import { escaped } from "../matcher-patterns.ts";
import { events, hookTime, tools } from "./payload.ts";

const BUILT_IN = "@builtin";
const BUILT_IN_PATTERN = "^[^@]";

/** Kiro would read other characters as more than themselves. */
const PLAIN = /^[^@/*?\s][^/*?]*$/;

/** One name, `@server`, `@server/tool`, `@builtin`, or a name with `*`. An entry has one matcher, so several tools need several entries. */
export const oneName: MatcherSyntax = {
  place: "entry",
  single: true,
  write: ([atom, ...more]) => (atom === undefined || more.length > 0 ? undefined : nameOf(atom)),
  read: (text) => {
    if (text === "*" || text === "") return undefined;
    if (text === BUILT_IN) return [{ kind: "pattern", text: BUILT_IN_PATTERN }];
    const [, server, tool] = /^@([^/*?]+)(?:\/(\*|[^*?]+))?$/.exec(text) ?? [];
    if (server !== undefined) return [{ kind: "mcp", server, tool: tool === undefined || tool === "*" ? undefined : tool }];
    return [/[*?]/.test(text) ? { kind: "pattern", text: patternOf(text) } : { kind: "tool", name: text }];
  },
};

function nameOf(atom: NativeAtom): string | undefined {
  switch (atom.kind) {
    case "tool":
      return PLAIN.test(atom.name) ? atom.name : undefined;
    case "any-mcp":
      return undefined;
    case "mcp":
      if (!PLAIN.test(atom.server) || atom.server === "builtin" || (atom.tool !== undefined && !/^[^*?]+$/.test(atom.tool)))
        return undefined;
      return `@${atom.server}${atom.tool === undefined ? "" : `/${atom.tool}`}`;
    case "pattern":
      return atom.text === BUILT_IN_PATTERN ? BUILT_IN : wildcardsIn(atom.text);
  }
}

function patternOf(wildcards: string): string {
  const parts = wildcards.split("*").map((part) => part.split("?").map(escaped).join("."));
  return `^${parts.join(".*")}$`;
}

function wildcardsIn(pattern: string): string | undefined {
  const name = pattern
    .slice(1, -1)
    .replaceAll(/\\(.)|\.\*|\./g, (found, character: string | undefined) => character ?? (found === "." ? "?" : "*"));
  return patternOf(name) === pattern && oneName.read(name)?.[0]?.kind === "pattern" ? name : undefined;
}

const IDE_EVENTS = tableOf({
  promptSubmit: "before_prompt",
  agentStop: "agent_stop",
  preToolUse: "before_tool_execute",
  postToolUse: "after_tool_execute",
  fileEdited: "file_changed",
  fileCreated: "file_created",
  fileDeleted: "file_deleted",
  preTaskExecution: "before_task",
  postTaskExecution: "after_task",
  userTriggered: "manual_trigger",
});

const VERSION = "1";
const nameAt = (event: string) => `Hook at ${event}`;

function isIdeHook(document: Json): boolean {
  return isObject(document) && isObject(document["when"]) && isObject(document["then"]) && typeof document["when"]["type"] === "string";
}

/** A hook of the Kiro IDE: one file, `{"when": {"type": …}, "then": {"type": …}}`. https://kiro.dev/docs/hooks/ (0.x; 1 also reads it) */
const ideHook: Pick<HookFileForm, "read" | "write"> = {
  read: (document) => {
    if (!isObject(document)) return { place: [], message: "must be an object" };
    const { when, then, enabled = true, version, ...rest } = document;
    if (!isObject(when)) return { place: ["when"], message: "must be an object" };
    if (!isObject(then)) return { place: ["then"], message: "must be an object" };
    const { type: event, toolTypes: types, ...trigger } = when;
    if (typeof event !== "string") return { place: ["when", "type"], message: "must be a string" };
    if (types !== undefined && !isNames(types)) return { place: ["when", "toolTypes"], message: "must be a list of names" };
    const { name, description, ...more } = rest;
    const entry = {
      ...(name === undefined || name === nameAt(event) ? {} : { name }),
      ...(description === undefined || description === (name ?? nameAt(event)) ? {} : { description }),
      ...then,
      ...(version === undefined || version === VERSION ? {} : { version }),
      ...(enabled === true ? {} : { enabled }),
      ...(Object.keys(trigger).length === 0 ? {} : { when: trigger }),
      ...(Object.keys(more).length === 0 ? {} : { more }),
    };
    return [{ event, matcher: types === undefined ? undefined : types.join(","), entry }];
  },
  write: (hooks) =>
    hooks.map(({ event, matcher, entry }) => {
      const { name = nameAt(event), description = name, version = VERSION, enabled = true, when, more, ...then } = entry;
      const needsTools = matcher ?? (event.endsWith("ToolUse") ? "*" : undefined);
      const trigger = { type: event, ...(needsTools === undefined ? {} : { toolTypes: needsTools.split(",") }), ...fieldsOf(when) };
      return keys({ enabled, name, description, version, ...fieldsOf(more), when: trigger, then });
    }),
};

function keys(document: JsonObject): FileEntry[] {
  return Object.entries(document).map(([key, value]) => ({ kind: "key", path: [key], value: value ?? null }));
}

function isNames(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string" && !name.includes(","));
}

/** The IDE's names for groups of tools, and the tool of Kiro CLI that does the same. */
const GROUPS: readonly (readonly [type: string, tool: string])[] = [
  ["shell", "execute_bash"],
  ["read", "fs_read"],
  ["write", "fs_write"],
];
const ANY_MCP = "@mcp";

/** `toolTypes`, joined by commas. No type stands for one server's tools, or for one of Kiro's other tools. */
export const toolTypes: MatcherSyntax = {
  place: "entry",
  write: (atoms) => {
    const types = atoms.map(typeOf);
    return types.includes(undefined) ? undefined : types.join(",");
  },
  read: (text) => (text.split(",").includes("*") ? undefined : text.split(",").map(atomOf)),
};

function typeOf(atom: NativeAtom): string | undefined {
  if (atom.kind === "any-mcp") return ANY_MCP;
  if (atom.kind !== "tool") return undefined;
  const group = GROUPS.find(([, tool]) => tool === atom.name)?.[0];
  if (group !== undefined) return group;
  return hasWord(tools.names, atom.name) || !/^[\w.-]+$/.test(atom.name) ? undefined : atom.name;
}

function atomOf(type: string): NativeAtom {
  return type === ANY_MCP ? { kind: "any-mcp" } : { kind: "tool", name: GROUPS.find(([group]) => group === type)?.[1] ?? type };
}

/** An agent file has no other effect than its hooks: all tools, the usual skills, the user's servers. */
const AGENT = {
  name: "hooks",
  description: "Kiro with hooks",
  tools: ["*"],
  resources: ["skill://.kiro/skills/**/SKILL.md", "skill://~/.kiro/skills/**/SKILL.md"],
  includeMcpJson: true,
};

export const hookFiles = hookFilesOf(hookTime, {
  forms: [
    {
      name: "agent",
      format: "json",
      paths: { user: ".kiro/agents/*.json", project: ".kiro/agents/*.json" },
      recognise: recognisedBy({
        file: /(?:^|[/\\])\.(?:kiro|amazonq)[/\\](?:cli-)?agents[/\\][^/\\]+\.json$/,
        events,
        ownEvents: ["agentSpawn", "userPromptSubmit"],
        ownKeys: ["timeout_ms", "cache_ttl_seconds"],
      }),
      ...flatEntries({ frame: AGENT }),
      fields: { command: "command", timeout: { key: "timeout_ms", unit: "milliseconds", whole: true } },
    },
    {
      name: "ide",
      format: "json",
      paths: { user: ".kiro/hooks/*.kiro.hook", project: ".kiro/hooks/*.kiro.hook" },
      recognise: (document, path) => (isIdeHook(document) ? "certainly" : path.endsWith(".kiro.hook") ? "possibly" : "no"),
      ...ideHook,
      events: IDE_EVENTS,
      sendsOther: true,
      matcher: toolTypes,
      fields: {
        ...sameKeys("command", "name", "prompt"),
        type: { key: "type", words: { command: "runCommand", prompt: "askAgent" } },
        timeout: { key: "timeout", unit: "seconds" },
      },
    },
  ],
  matcher: oneName,
  covers: tableOf({ file_edit: "fs_write" }),
  // Of the IDE: file patterns are in `when`, and a hook that is off is one that never runs.
  filters: ["when", "enabled"],
});
