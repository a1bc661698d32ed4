import { join } from "node:path";

import { isObject, type Json, stringOr } from "../../canonical/json.ts";
import type { AgentFiles, AgentPlugins } from "../agent-plugins.ts";
import { fact, measured } from "../fact.ts";
import { valueAt } from "../json-path.ts";

const SEEN = measured("0.24.4", "2026-11-17");
const FOLDER = ".qwen/extensions";

export const agentPlugins: AgentPlugins = {
  agent: "qwen-code",
  takes: fact(["skills", "servers"], SEEN),
  skillName: fact("<plugin>:<skill>", SEEN),
  besideCopy: fact("both", SEEN),
  places: [
    fact(
      {
        scope: "user",
        folder: "~/.qwen/extensions/<name>",
        needs: "`extensions/extension-enablement.json` and `extension-store/state.json` in `~/.qwen` do not disable it",
        find: notDisabled,
      },
      SEEN,
    ),
  ],
};

/** An extension that is disabled somewhere is given here: which folders that means follows from rules of Qwen Code's own. */
function notDisabled(files: AgentFiles): readonly string[] {
  const { user, foldersIn, json } = files;
  const rules = json(user(`${FOLDER}/extension-enablement.json`));
  const states = valueAt(json(user(".qwen/extension-store/state.json")), "extensions");
  const all = isObject(states) ? Object.values(states) : [];
  return foldersIn(user(FOLDER))
    .map((name) => linkedFrom(join(user(FOLDER), name), files))
    .filter((folder) => {
      const name = stringOr(valueAt(json(join(folder, "plugin.json")), "name"), "");
      return valueAt(rules, name) === undefined && all.filter((one) => valueAt(one, "name") === name).every(isEnabled);
    });
}

/** An extension is linked by a note in the place of its files. */
function linkedFrom(folder: string, { json }: AgentFiles): string {
  const note = json(join(folder, ".qwen-extension-install.json"));
  return valueAt(note, "type") === "link" ? stringOr(valueAt(note, "source"), folder) : folder;
}

function isEnabled(state: Json | undefined): boolean {
  const others = valueAt(state, "workspaceOverrides");
  const hasOthers = isObject(others) && Object.keys(others).length > 0;
  return valueAt(state, "defaultActivation") === "enabled" && !hasOthers && valueAt(state, "legacyPathRules") === undefined;
}
