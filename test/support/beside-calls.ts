/** Calls of tools beside the usual one, written by hand from what was measured and documented, and what they must arrive as (RT-40). */

export interface BesideCall {
  readonly agent: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Claude's name. */
  readonly name: "Bash" | "Write" | "Edit" | "Read" | "WebFetch";
  /** Claude's fields that a handler finds. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The native field that a changed first field of `fields` goes back to. */
  readonly back?: string;
}

const notebook = { notebook_path: "/n.ipynb", cell_id: "1", new_source: "x = 1" };
const inNotebook = { file_path: "/n.ipynb", new_string: "x = 1" };

export const BESIDE_CALLS: readonly BesideCall[] = [
  row("claude-code", "PowerShell", { command: "ls", description: "lists" }, "Bash", { command: "ls" }, "command"),
  row(
    "claude-code",
    "Monitor",
    { command: "tail -f log", description: "watches", timeout_ms: 1 },
    "Bash",
    { command: "tail -f log" },
    "command",
  ),
  row("claude-code", "Monitor", { ws: { url: "wss://example.org" } }, "Bash", { url: "wss://example.org" }),
  row("claude-code", "REPL", { code: "1 + 1" }, "Bash", { command: "1 + 1" }, "code"),
  row("claude-code", "NotebookEdit", notebook, "Edit", inNotebook, "notebook_path"),
  row(
    "claude-code",
    "MultiEdit",
    { file_path: "/a", edits: [{ old_string: "a", new_string: "b" }] },
    "Edit",
    { file_path: "/a", old_string: "a" },
    "file_path",
  ),
  row("claude-code", "memory_write", { store: "s", path: "/m.md", content: "c" }, "Write", { file_path: "/m.md", content: "c" }, "path"),
  row("codex", "exec_command", { cmd: "ls" }, "Bash", { command: "ls" }, "cmd"),
  row("copilot-cli", "write_bash", { shellId: "1", input: "rm -r x\n", delay: 1 }, "Bash", { command: "rm -r x\n" }, "input"),
  row("copilot-cli", "write_powershell", { shellId: "1", input: "del x\n" }, "Bash", { command: "del x\n" }, "input"),
  row("copilot-cli", "powershell", { command: "ls", description: "lists" }, "Bash", { command: "ls" }, "command"),
  row("copilot-cli", "local_shell", { command: "ls" }, "Bash", { command: "ls" }, "command"),
  row(
    "copilot-cli",
    "str_replace_editor",
    { command: "create", path: "/a", file_text: "t" },
    "Write",
    { file_path: "/a", content: "t" },
    "path",
  ),
  row(
    "copilot-cli",
    "str_replace_editor",
    { command: "str_replace", path: "/a", old_str: "a", new_str: "b" },
    "Edit",
    { file_path: "/a", old_string: "a" },
    "path",
  ),
  row("copilot-cli", "str_replace_editor", { command: "view", path: "/a" }, "Read", { file_path: "/a" }, "path"),
  row("cursor", "WriteShellStdin", { shell_id: 1, chars_length: 3 }, "Bash", {}),
  row("cursor", "Delete", { file_path: "/a" }, "Edit", { file_path: "/a" }, "file_path"),
  row("gemini-cli", "save_memory", { fact: "f" }, "Write", { content: "f" }, "fact"),
  row("goose", "execute_typescript", { code: "run()", tool_graph: [] }, "Bash", { command: "run()" }, "code"),
  row("goose", "computercontroller__xlsx_tool", { path: "/a.xlsx", operation: "update_cell" }, "Edit", { file_path: "/a.xlsx" }, "path"),
  row("goose", "memory__remember_memory", { category: "c", data: "d", is_global: true }, "Write", { content: "d" }, "data"),
  row(
    "goose",
    "developer__text_editor",
    { command: "write", path: "/a", file_text: "t" },
    "Write",
    { file_path: "/a", content: "t" },
    "path",
  ),
  row("goose", "read_image", { source: "/a.png" }, "Read", { file_path: "/a.png" }, "source"),
  row("opencode", "patch", { patchText: "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch" }, "Write", { file_path: "a" }),
  row(
    "opencode",
    "multiedit",
    { filePath: "/a", edits: [{ oldString: "a", newString: "b" }] },
    "Edit",
    { file_path: "/a", old_string: "a" },
    "filePath",
  ),
  row("qwen-code", "monitor", { command: "tail -f log", description: "watches" }, "Bash", { command: "tail -f log" }, "command"),
  row("qwen-code", "exec", { source: "run()" }, "Bash", { command: "run()" }, "source"),
  row("qwen-code", "notebook_edit", notebook, "Edit", inNotebook, "notebook_path"),
  row("vscode-copilot", "send_to_terminal", { id: "1", command: "ls" }, "Bash", { command: "ls" }, "command"),
  row("vscode-copilot", "create_and_run_task", { task: { command: "ls" } }, "Bash", {}),
  row("vscode-copilot", "run_notebook_cell", { filePath: "/n.ipynb", cellId: "1" }, "Bash", {}),
  row(
    "vscode-copilot",
    "edit_notebook_file",
    { filePath: "/n.ipynb", editType: "edit", newCode: "x" },
    "Edit",
    { file_path: "/n.ipynb", new_string: "x" },
    "filePath",
  ),
  row("vscode-copilot", "memory", { command: "create", path: "/m.md" }, "Write", { file_path: "/m.md" }, "path"),
  row("vscode-copilot", "open_browser_page", { url: "https://example.org" }, "WebFetch", { url: "https://example.org" }, "url"),
];

function row(
  agent: string,
  tool: string,
  input: BesideCall["input"],
  name: BesideCall["name"],
  fields: BesideCall["fields"],
  back?: string,
): BesideCall {
  return { agent, tool, input, name, fields, ...(back === undefined ? {} : { back }) };
}
