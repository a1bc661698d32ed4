/** Handlers that fail, under each fail policy. */

import type { Obeys } from "../oracles/oracle.ts";
import type { Case, Plugin } from "./case.ts";
import { denied, type Expected, told } from "./expected.ts";
import type { Handler } from "./handlers.ts";

interface Failure {
  readonly name: string;
  readonly handler: Handler;
  /** A word of the cause, which a closed hook's denial gives; where it is the event itself, nothing failed. */
  readonly cause: string;
  readonly timeout?: number;
}

const WAYS: readonly Failure[] = [
  { name: "crash", handler: { kind: "exits", code: 1, stderr: "Traceback" }, cause: "code 1" },
  { name: "crash with a high exit code", handler: { kind: "exits", code: 127, stderr: "not found" }, cause: "code 127" },
  { name: "signal", handler: { kind: "dies" }, cause: "SIGKILL" },
  { name: "timeout", handler: { kind: "sleeps" }, cause: "did not answer", timeout: 0.2 },
  { name: "garbage", handler: { kind: "prints", text: "starting up, please wait" }, cause: "JSON" },
  { name: "an answer to another event", handler: { kind: "prints", text: '{"%OTHER%":{"stopReason":"x"}}' }, cause: "it answered" },
  { name: "missing program", handler: { kind: "missing" }, cause: "alpha/" },
];

/** Traced always, and told to the user once; a session that has ended remembers nothing. */
export function failed(can: Obeys, neutral: string): Expected {
  const once = neutral === "SessionEnd" ? {} : { once: true as const };
  return { losses: [], failed: ["alpha"], ...(can.tell ? { told: ["alpha/"], ...once } : {}) };
}

export const FAILURES: readonly Case[] = [
  ...WAYS.flatMap(({ name, handler, cause, timeout }): Case[] => {
    const plugin: Plugin = { name: "alpha", handler, ...(timeout === undefined ? {} : { timeout }) };
    return [
      {
        name: `RT-16 ${name}, by default`,
        class: "failure",
        plugins: [plugin],
        expect: (can, neutral) => (neutral === cause ? told(can, neutral, "x") : failed(can, neutral)),
      },
      {
        name: `RT-16 ${name}, closed`,
        class: "failure",
        plugins: [{ ...plugin, onFailure: "closed" }],
        expect: (can, neutral) =>
          neutral === cause
            ? told(can, neutral, "x")
            : { ...failed(can, neutral), ...denied(can, "a failure is not for the model", "alpha/", cause) },
      },
    ];
  }),
  {
    name: "RT-16 crash, open",
    class: "failure",
    plugins: [{ name: "alpha", handler: { kind: "exits", code: 1, stderr: "Traceback" }, onFailure: "open" }],
    expect: failed,
  },
  {
    name: "RT-15 crash after a denial was printed",
    class: "failure",
    plugins: [{ name: "alpha", handler: { kind: "answers", fields: { decision: "deny", reason: "too risky" }, exit: 1 } }],
    expect: (can, neutral) => ({ ...failed(can, neutral), ...denied(can, neutral, "too risky", "alpha") }),
  },
];
