/** Hook calls in the native form: their time beside `sh -c :`, their memory, and the executable. */

import { fixed, FORMER, least, type RowPlan, SHELL, shell, time, type Value } from "./row-plan.ts";
import { RIVAL } from "./rival-runs.ts";

const HANDLERS = ["handler-1", "handler-2", "handler-3", "handler-4", "handler-5"] as const;
const alone =
  (count: number): Value =>
  (measured, which) =>
    HANDLERS.slice(0, count).reduce((sum, name) => sum + time(name)(measured, which), 0);
const less =
  (whole: Value, part: Value): Value =>
  (measured, which) =>
    whole(measured, which) - part(measured, which);

/** The registered text, started as agents do: `sh -c <text>`. */
const TEXTS: readonly RowPlan[] = [
  { what: SHELL, value: time("shell") },
  {
    what: "registered text, idle event",
    value: time("text-idle"),
    to: shell,
    target: 1.1,
    rule: "RG-22",
    inReadme: "an event that no plugin uses",
  },
  {
    what: "registered text, a handler elsewhere that does not match",
    value: time("text-none"),
    to: shell,
    target: 2.5,
    inReadme: "no hook matches",
  },
  { what: "registered text, one handler of /bin/true", value: time("text-one"), to: shell, inReadme: "one hook" },
  { what: "registered text, five handlers of /bin/true", value: time("text-five"), to: shell, target: 9, inReadme: "five hooks" },
];

/** That program does the same work in the same rounds. */
const BESIDE_RIVAL: readonly RowPlan[] = [
  { what: `${RIVAL}, one entry of /bin/true`, value: time("rival-one"), to: shell },
  { what: "one handler of /bin/true, beside it", value: ofRival("rival-one", "text-one"), to: least(RIVAL, "rival-one"), target: 0.9 },
  { what: `${RIVAL}, five entries of /bin/true`, value: time("rival-five"), to: shell },
  { what: "five handlers of /bin/true, beside it", value: ofRival("rival-five", "text-five"), to: least(RIVAL, "rival-five"), target: 0.5 },
];

/** Ours, where there is something to compare it with. */
function ofRival(rival: "rival-one" | "rival-five", ours: "text-one" | "text-five"): Value {
  return (measured, which) => (measured.times[rival] === undefined ? Number.NaN : time(ours)(measured, which));
}

/** The program itself, without the shell of the registered text. */
const CALLS: readonly RowPlan[] = [
  { what: "/bin/true", value: time("true"), to: shell },
  { what: "nothing to do", value: time("idle"), to: shell },
  { what: "nothing to do, stdin a socket", value: time("idle-socket"), to: shell },
  {
    what: "500 plugins, nothing to do",
    value: time("idle-500"),
    to: least("1 plugin", "idle"),
    target: 1.15,
    rule: "RT-28",
    inReadme: "500 plugins, no hook matches ¹",
  },
  {
    what: "1 MB, nothing to do",
    value: time("idle-megabyte"),
    to: shell,
    target: FORMER.megabyte,
    inReadme: "a payload of 1 MB, no hook matches ¹",
  },
  { what: "one handler", value: time("one"), to: shell },
  { what: "that handler alone", value: alone(1), to: shell },
  { what: "one handler, less the handler alone", value: less(time("one"), alone(1)), to: shell, target: 3.5 },
  ...shimRows("a converted entry: a script for Claude Code, called by Gemini CLI", "shim"),
  ...shimRows("a plugin's hook: a script for Claude Code, called by Gemini CLI", "imported"),
  { what: "five handlers", value: time("five"), to: shell },
  { what: "those handlers alone, one after the other", value: alone(5), to: shell },
  { what: "five handlers, less the handlers alone", value: less(time("five"), alone(5)), to: shell },
  { what: "500 plugins, one with a handler to run", value: time("one-of-500"), to: least("1 plugin", "one"), target: 1.15, rule: "RT-28" },
];

/** The same limit as for any hook with one handler. */
function shimRows(what: string, name: "shim" | "imported"): RowPlan[] {
  const script = time(`${name}-script`);
  return [
    { what, value: time(name), to: shell },
    { what: "that script alone", value: script, to: shell },
    { what: "the shim, less the script alone", value: less(time(name), script), to: shell, target: 3.5, rule: "IX-16" },
  ];
}

const memory =
  (name: "idle" | "one"): Value =>
  (measured, which) =>
    (measured.memory?.[name][which] ?? Number.NaN) / 1024;

const executable =
  (of: "release" | "this machine"): Value =>
  ({ native }) =>
    native.of === of ? native.bytes / 1e6 : Number.NaN;

const SIZES: readonly RowPlan[] = [
  {
    what: "memory with nothing to do",
    unit: "MiB",
    value: memory("idle"),
    to: fixed("3 MiB", 3),
    target: 1,
    inReadme: "memory, no hook matches ¹",
  },
  {
    what: "memory with one handler",
    unit: "MiB",
    value: memory("one"),
    to: fixed("3.5 MiB", 3.5),
    target: 1,
    inReadme: "memory, one hook ¹",
  },
  {
    what: "the executable of a release",
    unit: "MB",
    value: executable("release"),
    to: fixed("2.5 MB", 2.5),
    target: 1,
    inReadme: "the executable",
  },
  {
    what: "the executable, built with this machine's compiler",
    unit: "MB",
    value: executable("this machine"),
    inReadme: "the executable, built with the compiler of that machine",
  },
];

export const HOOK_ROWS: readonly RowPlan[] = [...TEXTS, ...BESIDE_RIVAL, ...CALLS, ...SIZES];
