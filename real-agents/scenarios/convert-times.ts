import { callBlocked, callRan, type Conversion, hookRan, reasonReached, runsShellOf } from "./conversion.ts";

const before = { event: "before_tool_execute", matcher: "shell", blocking: true } as const;
const late = (name: string, seconds: number) => `sleep ${seconds}; echo 'Refused by ${name}.' >&2; exit 2`;

export const convertTimes: readonly Conversion[] = [
  {
    name: "convert-in-time",
    ability: "a hook within its time",
    file: ({ hook }) => [{ ...before, handler: { type: "command", command: hook("slow", late("convert-in-time", 2)), timeout: 20 } }],
    calls: runsShellOf("convert-in-time"),
    judge: (seen) => [callBlocked(seen, "convert-in-time"), ...reasonReached(seen, "Refused by convert-in-time.")],
  },
  {
    // A unit that is too large would let the hook answer.
    name: "convert-too-late",
    ability: "a hook that takes too long",
    file: ({ hook }) => [{ ...before, handler: { type: "command", command: hook("slow", late("convert-too-late", 5)), timeout: 1 } }],
    calls: runsShellOf("convert-too-late"),
    judge: (seen) => [hookRan(seen, "convert-too-late", "slow"), callRan(seen, "convert-too-late")],
  },
  {
    // A fraction makes Codex and goose read no hook at all.
    name: "convert-part-of-a-second",
    ability: "a time that is not whole seconds",
    file: ({ hook }) => [
      { ...before, handler: { type: "command", command: hook("slow", late("convert-part-of-a-second", 5)), timeout: 0.5 } },
    ],
    calls: runsShellOf("convert-part-of-a-second"),
    losses: { others: [], codex: ["handler.timeout adapted"], goose: ["handler.timeout adapted"] },
    judge: (seen) => [hookRan(seen, "convert-part-of-a-second", "slow"), callRan(seen, "convert-part-of-a-second")],
  },
  {
    name: "convert-timeout-action",
    ability: "a guard that is to hold when it takes too long",
    file: ({ hook }) => [
      { ...before, handler: { type: "command", command: hook("slow", "sleep 5"), timeout: 1, timeout_action: "block" } },
    ],
    calls: runsShellOf("convert-timeout-action"),
    losses: {
      others: ["handler.timeout_action dropped"],
      "claude-code": ["handler.timeout_action adapted"],
      goose: ["handler.timeout_action adapted"],
      opencode: [],
    },
    judge: (seen) => [
      hookRan(seen, "convert-timeout-action", "slow"),
      ["claude-code", "goose", "opencode"].includes(seen.recipe.name)
        ? callBlocked(seen, "convert-timeout-action")
        : callRan(seen, "convert-timeout-action"),
    ],
  },
];
