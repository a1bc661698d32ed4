/** Breaks lookups by words from outside, and what guards on a kind of tool see. */

import { seenByParts } from "./mutate-edit.ts";

export const TABLES = [
  ...seenByParts("lookUp", [
    "RT-10 a word from outside finds what objects inherit",
    "Object.hasOwn(from, word) ? (from as",
    "true ? (from as",
  ]),
  ...seenByParts("put", [
    "RT-1 a member called `__proto__` is lost",
    'if (key !== "__proto__") into[key] = value;',
    "if (true) into[key] = value;",
  ]),
  ...seenByParts("hasWord", ["RT-1 what is inherited counts as there", "return Object.hasOwn(from, word);", "return word in from;"]),
  ...seenByParts(
    "namedTool",
    ["RT-40 tools beside the usual one are unknown", "if (other === undefined) return", "if (true) return"],
    ["RT-40 a tool beside the usual one is not marked", ", beside: true };", " };"],
  ),
  ...seenByParts(
    "editorTool",
    [
      "RT-40 an editor that writes counts as one that edits",
      'act === "create" || act === "write" ? "file_write"',
      'act === "" ? "file_write"',
    ],
    ["RT-40 an editor that shows counts as one that edits", 'if (act === "view" || act === "read")', 'if (act === "")'],
  ),
  ...seenByParts(
    "rulesFor",
    ["RT-40 a rule for one tool renames the fields of others", "of === undefined || of.includes(tool.native)", "true"],
    ["RT-40 a rule for one tool does nothing", "of === undefined || of.includes(tool.native)", "of === undefined"],
  ),
  ...seenByParts("fieldOf", [
    "RT-40 a list of edits stays closed",
    "isObject(entry) && native !== undefined ? lookUp(entry, native)",
    "false ? lookUp(entry, native!)",
  ]),
  ...seenByParts("withValue", [
    "RT-40 a changed edit does not go back into its list",
    "isObject(entry) ? withField(entry, native, value)",
    "false ? withField(entry, native, value)",
  ]),
  ...seenByParts(
    "selectHooks",
    ["RT-40 a native matcher meets a tool beside its own", "if (!isPortable(hook) && isForOther(line.selector))", "if (false)"],
    [
      "RT-40 a portable matcher meets the usual tool alone",
      "if (!isPortable(hook) && isForOther(line.selector))",
      "if (isForOther(line.selector))",
    ],
  ),
  ...seenByParts("ownNames", [
    "RT-40 a native matcher does not meet the tool's own name",
    "? [tool.native] : matchNames(tool)",
    "? [] : matchNames(tool)",
  ]),
  ...seenByParts(
    "copilot-cli/tools",
    ["RT-40 Copilot's `write_bash` is not a shell", '"local_shell", "write_bash"', '"local_shell"'],
    ["RT-40 Copilot's `powershell` is not a shell", 'shell: ["powershell", ', "shell: ["],
    [
      "RT-40 what Copilot writes into a shell is not a command",
      '{ claude: "command", native: "input"',
      '{ claude: "input", native: "input"',
    ],
  ),
  ...seenByParts(
    "claude-code/tools",
    ["RT-40 Claude's `PowerShell` is not a shell", '"PowerShell", ', ""],
    ["RT-40 Claude's `NotebookEdit` is not an edit", '"NotebookEdit", ', ""],
  ),
  ...seenByParts(
    "goose/alsoDone",
    ["RT-40 goose: code that calls tools is only a shell", "if (CODE.includes(native))", "if (false)"],
    ["RT-40 goose: an image from an address is not fetched", "/^https?:/i.test(source)", "false"],
  ),
  ...seenByParts("notGuarded", ["RT-40 what fires no event is told for no kind", "does.some((kind) => kinds.includes(kind))", "false"]),
];
