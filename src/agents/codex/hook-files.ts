import { tableOf } from "../../lookup.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { groupedEntries, recognisedBy, withEntries } from "../hook-entries.ts";
import { hookFilesOf, type EntryFields, sameKeys } from "../hook-files.ts";
import { DOUBLE_UNDERSCORES, namesOrPattern } from "../matcher-syntax.ts";
import { CONFIG, events, HOOKS_FILE, hookTime, tools } from "./payload.ts";

// Codex rejects the whole file for an entry without a type, a type that it does not know, and a fraction of a second.
const FIELDS: EntryFields = {
  ...sameKeys("command", "async", "statusMessage"),
  type: { key: "type", words: { command: "command" } },
  platform: { windows: "commandWindows" },
  timeout: { key: "timeout", unit: "seconds", whole: true },
};

export const hookFiles = hookFilesOf(hookTime, {
  forms: [
    {
      name: "hooks",
      format: "json",
      paths: { user: HOOKS_FILE, project: HOOKS_FILE },
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
      paths: { user: CONFIG, project: CONFIG },
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
});

/** `null` is absent, and `command_windows` another spelling of `commandWindows`, usual in TOML. */
function oneSpelling(entry: JsonObject): JsonObject {
  const given = Object.entries(entry).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([key, value]) => [key === "command_windows" ? "commandWindows" : key, value]));
}
