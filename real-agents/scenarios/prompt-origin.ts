import { answers } from "./plugin.ts";
import { ended, reached, where, type Scenario } from "./scenario.ts";

const watch = { name: "watch", event: "UserPromptSubmit", body: "exit 0" };
const onlyOnce = (given: readonly string[]) =>
  ["handlers saw the user's prompt and no other", given.length === 1 && (given[0] ?? "").includes("scripted work")] as const;

/** Prompts that no user typed reach no prompt handler (RT-8): what a stop hook said, what a subagent was told. */
export const promptOrigin: readonly Scenario[] = [
  {
    name: "prompt-after-stop-block",
    ability: "only the user's prompts",
    plugins: () => [
      {
        name: "watching",
        hooks: [
          watch,
          {
            name: "hold",
            event: "Stop",
            body: `case $input in *'"stop_hook_active":false'*) ${answers("Stop", { decision: "deny", reason: "Once more." })} ;; esac`,
          },
        ],
      },
    ],
    judge: (seen) => [ended(seen), ...where(seen, "stop block", reached(seen, "Once more.", 2)), onlyOnce(seen.handled("watch"))],
  },
  {
    name: "prompt-of-subagent",
    ability: "only the user's prompts",
    plugins: () => [{ name: "watching", hooks: [watch] }],
    steps: ({ subagent }) => subagent?.([{ say: "Looked." }]) ?? [],
    judge: (seen) => [ended(seen), reached(seen, "Look around.", seen.turns.length), onlyOnce(seen.handled("watch"))],
  },
];
