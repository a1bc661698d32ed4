/** `hook <agent> <event>`: what agents call. `start.ts` takes such calls past the command line; this is here for its help. */

import { argument, both, command } from "./command.ts";

export const hookCommand = command({
  brief: "Answer an agent's hook call",
  about: "Reads the agent's payload from stdin and answers in that agent's own form. Agents call this; people rarely do.",
  positional: both(argument("agent", "The calling agent, or `symposium`"), argument("event", "Its event, such as pre-tool-use")),
  async run(_cli, _flags, agent, event) {
    const { runHook } = await import("../hook.ts");
    await runHook([agent, event]);
  },
});
