import { tableOf } from "../../lookup.ts";
import { groupedEntries, recognisedBy } from "../hook-entries.ts";
import { hookFilesOf, sameKeys } from "../hook-files.ts";
import { searchedPattern } from "../matcher-syntax.ts";
import { events, hookTime, SETTINGS, tools } from "./payload.ts";

export const hookFiles = hookFilesOf(hookTime, {
  forms: [
    {
      name: "settings",
      format: "json",
      paths: { user: SETTINGS, project: SETTINGS },
      recognise: recognisedBy({
        file: /(?:^|[/\\])\.gemini[/\\]settings\.json$/,
        events,
        ownEvents: [
          ...["BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel", "BeforeToolSelection"],
          "PreCompress",
        ],
      }),
      ...groupedEntries({}, ["hooks"], ["enabled", "disabled", "notifications"]),
      // An entry of another type is skipped, and so is one without a type.
      fields: {
        ...sameKeys("command", "env", "name"),
        type: { key: "type", words: { command: "command" } },
        timeout: { key: "timeout", unit: "milliseconds" },
      },
    },
  ],
  exclusive: tableOf({ BeforeModel: "before_model", AfterModel: "after_model", BeforeToolSelection: "before_tool_selection" }),
  matcher: searchedPattern({ mcp: { before: "mcp_", between: "_" }, tools, engine: "javascript", star: "everything" }),
  wordMatchers: ["SessionStart", "PreCompress"],
  expandsText: true,
  startsTogether: true,
  projectVariables: ["GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
});
