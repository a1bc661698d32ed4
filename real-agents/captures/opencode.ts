import { opencode } from "../recipes/opencode.ts";
import { type CaptureList, MCP_SERVER, MCP_TOOL } from "../capture.ts";

const { calls, subagent } = opencode;
const call = (name: string, args: Record<string, unknown>) => ({ calls: [{ name, args }] });
const patch = (...hunks: readonly string[]) =>
  call("apply_patch", { patchText: ["*** Begin Patch", ...hunks, "*** End Patch"].join("\n") });

export const opencodeCaptures: CaptureList = {
  recipe: opencode,
  captures: [
    {
      name: "tools",
      mcp: true,
      files: { "notes.txt": "alpha\nbeta\n" },
      steps: ({ project }) => [
        { calls: [calls.shell("echo hello")] },
        { calls: [calls.write(`${project}/new.txt`, "one\n")] },
        { calls: [calls.read(`${project}/notes.txt`)] },
        { calls: [calls.edit(`${project}/notes.txt`, "beta", "gamma")] },
        // Both need a program that OpenCode fetches from the network, and fail without it.
        call("grep", { pattern: "gamma", include: "*.txt" }),
        call("glob", { pattern: "*.txt" }),
        call("webfetch", { url: "http://127.0.0.1:9/page", format: "text" }),
        call("todowrite", { todos: [{ content: "look", status: "pending", priority: "low", id: "1" }] }),
        { calls: [calls.mcp(MCP_SERVER, MCP_TOOL, { word: "hello" })] },
        { calls: [calls.shell("echo boom >&2; exit 3")] },
        { calls: [calls.read(`${project}/absent.txt`)] },
        ...subagent([{ calls: [calls.shell("echo inside")] }, { say: "Looked." }]),
      ],
      keep: {
        "session-created": "",
        "chat-message": "scripted work",
        ...pair("shell", '"command":"echo hello"'),
        ...pair("write", '"tool":"write"'),
        ...pair("read", "notes.txt"),
        ...pair("edit", '"tool":"edit"'),
        "tool-execute-before.grep": '"tool":"grep"',
        "tool-execute-before.glob": '"tool":"glob"',
        ...pair("todowrite", '"tool":"todowrite"'),
        ...pair("mcp", `"tool":"${MCP_SERVER}_${MCP_TOOL}"`),
        "tool-execute-before.web-fetch": '"tool":"webfetch"',
        "tool-execute-before.failing": "absent.txt",
        "tool-execute-after.shell-failed": "exit 3",
        ...pair("agent", '"tool":"task"'),
        "subagent-created": "",
        "chat-message.in-subagent": "Look around.",
        ...pair("in-subagent", "echo inside"),
        "subagent-idle": "",
        "session-idle": "",
        "session-end": "",
      },
    },
    {
      name: "patches",
      moreArgs: ["--model", "scripted/gpt-5"],
      files: { "notes.txt": "alpha\nbeta\n", "old.txt": "old\n" },
      steps: () => [
        patch("*** Add File: added.txt", "+one"),
        patch("*** Update File: notes.txt", "@@", "-beta", "+gamma"),
        patch("*** Add File: more.txt", "+two", "*** Update File: notes.txt", "@@", "-gamma", "+delta", "*** Delete File: old.txt"),
        patch("*** Update File: added.txt", "*** Move to: moved.txt", "@@", "-one", "+three"),
      ],
      keep: {
        ...pair("patch-add", "+one"),
        ...pair("patch-update", "+gamma"),
        ...pair("patch-mixed", "+two"),
        ...pair("patch-move", "Move to"),
      },
    },
    { name: "error", moreArgs: ["--model", "scripted/absent"], keep: { "session-error": "" } },
    { name: "compacting", steps: () => [{ calls: [calls.shell("echo hello")], tokens: 99_000 }], keep: { "session-compacting": "" } },
    { name: "asking", permission: "ask", steps: () => [{ calls: [calls.shell("echo hello")] }], keep: { "permission-asked": "" } },
    { name: "resume", then: { moreArgs: ["--continue"] }, keep: { "session-created.resume": '"hook":"chat.message"' } },
  ],
};

function pair(variant: string, text: string): Record<string, string> {
  return { [`tool-execute-before.${variant}`]: text, [`tool-execute-after.${variant}`]: text };
}
