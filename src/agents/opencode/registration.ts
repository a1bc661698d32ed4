import type { HookRegistration } from "../registration.ts";

export const registration: HookRegistration = {
  agent: "opencode",
  signs: { folders: [".config/opencode", ".local/share/opencode"], programs: ["opencode"] },
  file: { user: ".config/opencode/plugins/symposium.js", project: ".opencode/plugins/symposium.js" },
  // The plugin file throws on a denial, and checks for another loaded copy of itself.
  denies: "json",
  content: { kind: "plugin-file" },
};
