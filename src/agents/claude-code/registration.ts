import type { HookRegistration } from "../registration.ts";

const SETTINGS = ".claude/settings.json";

export const registration: HookRegistration = {
  agent: "claude-code",
  configName: "claude",
  signs: { folders: [".claude"], programmes: ["claude"] },
  file: { user: SETTINGS, project: SETTINGS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // On Windows Claude Code starts hooks by Git Bash, which finds `symposium-hook.exe` under the name without the ending.
    entry: ({ commands, timeout }) => ({ hooks: [{ type: "command", command: commands.posix, timeout }] }),
    shares: "hooks",
  },
  rustFiles: { user: [SETTINGS], project: [SETTINGS] },
};
