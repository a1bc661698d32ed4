import { goose } from "../recipes/goose.ts";
import { type CaptureList, MCP_SERVER, MCP_TOOL } from "../capture.ts";

const { calls } = goose;
const call = (name: string, args: Record<string, unknown>) => ({ calls: [{ name, args }] });

export const gooseCaptures: CaptureList = {
  recipe: goose,
  captures: [
    {
      name: "tools",
      mcp: true,
      files: { "notes.txt": "alpha\nbeta\n" },
      steps: ({ project }) => [
        { calls: [calls.shell("echo hello")] },
        { calls: [calls.write(`${project}/new.txt`, "one\n")] },
        { calls: [calls.edit(`${project}/notes.txt`, "beta", "gamma")] },
        { calls: [calls.mcp(MCP_SERVER, MCP_TOOL, { word: "hello" })] },
        call("tree", { path: project }),
        call("apps__list_apps", {}),
        { calls: [calls.shell("echo boom >&2; exit 3")] },
        { calls: [calls.edit(`${project}/notes.txt`, "absent", "gamma")] },
        call("delegate", { instructions: "Look around." }),
      ],
      keep: {
        SessionStart: "",
        UserPromptSubmit: "",
        ...pair("shell", '"echo hello"'),
        ...pair("write", '"write"'),
        ...pair("edit", '"beta"'),
        ...pair("mcp", '"my_srv-a__'),
        ...pair("tree", '"tree"'),
        ...pair("own-extension", '"apps__list_apps"'),
        ...pair("agent", '"delegate"'),
        "PreToolUseResult.shell": '"echo hello"',
        "BeforeShellExecution.shell": '"echo hello"',
        "AfterShellExecution.shell": '"echo hello"',
        "AfterFileEdit.write": '"write"',
        "AfterFileEdit.edit": '"beta"',
        "PostToolUseFailure.shell": "exit 3",
        "PostToolUseFailure.edit": '"absent"',
        Stop: "",
        SessionEnd: "",
      },
    },
    {
      name: "denied",
      answers: { PreToolUse: { stdout: { decision: "block", reason: "Not here." } } },
      steps: () => [{ calls: [calls.shell("echo hello")] }],
      keep: { "PreToolUseResult.denied": '"deny"' },
    },
  ],
};

function pair(variant: string, text: string): Record<string, string> {
  return { [`PreToolUse.${variant}`]: text, [`PostToolUse.${variant}`]: text };
}
