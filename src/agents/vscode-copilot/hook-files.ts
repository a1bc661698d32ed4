import { EVENTS } from "../../canonical/event.ts";
import { entriesOf, tableOf } from "../../lookup.ts";
import { denialOf, type HookFiles } from "../hook-files.ts";
import { ONLY_ON, WINDOWS_ONLY } from "../hook-shapes/command-spellings.ts";
import { flatEntries } from "../hook-shapes/flat-entries.ts";
import { recognisedBy } from "../hook-shapes/recognise.ts";
import { SYSTEM_KEYS } from "./command-keys.ts";
import { events } from "./events.ts";
import { hookTime } from "./payload.ts";

/** In Copilot's files VS Code takes these names for its own. */
const COPILOT_NAMES = {
  sessionStart: "session_start",
  userPromptSubmitted: "before_prompt",
  preToolUse: "before_tool_execute",
  postToolUse: "after_tool_execute",
  agentStop: "agent_stop",
  subagentStop: "subagent_stop",
};

export const hookFiles: HookFiles = {
  agent: "vscode-copilot",
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
        type: { key: "type", words: { command: "command" } },
        command: "command",
        platform: { windows: "windows", linux: "linux", darwin: "osx" },
        timeout: { key: "timeout", unit: "seconds" },
        cwd: "cwd",
        env: "env",
      },
      events: tableOf({
        ...Object.fromEntries(entriesOf(events).flatMap(([native, { event }]) => (event ? [[native, EVENTS[event].interchange]] : []))),
        ...COPILOT_NAMES,
      }),
    },
  ],
  filters: [WINDOWS_ONLY, ONLY_ON],
  projectVariables: [],
  denial: denialOf(hookTime),
};
