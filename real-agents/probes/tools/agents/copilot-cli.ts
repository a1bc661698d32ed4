import { copilotCli } from "../../../recipes/copilot-cli.ts";
import type { ToolModes } from "../question.ts";

const call = (name: string, args: Record<string, unknown>) => ({ name, args });
const patch = (text: string) => ({ name: "apply_patch", args: {}, text: `*** Begin Patch\n${text}\n*** End Patch` });
const RESPONSES = { COPILOT_PROVIDER_WIRE_API: "responses" };

export const copilotCliTools: ToolModes = {
  recipe: copilotCli,
  before: "preToolUse",
  modes: [
    {
      mode: "`copilot -p`, `gpt-4.1`",
      by: { files: { "notes.txt": "alpha\n" } },
      calls: ({ project }) => [
        call("bash", { command: "echo one", description: "scripted" }),
        call("bash", { command: "cat", description: "scripted", mode: "async", shellId: "typed" }),
        call("write_bash", { shellId: "typed", input: "echo typed{enter}", delay: 1 }),
        call("read_bash", { shellId: "typed", delay: 1 }),
        call("stop_bash", { shellId: "typed" }),
        call("create", { path: `${project}/new.txt`, file_text: "new\n" }),
        call("edit", { path: `${project}/notes.txt`, old_str: "alpha", new_str: "beta" }),
        call("str_replace_editor", { command: "create", path: `${project}/other.txt`, file_text: "other\n" }),
        call("web_fetch", { url: "http://127.0.0.1:8099/page" }),
        call("powershell", { command: "Get-Date", description: "scripted" }),
        call("sql", { query: "select 1", description: "scripted" }),
      ],
    },
    {
      mode: "model `gpt-5.5`",
      by: { moreEnv: { COPILOT_MODEL: "gpt-5.5", ...RESPONSES } },
      calls: ({ project }) => [patch(`*** Add File: ${project}/new.txt\n+one`)],
    },
    { mode: "model `gpt-5-codex`", by: { moreEnv: { COPILOT_MODEL: "gpt-5-codex", ...RESPONSES } } },
    { mode: "model `claude-sonnet-4.5`", by: { moreEnv: { COPILOT_MODEL: "claude-sonnet-4.5" } } },
    { mode: "model `gemini-3-pro-preview`", by: { moreEnv: { COPILOT_MODEL: "gemini-3-pro-preview" } } },
    { mode: "with `--experimental`", by: { moreArgs: ["--experimental"] } },
    { mode: "with `--mode plan`", by: { moreArgs: ["--mode", "plan"] } },
    { mode: "not `COPILOT_OFFLINE`", by: { moreEnv: { COPILOT_OFFLINE: "false" } } },
  ],
};
