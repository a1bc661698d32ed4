/** After `sync` at a terminal: asks whether MCP servers of this workspace may go into files of the project that git sees (MC-4). */

import { isCancel, select } from "@clack/prompts";

import { UserError } from "../errors.ts";
import { printable } from "../platform/printable.ts";
import type { ProjectFilesAnswer } from "../registration/project-file-answers.ts";
import type { ServerState } from "../registration/server-states.ts";
import type { CliContext } from "./cli-context.ts";

/** `undefined` where the user answers later. */
export async function askProjectFiles(cli: CliContext, servers: readonly ServerState[]): Promise<ProjectFilesAnswer | undefined> {
  const { terminal } = cli;
  if (terminal === undefined) return undefined;
  const waiting = servers.filter(({ forFile }) => forFile?.asks === true);
  const names = [...new Set(waiting.map(({ server }) => server))].join(", ");
  const files = [...new Set(waiting.map(({ file = "" }) => file))].join(", ");
  const answer = await select<"later" | "excluded" | "yes" | "no">({
    ...terminal,
    message: printable(`Write the MCP servers of this workspace (${names}) into files that git sees? ${files}`),
    options: [
      { value: "later", label: "Ask me later" },
      { value: "excluded", label: "Yes, and hide the files from git", hint: "with lines in .git/info/exclude" },
      { value: "yes", label: "Yes, in this workspace", hint: `\`${cli.calledAs} sync --no-mcp-project-files\` removes them` },
      { value: "no", label: "No, do not ask again", hint: "the server `symposium` offers their tools" },
    ],
    initialValue: "later",
  });
  if (isCancel(answer)) throw new UserError("CANCELLED", "nothing more was recorded", { exitCode: 130 });
  return answer === "later" ? undefined : answer === "excluded" ? answer : answer === "yes";
}
