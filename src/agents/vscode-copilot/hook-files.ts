import { entriesOf, tableOf } from "../../lookup.ts";
import { EVENTS } from "../../model/event.ts";
import { compact } from "../../model/json.ts";
import { type EntrySpelling, fields, flatEntries, ONLY_ON, POSIX_ONLY, recognisedBy, renamed, WINDOWS_ONLY } from "../hook-entries.ts";
import { hookFilesOf, sameKeys } from "../hook-files.ts";
import { events, hookTime } from "./payload.ts";

const SYSTEM_KEYS: EntrySpelling = {
  read: ({ bash, powershell, timeoutSec, command, linux = bash, osx = bash, windows = powershell, timeout = timeoutSec, ...rest }) => {
    const usual = { ...rest, ...compact({ timeout }) };
    if (command !== undefined) return fields(usual, compact({ command, linux, osx, windows }));
    const first = linux ?? osx ?? windows;
    if (first === undefined) return usual;
    if (linux !== undefined && linux === osx)
      return fields(usual, compact({ command: linux, windows, [POSIX_ONLY]: windows === undefined || null }));
    if (linux === undefined && osx === undefined) return fields(usual, { command: first, [WINDOWS_ONLY]: true });
    const systems = compact({ linux, osx, windows });
    const only = Object.keys(systems);
    return fields(usual, { command: first, ...systems, ...(only.length === 3 ? {} : { [ONLY_ON]: only }) });
  },
  write: ({ [POSIX_ONLY]: posixOnly, [WINDOWS_ONLY]: windowsOnly, [ONLY_ON]: only, ...entry }) => {
    if (posixOnly === true && entry["windows"] === undefined) return renamed(entry, "command", ["linux", "osx"]);
    if (windowsOnly === true) return renamed(entry, "command", ["windows"]);
    return only === undefined ? entry : renamed(entry, "command", []);
  },
};

/** In Copilot's files VS Code takes these names for its own. */
const COPILOT_NAMES = {
  sessionStart: "session_start",
  userPromptSubmitted: "before_prompt",
  preToolUse: "before_tool_execute",
  postToolUse: "after_tool_execute",
  agentStop: "agent_stop",
  subagentStop: "subagent_stop",
};

export const hookFiles = hookFilesOf(hookTime, {
  forms: [
    {
      name: "hooks",
      format: "json",
      paths: { user: ".copilot/hooks/*.json", project: ".github/hooks/*.json" },
      recognise: recognisedBy({
        file: /(?:^|[/\\])\.(?:github|copilot)[/\\]hooks[/\\][^/\\]+\.json$/,
        events,
        ownKeys: ["windows", "linux", "osx"],
      }),
      ...flatEntries({ spelling: SYSTEM_KEYS, groups: true }),
      fields: {
        ...sameKeys("command", "cwd", "env"),
        type: { key: "type", words: { command: "command" } },
        platform: { windows: "windows", linux: "linux", darwin: "osx" },
        timeout: { key: "timeout", unit: "seconds" },
      },
      events: tableOf({
        ...Object.fromEntries(entriesOf(events).flatMap(([native, { event }]) => (event ? [[native, EVENTS[event].interchange]] : []))),
        ...COPILOT_NAMES,
      }),
    },
  ],
  filters: [WINDOWS_ONLY, ONLY_ON],
});
