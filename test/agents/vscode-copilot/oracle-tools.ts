/** VS Code's own agent, from its documentation and the declarations of its tools: camelCase, and lists for several files or pages. */

import { law, type Place, type ToolOracle } from "../../oracles/tool-law.ts";

const FILE = { file_path: "filePath" };
const EDIT = { ...FILE, old_string: "oldString", new_string: "newString" };
const CODE = { ...FILE, old_string: "oldString", new_string: ["code", "newString"] };
const FILES: readonly Place[] = [{ in: "files" }, "filePath"];
const CELL = { ...FILE, old_string: "oldString", new_string: ["newCode", "newString"] };
const COMMANDLESS = { command: null };

export const toolOracle: ToolOracle = {
  patches: ["apply_patch"],
  tools: {
    ...Object.fromEntries(
      ["run_in_terminal", "runInTerminal", "runTerminalCommand", "send_to_terminal"].map((name) => [name, law("Bash")]),
    ),
    ...Object.fromEntries(
      ["create_and_run_task", "createAndRunTask"].map((name) => [name, law("Bash", { command: [{ in: "task", at: "command" }] })]),
    ),
    ...Object.fromEntries(
      [
        ...["run_task", "run_vs_code_task", "runTask", "run_notebook_cell", "runNotebookCell"],
        ...["runTests", "run_vscode_command", "install_python_packages"],
      ].map((name) => [name, law("Bash", COMMANDLESS)]),
    ),
    ...Object.fromEntries(["read_file", "readFile"].map((name) => [name, law("Read", FILE)])),
    ...Object.fromEntries(["create_file", "createFile", "create_new_jupyter_notebook"].map((name) => [name, law("Write", FILE)])),
    replace_string_in_file: law("Edit", EDIT),
    multi_replace_string_in_file: law("Edit", {
      file_path: [{ in: "replacements", at: "filePath" }, "filePath"],
      old_string: [{ in: "replacements", at: "oldString" }, "oldString"],
      new_string: [{ in: "replacements", at: "newString" }, "newString"],
    }),
    insert_edit_into_file: law("Edit", CODE),
    edit_file: law("Edit", { ...CODE, file_path: FILES, files: "files" }),
    editFiles: law("Edit", { ...CODE, file_path: FILES, files: "files" }),
    ...Object.fromEntries(["edit_notebook_file", "editNotebook"].map((name) => [name, law("Edit", CELL)])),
    vscode_renameSymbol: law("Edit", EDIT),
    memory: law(
      "Write",
      { file_path: ["path", "filePath"], content: "file_text", old_string: "old_str", new_string: "new_str" },
      { command: "create" },
    ),
    ...Object.fromEntries(["grep_search", "textSearch"].map((name) => [name, law("Grep", { pattern: "query", glob: "includePattern" })])),
    ...Object.fromEntries(["file_search", "fileSearch"].map((name) => [name, law("Glob", { pattern: "query" })])),
    ...Object.fromEntries(["fetch_webpage", "fetch"].map((name) => [name, law("WebFetch", { url: [{ in: "urls" }] })])),
    ...Object.fromEntries(["open_simple_browser", "open_browser_page"].map((name) => [name, law("WebFetch")])),
    ...Object.fromEntries(["runSubagent", "execution_subagent"].map((name) => [name, law("Agent", { subagent_type: "agentName" })])),
  },
};
