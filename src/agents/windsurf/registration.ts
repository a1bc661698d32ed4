import type { HookRegistration } from "../registration.ts";

export const registration: HookRegistration = {
  agent: "windsurf",
  signs: { folders: [".codeium/windsurf"], programs: ["windsurf"] },
  file: { user: ".codeium/windsurf/hooks.json", project: ".windsurf/hooks.json" },
  denies: "exit-code",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // There is no timeout. On Windows `powershell` replaces `command`.
    entry: ({ commands }) => ({ command: commands.posix, powershell: commands.powershell }),
  },
};
