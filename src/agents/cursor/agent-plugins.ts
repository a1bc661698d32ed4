import { join } from "node:path";

import type { AgentPlugins } from "../agent-plugins.ts";
import { documented, fact } from "../fact.ts";

const DOCS = documented("https://cursor.com/docs/plugins/building", "2026-11-17");
const FOLDER = documented("https://github.com/cursor/plugins/blob/main/create-plugin/skills/create-plugin-scaffold/SKILL.md", "2026-11-17");

export const agentPlugins: AgentPlugins = {
  agent: "cursor",
  takes: fact(["skills", "servers"], DOCS),
  places: [
    fact(
      {
        scope: "user",
        folder: "~/.cursor/plugins/local/<name>",
        noLinks: true,
        find: ({ user, foldersIn }) => {
          const folder = user(".cursor/plugins/local");
          return foldersIn(folder).map((name) => join(folder, name));
        },
      },
      FOLDER,
    ),
  ],
};
