/** `[[hooks]]` as a manifest writes them. */

import * as v from "valibot";

import { about, choice, item, optionalText, text, texts } from "../documents/described-schema.ts";
import { GATES, gates, printableName } from "./gate-entry.ts";
import { reference, requirements, runnable } from "./installation-entry.ts";

/** With one of these missing or wrong it would act where its author did not mean it to. */
export const NARROWING: readonly string[] = ["matcher", "agent", "format", ...GATES];
export const HOOK_STEERING: readonly string[] = ["event", "command", "executable", "script", "args", ...NARROWING];

export const Hook = item(
  { item: "hook", about: "A handler for an event.", steering: HOOK_STEERING },
  {
    name: printableName("A name for people and logs.", 'name = "check"'),
    event: text("The event, for example PreToolUse.", 'event = "PreToolUse"'),
    matcher: optionalText("The tools it applies to: names joined by |, or a pattern.", 'matcher = "Bash"'),
    command: v.optional(reference("An installation: its name, or a table.", 'command = { script = "check.sh" }')),
    ...runnable,
    requirements,
    agent: optionalText("Only for this agent.", 'agent = "claude"'),
    format: v.optional(
      text("What the handler reads and answers: symposium, interchange, or an agent's name.", 'format = "symposium"'),
      "symposium",
    ),
    timeout: v.optional(
      about(
        "Seconds before the handler is ended.",
        v.pipe(v.number(), v.gtValue(0, "must be above 0"), v.finite("must be finite")),
        "timeout = 2.5",
      ),
      30,
    ),
    "on-failure": choice(
      "When the handler fails: open lets the call pass, closed denies it. Any other value counts as closed.",
      ["open", "closed"],
      "open",
    ),
    "on-unsupported": choice(
      "When the agent cannot do what the handler asks: deny the call, or warn and let it pass.",
      ["deny", "warn"],
      "deny",
    ),
    blocking: v.optional(about("interchange: whether the handler can block; by default before a tool and at a prompt.", v.boolean())),
    "keep-env": texts(
      "Variables to pass to the handler although they could make it run other code, such as NODE_OPTIONS; with PATH, folders inside the project stay in it.",
      'keep-env = ["PYTHONPATH"]',
    ),
    ...gates,
  },
);

export type HookEntry = v.InferOutput<typeof Hook>;
