import { denialOf, type HookFiles } from "../hook-files.ts";
import { WINDOWS_ONLY } from "../hook-shapes/command-spellings.ts";
import { flatEntries } from "../hook-shapes/flat-entries.ts";
import { recognisedBy } from "../hook-shapes/recognise.ts";
import { wholePattern } from "./hook-matcher.ts";
import { BASH_OR_POWERSHELL } from "./command-keys.ts";
import { events } from "./events.ts";
import { hookTime } from "./payload.ts";

export const hookFiles: HookFiles = {
  agent: "copilot-cli",
  forms: [
    {
      name: "settings",
      format: "json",
      paths: { user: ".copilot/hooks/*.json", project: ".github/hooks/*.json" },
      more: { user: [".copilot/settings.json"], project: [".github/copilot/settings.json", ".github/copilot/settings.local.json"] },
      recognise: recognisedBy({
        file: /(?:^|[/\\])\.(?:github|copilot)[/\\](?:hooks[/\\][^/\\]+|copilot[/\\]settings(?:\.local)?)\.json$/,
        events,
        ownEvents: ["userPromptSubmitted", "agentStop", "errorOccurred", "permissionRequest"],
        ownKeys: ["bash", "powershell", "timeoutSec"],
      }),
      ...flatEntries({ frame: { version: 1 }, spelling: BASH_OR_POWERSHELL, groups: true }),
      fields: {
        // A prompt is one that the session begins with; elsewhere it is left out.
        type: { key: "type", words: { command: "command", prompt: "prompt" }, assumed: "command", onlyAt: { prompt: ["sessionStart"] } },
        command: "command",
        platform: { windows: "powershell" },
        timeout: { key: "timeoutSec", unit: "seconds" },
        cwd: "cwd",
        env: "env",
        prompt: "prompt",
      },
    },
  ],
  matcher: wholePattern,
  filters: [WINDOWS_ONLY],
  projectVariables: ["COPILOT_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
  answersOnly: ["userPromptSubmitted", "agentStop", "subagentStop"],
  denial: denialOf(hookTime),
};
