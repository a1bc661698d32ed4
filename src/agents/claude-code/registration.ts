import { commandFor, type HookRegistration } from "../registration.ts";

const SETTINGS = ".claude/settings.json";

export const registration: HookRegistration = {
  agent: "claude-code",
  configName: "claude",
  signs: { folders: [".claude"], programs: ["claude"] },
  file: { user: SETTINGS, project: SETTINGS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // On Windows Claude Code starts hooks by Git Bash, or by PowerShell where it finds no Git Bash; there it takes any exit code but 0 for a
    // denial. `shell` (since 2.1.84) makes it PowerShell for good. A project's file has none, because it also serves Linux and macOS.
    entry: (call) => ({
      hooks: [
        {
          type: "command",
          command: commandFor(call, "posixOrPowershell"),
          ...(call.os === "windows" && call.scope === "user" ? { shell: "powershell" } : {}),
          timeout: call.timeout,
        },
      ],
    }),
    shares: "hooks",
  },
  rustFiles: { user: [SETTINGS], project: [SETTINGS] },
};
