import { geminiCli } from "../../../recipes/gemini-cli.ts";
import { json } from "../../../recipes/recipe.ts";
import type { ToolModes } from "../question.ts";

const call = (name: string, args: Record<string, unknown>) => ({ name, args });

export const geminiCliTools: ToolModes = {
  recipe: geminiCli,
  before: "BeforeTool",
  modes: [
    {
      mode: "`gemini -p`, `gemini-2.5-pro`",
      by: { files: { "notes.txt": "alpha\n" } },
      calls: ({ project }) => [
        call("run_shell_command", { command: "echo one", description: "scripted" }),
        call("run_shell_command", { command: "sleep 20", description: "scripted", is_background: true }),
        call("list_background_processes", {}),
        call("write_file", { file_path: `${project}/new.txt`, content: "new\n" }),
        call("replace", { file_path: `${project}/notes.txt`, instruction: "scripted", old_string: "alpha", new_string: "beta" }),
        call("web_fetch", { prompt: "Read http://127.0.0.1:8099/page" }),
        call("save_memory", { fact: "scripted" }),
        call("write_todos", { todos: [{ description: "one", status: "pending" }] }),
      ],
    },
    { mode: "model `gemini-3-pro-preview`", by: { moreArgs: ["--model", "gemini-3-pro-preview"] } },
    { mode: "model `gemini-2.5-flash`", by: { moreArgs: ["--model", "gemini-2.5-flash"] } },
    {
      mode: "`.gemini/settings.json` of the project with every experiment",
      by: {
        files: {
          ".gemini/settings.json": json({
            experimental: {
              enableAgents: true,
              plan: true,
              taskTracker: true,
              memoryManager: true,
              directWebFetch: true,
              codebaseInvestigatorSettings: { enabled: true },
              modelSteering: true,
              toolOutputMasking: { enabled: true },
            },
          }),
        },
      },
    },
  ],
};
