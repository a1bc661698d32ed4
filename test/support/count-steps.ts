/** The steps that code takes, which unlike its time are the same on every machine: blocks that ran, and characters and items that built-in functions looked at. */

import { Session } from "node:inspector";

interface Coverage {
  readonly result: readonly { readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[] }[];
}

type Method = (this: { readonly length: number }, ...given: unknown[]) => unknown;

/** Those that look at what they belong to from a place on, and return where they stopped. */
const SEARCHES: readonly (readonly [owner: object, name: string])[] = [
  [String.prototype, "indexOf"],
  [Array.prototype, "indexOf"],
];
/** Those that look at all of it, or may. */
const WHOLE: readonly (readonly [owner: object, name: string])[] = [
  [String.prototype, "split"],
  [String.prototype, "includes"],
  [String.prototype, "replaceAll"],
  [Array.prototype, "includes"],
  [Array.prototype, "concat"],
  [Array.prototype, "join"],
  [Array.prototype, "slice"],
];

export function countSteps(act: () => void): number {
  const session = new Session();
  session.connect();
  let looked = 0;
  const undo = [
    ...SEARCHES.map(([owner, name]) =>
      replaced(
        owner,
        name,
        (own) =>
          function (...given) {
            const found = own.apply(this, given) as number;
            looked += Math.max(0, (found === -1 ? this.length : found) - (typeof given[1] === "number" ? given[1] : 0));
            return found;
          },
      ),
    ),
    ...WHOLE.map(([owner, name]) =>
      replaced(
        owner,
        name,
        (own) =>
          function (...given) {
            looked += this.length;
            return own.apply(this, given);
          },
      ),
    ),
  ];
  let blocks = 0;
  try {
    session.post("Profiler.enable");
    session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    act();
    session.post("Profiler.takePreciseCoverage", (_, found) => {
      for (const { functions } of (found as Coverage).result)
        for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    });
  } finally {
    for (const one of undo) one();
    session.post("Profiler.stopPreciseCoverage");
    session.disconnect();
  }
  return blocks + looked;
}

function replaced(owner: object, name: string, by: (own: Method) => Method): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name)!;
  Object.defineProperty(owner, name, { ...before, value: by(before.value as Method) });
  return () => Object.defineProperty(owner, name, before);
}
