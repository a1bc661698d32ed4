/** Names that every object, function or list answers to, and the like: words from outside that a careless lookup finds something under. */

import fc from "fast-check";

const HOLDERS = [Object.prototype, Function.prototype, Array.prototype, String.prototype, Promise.prototype, Map.prototype];

export const INHERITED: readonly string[] = [
  ...new Set([...HOLDERS.flatMap((holder) => Object.getOwnPropertyNames(holder)), "__proto__", "prototype", "then", "toJSON", "default"]),
];

/** Those that did get through, or are the likeliest to. */
export const LIKELY: readonly string[] = [
  "toString",
  "constructor",
  "__proto__",
  "hasOwnProperty",
  "valueOf",
  "isPrototypeOf",
  "__defineGetter__",
  "prototype",
  "length",
  "toJSON",
];

/** Any such name, alone or as part of a name that is split; and any text at all. */
export const outsideWord: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...INHERITED) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom("mcp__", "mcp_", "@", "MCP:", ""),
        fc.constantFrom(...INHERITED),
        fc.constantFrom("__", "_", "-", "/"),
        fc.constantFrom(...INHERITED),
      )
      .map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);
