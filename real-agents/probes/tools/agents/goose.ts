import { goose } from "../../../recipes/goose.ts";
import type { ToolModes } from "../question.ts";

const call = (name: string, args: Record<string, unknown>) => ({ name, args });
const builtin = (names: string) => ({ moreArgs: ["--with-builtin", names] });

export const gooseTools: ToolModes = {
  recipe: goose,
  before: "PreToolUse",
  modes: [
    {
      mode: "`goose run`",
      by: { files: { "notes.txt": "alpha\n" } },
      calls: ({ project }) => [
        call("shell", { command: "echo one" }),
        call("write", { path: `${project}/new.txt`, content: "new\n" }),
        call("edit", { path: `${project}/notes.txt`, before: "alpha", after: "beta" }),
        call("read_image", { source: "http://127.0.0.1:8099/picture.png" }),
        call("extensionmanager__manage_extensions", { action: "enable", extension_name: "memory" }),
        call("delegate", { instructions: "Look around." }),
      ],
    },
    {
      mode: "with `--with-builtin computercontroller`",
      by: builtin("computercontroller"),
      calls: ({ project }) => [
        call("computercontroller__docx_tool", { path: `${project}/new.docx`, operation: "update_doc", content: "one" }),
        call("computercontroller__xlsx_tool", { path: `${project}/new.xlsx`, operation: "update_cell", row: 1, col: 1, value: "one" }),
      ],
    },
    {
      mode: "with `--with-builtin memory`",
      by: builtin("memory"),
      calls: () => [call("memory__remember_memory", { category: "one", data: "two", tags: [], is_global: false })],
    },
    { mode: "with `--with-builtin autovisualiser,tutorial`", by: builtin("autovisualiser,tutorial") },
    {
      mode: "with `--with-builtin code_execution` (the command inside the code ran, and had no event of its own)",
      by: builtin("code_execution"),
      calls: () => [
        call("execute_typescript", {
          code: 'async function run() { return await Developer.shell({ command: "echo one > marker.txt" }); }',
          tool_graph: [],
        }),
      ],
    },
    { mode: "with `--with-builtin todo,chatrecall,orchestrator,summon`", by: builtin("todo,chatrecall,orchestrator,summon") },
  ],
};
