import { NOTEBOOK } from "../../../recipes/recipe.ts";
import { qwenCode } from "../../../recipes/qwen-code.ts";
import type { ToolModes } from "../question.ts";

const call = (name: string, args: Record<string, unknown>) => ({ name, args });

export const qwenCodeTools: ToolModes = {
  recipe: qwenCode,
  before: "PreToolUse",
  modes: [
    {
      mode: "`qwen -p`",
      by: { files: { "notes.txt": "alpha\n", "book.ipynb": NOTEBOOK } },
      calls: ({ project }) => [
        call("run_shell_command", { command: "echo one", is_background: false }),
        call("run_shell_command", { command: "sleep 20", is_background: true }),
        call("write_file", { file_path: `${project}/new.txt`, content: "new\n" }),
        call("read_file", { file_path: `${project}/notes.txt` }),
        call("edit", { file_path: `${project}/notes.txt`, old_string: "alpha", new_string: "beta" }),
        call("web_fetch", { url: "http://127.0.0.1:8099/page", prompt: "Read it." }),
        call("monitor", { command: "echo one", description: "scripted" }),
        call("save_memory", { fact: "scripted" }),
        call("read_file", { file_path: `${project}/book.ipynb` }),
        call("notebook_edit", { notebook_path: `${project}/book.ipynb`, cell_id: "one", new_source: "2" }),
      ],
    },
    { mode: "with `--experimental-lsp`", by: { moreArgs: ["--experimental-lsp"] } },
    { mode: "model `qwen3-coder-plus`", by: { moreEnv: { OPENAI_MODEL: "qwen3-coder-plus" } } },
  ],
};
