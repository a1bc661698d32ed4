import { isObject, type JsonObject } from "../../canonical/json.ts";
import { tableOf } from "../../lookup.ts";
import { denialOf, type EntryFields, type HookFiles } from "../hook-files.ts";
import { groupedEntries, withEntries } from "../hook-shapes/grouped-entries.ts";
import { recognisedBy } from "../hook-shapes/recognise.ts";
import { DOUBLE_UNDERSCORES } from "../matcher-syntax/mcp-names.ts";
import { namesOrPattern } from "../matcher-syntax/names-or-pattern.ts";
import { events, tools } from "./native.ts";
import { hookTime } from "./payload.ts";

// It rejects the whole file for an entry without a type, a type that it does not know, and a fraction of a second.
const FIELDS: EntryFields = {
  type: { key: "type", words: { command: "command" } },
  command: "command",
  platform: { windows: "commandWindows" },
  timeout: { key: "timeout", unit: "seconds", whole: true },
  async: "async",
  statusMessage: "statusMessage",
};

export const hookFiles: HookFiles = {
  agent: "codex",
  forms: [
    {
      name: "hooks",
      format: "json",
      paths: { user: ".codex/hooks.json", project: ".codex/hooks.json" },
      recognise: recognisedBy({
        file: /(?:^|[/\\])\.codex[/\\]hooks\.json$/,
        events,
        ownEvents: ["PreModelRequest", "PostModelRequest", "Interrupt"],
      }),
      ...withEntries(groupedEntries(), oneSpelling),
      fields: FIELDS,
    },
    {
      name: "toml",
      format: "toml",
      paths: { user: ".codex/config.toml", project: ".codex/config.toml" },
      recognise: (document, path) => (path.endsWith(".toml") && isObject(document) && isObject(document["hooks"]) ? "certainly" : "no"),
      // Codex keeps there which hooks the user trusts.
      ...withEntries(groupedEntries({}, ["hooks"], ["state"]), oneSpelling),
      fields: FIELDS,
    },
  ],
  exclusive: tableOf({ PostCompact: "after_compact", PreModelRequest: "before_model", PostModelRequest: "after_model" }),
  matcher: namesOrPattern({
    mcp: { ...DOUBLE_UNDERSCORES, spelled: (name) => name.replaceAll("-", "_") },
    tools,
    aliases: tableOf({ Write: "apply_patch", Edit: "apply_patch" }),
    searchesAliases: true,
    engine: "rust",
    list: /^[a-zA-Z0-9_|]+$/,
    separator: /\|/,
  }),
  covers: tableOf({ file_write: "apply_patch" }),
  wordMatchers: ["SessionStart", "PreCompact", "PostCompact", "SubagentStart", "SubagentStop"],
  startsTogether: true,
  projectVariables: [],
  denial: denialOf(hookTime),
};

/** `null` is absent, and `command_windows` another spelling of `commandWindows`, usual in TOML. */
function oneSpelling(entry: JsonObject): JsonObject {
  const given = Object.entries(entry).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([key, value]) => [key === "command_windows" ? "commandWindows" : key, value]));
}
