import { commandFor, type HookRegistration } from "../registration.ts";

const SETTINGS = ".qwen/settings.json";

export const registration: HookRegistration = {
  agent: "qwen-code",
  signs: { folders: [".qwen"], programs: ["qwen"] },
  file: { user: SETTINGS, project: SETTINGS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // Its timeout is in seconds while it is below 1000. On Windows the shell differs with the terminal unless it is named.
    entry: (call) => ({
      hooks: [
        {
          name: "symposium",
          type: "command",
          command: commandFor(call, "powershell"),
          ...(call.os === "windows" ? { shell: "powershell" } : {}),
          timeout: call.timeout,
        },
      ],
    }),
    shares: "hooks",
  },
};
