import { geminiCli } from "../recipes/gemini-cli.ts";
import { type CaptureList, MCP_SERVER, MCP_TOOL } from "../capture.ts";

const { calls } = geminiCli;
const call = (name: string, args: Record<string, unknown>) => ({ calls: [{ name, args }] });

export const geminiCliCaptures: CaptureList = {
  recipe: geminiCli,
  captures: [
    {
      name: "tools",
      mcp: true,
      files: { "notes.txt": "alpha\nbeta\n" },
      steps: ({ project }) => [
        { calls: [calls.shell("echo hello")] },
        { calls: [calls.write(`${project}/new.txt`, "one\n")] },
        call("read_file", { file_path: `${project}/notes.txt`, start_line: 1, end_line: 2 }),
        { calls: [calls.edit(`${project}/notes.txt`, "beta", "gamma")] },
        call("grep_search", { pattern: "gamma" }),
        call("glob", { pattern: "*.txt" }),
        call("list_directory", { dir_path: project }),
        call("web_fetch", { prompt: "Summarise https://example.com/page" }),
        call("google_web_search", { query: "agent hooks" }),
        { calls: [calls.mcp(MCP_SERVER, MCP_TOOL, { word: "hello" })] },
        { calls: [calls.shell("echo boom >&2; exit 3")] },
        call("read_file", { file_path: `${project}/absent.txt` }),
        call("invoke_agent", { agent_name: "codebase_investigator", prompt: "Look around." }),
        call("complete_task", { report: { SummaryOfFindings: "Looked.", ExplorationTrace: [], RelevantLocations: [] } }),
      ],
      keep: {
        SessionStart: "",
        BeforeAgent: "",
        PreCompress: "",
        BeforeModel: "",
        BeforeToolSelection: "",
        AfterModel: "",
        ...pair("shell", '"run_shell_command"'),
        ...pair("write", '"write_file"'),
        ...pair("read", '"read_file"'),
        ...pair("replace", '"replace"'),
        ...pair("grep", '"grep_search"'),
        ...pair("glob", '"glob"'),
        ...pair("list-directory", '"list_directory"'),
        ...pair("web-fetch", '"web_fetch"'),
        ...pair("web-search", '"google_web_search"'),
        ...pair("mcp", '"mcp_my'),
        ...pair("agent", '"invoke_agent"'),
        "BeforeTool.in-subagent": '"complete_task"',
        "AfterTool.shell-failed": "exit 3",
        "AfterTool.failed": '"file_not_found"',
        AfterAgent: "",
        SessionEnd: "",
      },
    },
    {
      name: "stop",
      answers: { AfterAgent: { stdout: { decision: "block", reason: "Run the tests first." }, onlyIf: '"stop_hook_active":false' } },
      keep: { "AfterAgent.again": '"stop_hook_active":true', "BeforeAgent.after-stop-block": "Run the tests first." },
    },
    { name: "resume", then: { moreArgs: ["--resume", "latest"] }, keep: { "SessionStart.resume": '"resume"' } },
  ],
};

function pair(variant: string, text: string): Record<string, string> {
  return { [`BeforeTool.${variant}`]: text, [`AfterTool.${variant}`]: text };
}
