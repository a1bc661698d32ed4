import { tableOf } from "../../lookup.ts";
import type { ManifestMatcher } from "../../model/hook-manifest.ts";
import { type EntrySpelling, flatEntries, recognisedBy, renamed, WINDOWS_ONLY } from "../hook-entries.ts";
import { hookFilesOf, type SplitEvent } from "../hook-files.ts";
import { events, hookTime } from "./payload.ts";

const COMMAND_OR_POWERSHELL: EntrySpelling = {
  read: (entry) => {
    const { powershell, ...rest } = entry;
    return powershell === undefined || entry["command"] !== undefined ? entry : { command: powershell, ...rest, [WINDOWS_ONLY]: true };
  },
  write: ({ [WINDOWS_ONLY]: windowsOnly, ...entry }) => (windowsOnly === true ? renamed(entry, "command", ["powershell"]) : entry),
};

/** Each kind of tool has an event before and after it, and there is none for all tools. */
const KINDS: Readonly<Record<string, ManifestMatcher>> = {
  run_command: "shell",
  write_code: ["file_write", "file_edit"],
  read_code: "file_read",
  mcp_tool_use: { mcp: { server: "*" } },
};

const split = (when: "pre" | "post", event: string): SplitEvent[] =>
  Object.entries(KINDS).map(([kind, matcher]) => ({ native: `${when}_${kind}`, event, matcher, isEncoded: true }));

export const hookFiles = hookFilesOf(hookTime, {
  forms: [
    {
      name: "hooks",
      format: "json",
      paths: { user: ".codeium/windsurf/hooks.json", project: ".windsurf/hooks.json" },
      recognise: recognisedBy({ file: /(?:^|[/\\])\.?windsurf[/\\]hooks\.json$/, events, ownEvents: Object.keys(events) }),
      ...flatEntries({ spelling: COMMAND_OR_POWERSHELL }),
      fields: { command: "command", platform: { windows: "powershell" }, cwd: "working_directory" },
    },
  ],
  exclusive: tableOf({
    post_cascade_response_with_transcript: "windsurf_transcript_response",
    post_setup_worktree: "windsurf_worktree_setup",
  }),
  split: [...split("pre", "before_tool_execute"), ...split("post", "after_tool_execute")],
  filters: [WINDOWS_ONLY],
});
