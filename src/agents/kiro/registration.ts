import { commandFor, type HookRegistration } from "../registration.ts";

const AGENT = ".kiro/agents/symposium.json";

export const registration: HookRegistration = {
  agent: "kiro",
  signs: { folders: [".kiro"], programs: ["kiro-cli", "kiro"] },
  file: { user: AGENT, project: AGENT },
  denies: "exit-code",
  alsoPasted: true,
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    entry: (call) => ({ command: commandFor(call, "cmd"), timeout_ms: call.timeout * 1000 }),
    // A separate agent: without `tools` it would have none, without `resources` no skills, without `includeMcpJson` none of the user's servers.
    frame: {
      name: "symposium",
      description: "Kiro with the hooks of Symposium",
      tools: ["*"],
      resources: ["skill://.kiro/skills/**/SKILL.md", "skill://~/.kiro/skills/**/SKILL.md"],
      includeMcpJson: true,
    },
  },
  rustFiles: { user: [AGENT], project: [AGENT] },
  rustFrame: { resources: ["skill://.kiro/skills/**/SKILL.md"] },
};
