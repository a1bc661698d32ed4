import { codex } from "../../../recipes/codex.ts";
import type { ToolModes } from "../question.ts";

const call = (name: string, args: Record<string, unknown>) => ({ name, args });
const set = (...words: string[]) => ({ moreArgs: words.flatMap((word) => ["-c", word]) });
const { calls } = codex;

export const codexTools: ToolModes = {
  recipe: codex,
  before: "PreToolUse",
  modes: [
    {
      mode: "`codex exec`, `gpt-5.5`",
      calls: ({ project }) => [
        calls.shell("echo one"),
        call("exec_command", { cmd: "cat", tty: true, yield_time_ms: 500 }),
        call("write_stdin", { session_id: 1, chars: "echo typed\n", yield_time_ms: 500 }),
        calls.write(`${project}/new.txt`, "new\n"),
        call("view_image", { path: `${project}/absent.png` }),
      ],
    },
    { mode: "model `gpt-4.1`", by: set('model="gpt-4.1"') },
    { mode: "model `gpt-5`", by: set('model="gpt-5"') },
    { mode: "model `gpt-5-codex`", by: set('model="gpt-5-codex"') },
    {
      mode: "`features.unified_exec = false`",
      by: set("features.unified_exec=false"),
      calls: () => [call("shell_command", { command: "echo one" }), call("shell", { command: ["echo", "one"] })],
    },
    { mode: "`features.shell_tool = false`", by: set("features.shell_tool=false") },
    {
      mode: "`features.code_mode = true` (`exec` has no event; each tool that the code calls has its own)",
      by: set("features.code_mode=true"),
      calls: () => [
        { name: "exec", args: {}, text: 'const r = await tools.exec_command({ cmd: "echo inner > inner.txt" }); text(JSON.stringify(r));' },
      ],
    },
    {
      mode: "`features.code_mode_only = true`",
      by: set("features.code_mode_only=true", "features.code_mode=true"),
      calls: () => [
        { name: "exec", args: {}, text: 'const r = await tools.exec_command({ cmd: "echo inner > inner.txt" }); text(JSON.stringify(r));' },
      ],
    },
    { mode: "`features.js_repl = true`", by: set("features.js_repl=true") },
    { mode: '`web_search = "live"`', by: set('web_search="live"') },
  ],
};
