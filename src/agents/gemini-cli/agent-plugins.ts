import { join } from "node:path";

import { stringOr } from "../../canonical/json.ts";
import type { AgentFiles, AgentPlugins } from "../agent-plugins.ts";
import { fact, measured } from "../fact.ts";
import { valueAt } from "../json-path.ts";

const SEEN = measured("0.61.0", "2026-11-17");
const FOLDER = ".gemini/extensions";

export const agentPlugins: AgentPlugins = {
  agent: "gemini-cli",
  // It reads no `plugin.json` and no `mcp.json`, but the skills of its own extensions.
  takes: fact(["skills"], SEEN),
  skillName: fact("<skill>", SEEN),
  besideCopy: fact("one", SEEN),
  places: [
    fact(
      {
        scope: "user",
        folder: "~/.gemini/extensions/<name>",
        needs: "it also has a `gemini-extension.json`, and `extension-enablement.json` there does not name it",
        find: withOwnManifest,
      },
      SEEN,
    ),
  ],
};

/** An extension that is disabled somewhere is given here: which folders that means follows from rules of Gemini CLI's own. */
function withOwnManifest({ user, foldersIn, json }: AgentFiles): readonly string[] {
  const rules = json(user(`${FOLDER}/extension-enablement.json`));
  return foldersIn(user(FOLDER))
    .map((name) => join(user(FOLDER), name))
    .filter((folder) => {
      const name = stringOr(valueAt(json(join(folder, "gemini-extension.json")), "name"), "");
      return name !== "" && valueAt(rules, name) === undefined;
    });
}
