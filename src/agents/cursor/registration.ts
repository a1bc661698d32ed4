import type { HookRegistration, RegisteredCall } from "../registration.ts";

const HOOKS = ".cursor/hooks.json";

export const registration: HookRegistration = {
  agent: "cursor",
  signs: { folders: [".cursor"], programs: ["cursor", "cursor-agent"] },
  file: { user: HOOKS, project: HOOKS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // Without `loop_limit` Cursor accepts five refused stops from an entry; Symposium has one limit for every agent.
    entry: (call) => ({
      command: oneCommand(call),
      timeout: call.timeout,
      ...(["stop", "subagentStop"].includes(call.event) ? { loop_limit: null } : {}),
    }),
    frame: { version: 1 },
  },
};

/**
 * Cursor may append the payload to the command as a here-document, and on Windows pipe it in, so the whole text must be one
 * command. The user's shell starts it, which may not be a POSIX shell; `exec` avoids a second process. The path is absolute, because PATH may
 * start with a folder of the project.
 */
function oneCommand({ commands, os }: RegisteredCall): string {
  // Cursor's reader takes a slash and a star for the start of a comment, even in a string.
  if (os !== "windows") return `exec /bin/sh -c '${commands.posix.replace("in /*)", "in [/]*)").replaceAll("'", () => "'\\''")}'`;
  const piped = commands.powershell.replaceAll("{& ", "{$input|& ");
  return `Invoke-Command -ScriptBlock {$OutputEncoding=[Text.UTF8Encoding]::new($false);${piped}}`;
}
