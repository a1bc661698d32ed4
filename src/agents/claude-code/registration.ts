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
    // On Windows Claude Code starts hooks with Git Bash, or with PowerShell where it finds no Git Bash; there any exit code but 0 is a
    // denial. `shell` (since 2.1.84) always selects PowerShell. A project's file omits it, because it also serves Linux and macOS.
    entry: (call) => ({
      ...(call.matcher === undefined ? {} : { matcher: call.matcher }),
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
