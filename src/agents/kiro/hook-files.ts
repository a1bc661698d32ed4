import { tableOf } from "../../lookup.ts";
import { denialOf, type HookFiles } from "../hook-files.ts";
import { flatEntries } from "../hook-shapes/flat-entries.ts";
import { recognisedBy } from "../hook-shapes/recognise.ts";
import { oneName } from "./hook-matcher.ts";
import { ideHook, IDE_EVENTS, isIdeHook, toolTypes } from "./ide-hook.ts";
import { events } from "./events.ts";
import { hookTime } from "./payload.ts";

/** An agent file has no other effect than its hooks: all tools, the usual skills, the user's servers. */
const AGENT = {
  name: "hooks",
  description: "Kiro with hooks",
  tools: ["*"],
  resources: ["skill://.kiro/skills/**/SKILL.md", "skill://~/.kiro/skills/**/SKILL.md"],
  includeMcpJson: true,
};

export const hookFiles: HookFiles = {
  agent: "kiro",
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
        type: { key: "type", words: { command: "runCommand", prompt: "askAgent" } },
        command: "command",
        timeout: { key: "timeout", unit: "seconds" },
        name: "name",
        prompt: "prompt",
      },
    },
  ],
  matcher: oneName,
  covers: tableOf({ file_edit: "fs_write" }),
  // Of the IDE: file patterns are in `when`, and a hook that is off is one that never runs.
  filters: ["when", "enabled"],
  projectVariables: [],
  denial: denialOf(hookTime),
};
