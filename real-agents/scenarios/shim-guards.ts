/** Scripts that block or rewrite a tool call. */

import { MCP_CALLS } from "../sandbox.ts";
import { findsAndCalls } from "./served.ts";
import { reached, type Claim, type Seen } from "./scenario.ts";
import type { ClaudeScript } from "./shim-script.ts";

/** The MCP server of the run. */
export const SERVER = "my_srv-a";
export const TOOLS = ["list_rows", "delete_rows"];

/** The input cannot be replaced: the call is denied, and the model is told the wanted form. */
const DENIED_INSTEAD = {
  loss: "rewrite-became-deny",
  instead: (seen: Seen): readonly Claim[] => [
    ["terraform did not run", seen.file("terraform.txt") === ""],
    reached(seen, "terraform plan", seen.turns.length),
  ],
} as const;

export const shimGuards: readonly ClaudeScript[] = [
  {
    name: "force-push",
    language: "Bash with jq",
    answer: "exit code 2, reason on stderr",
    effect: "blocks a command",
    steps: ({ calls }) => [{ calls: [calls.shell("git push --force origin main; echo ran > force-push.txt")] }],
    judge: (seen) => [blocked(seen, "force-push.txt"), reached(seen, "Push to a new branch instead.", seen.turns.length)],
  },
  {
    name: "protected-files",
    language: "Python",
    answer: "`permissionDecision: deny`",
    effect: "blocks a file from being written",
    steps: ({ calls }, { project }) => [
      { calls: [calls.write(`${project}/Cargo.lock`, "version = 4\n")] },
      { calls: [calls.write(`${project}/notes.md`, "Notes\n")] },
    ],
    judge: (seen) => [
      blocked(seen, "Cargo.lock"),
      reached(seen, "Cargo.lock is a protected file", seen.turns.length),
      ["another file was written", seen.file("notes.md") === "Notes"],
    ],
  },
  {
    name: "terraform-plan",
    language: "JavaScript",
    answer: "`updatedInput` with `permissionDecision: allow`",
    effect: "rewrites a command",
    steps: ({ calls }) => [{ calls: [calls.shell("./terraform apply -auto-approve")] }],
    judge: (seen) => [["terraform was called with the plan", seen.file("terraform.txt") === "plan -auto-approve"]],
    lost: { goose: DENIED_INSTEAD, "qwen-code": DENIED_INSTEAD },
  },
  {
    name: "remove-guard",
    language: "Python",
    answer: "`decision: block`, the older form",
    effect: "blocks a command",
    steps: ({ calls }) => [{ calls: [calls.shell("rm -rf build; echo ran > removed.txt")] }],
    judge: (seen) => [blocked(seen, "removed.txt"), reached(seen, "rm -rf is off limits", seen.turns.length)],
  },
  {
    name: "database-guard",
    language: "Bash with jq",
    answer: "exit code 2, reason on stderr",
    effect: "blocks a tool of an MCP server",
    steps: (recipe) => TOOLS.flatMap((tool) => findsAndCalls(recipe, { server: SERVER, tool }, { table: "users" })),
    judge: (seen) => [
      ["the server was asked to list, and not to delete", seen.left(MCP_CALLS) === "list_rows"],
      reached(seen, "changes production data", seen.turns.length),
    ],
  },
  {
    name: "release-plugin",
    language: "Bash with jq",
    answer: "`permissionDecision: deny`, from a plugin folder",
    effect: "blocks a command",
    steps: ({ calls }) => [{ calls: [calls.shell("npm publish; echo ran > published.txt")] }],
    judge: (seen) => [blocked(seen, "published.txt"), reached(seen, "Releases go through the pipeline.", seen.turns.length)],
  },
];

function blocked(seen: Seen, file: string): Claim {
  return [`the tool that leaves ${file} did not run`, seen.file(file) === ""];
}
