import { answers } from "./plugin.ts";
import { ended, reached, RUN_MARKER, toolBlocked, type Scenario } from "./scenario.ts";

const REASON = "This permission is not given.";

export const permission: readonly Scenario[] = [
  {
    name: "permission-deny",
    ability: "permission denied",
    permission: "ask",
    plugins: () => [
      {
        name: "refusing",
        hooks: [{ name: "refuse", event: "PermissionRequest", body: answers("PermissionRequest", { decision: "deny", reason: REASON }) }],
      },
    ],
    steps: ({ asksPermission }) => asksPermission?.(RUN_MARKER) ?? [],
    judge: (seen) => [
      ended(seen),
      toolBlocked(seen),
      reached(seen, REASON, 2),
      ["the handler was given the tool", seen.handled("refuse").some((given) => given.includes('"Bash"'))],
    ],
  },
];
