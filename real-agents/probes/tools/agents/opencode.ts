import { opencode } from "../../../recipes/opencode.ts";
import type { ToolModes } from "../question.ts";

const call = (name: string, args: Record<string, unknown>) => ({ name, args });
const PATCH = "*** Begin Patch\n*** Add File: patched.txt\n+one\n*** End Patch";

export const opencodeTools: ToolModes = {
  recipe: opencode,
  before: "tool-execute-before",
  modes: [
    {
      mode: "`opencode run`",
      by: { files: { "notes.txt": "alpha\n" } },
      calls: ({ project }) => [
        call("bash", { command: "echo one", description: "scripted" }),
        call("write", { filePath: `${project}/new.txt`, content: "new\n" }),
        call("read", { filePath: `${project}/notes.txt` }),
        call("edit", { filePath: `${project}/notes.txt`, oldString: "alpha", newString: "beta" }),
        call("webfetch", { url: "http://127.0.0.1:8099/page", format: "text" }),
        call("todowrite", { todos: [{ content: "one", status: "pending", priority: "low", id: "1" }] }),
      ],
    },
    { mode: "model `gpt-5`", by: { moreArgs: ["--model", "scripted/gpt-5"] }, calls: () => [call("apply_patch", { patchText: PATCH })] },
    { mode: "with `--agent plan`", by: { moreArgs: ["--agent", "plan"] } },
    {
      mode: "with `OPENCODE_EXPERIMENTAL=1`, `OPENCODE_ENABLE_EXA=1`",
      by: { moreEnv: { OPENCODE_EXPERIMENTAL: "1", OPENCODE_ENABLE_EXA: "1" } },
    },
  ],
};
