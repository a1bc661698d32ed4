/** Parts that a schema has more than once become definitions that it refers to. What the schema means stays the same. */

import type { JsonSchema } from "@valibot/to-json-schema";

/** Shorter parts are easier to read in place. */
const WORTH_A_NAME = 100;

type Part = Readonly<Record<string, unknown>>;

export function sharingDefinitions(schema: JsonSchema): JsonSchema {
  const seen = new Map<string, { count: number; name: string }>();
  visit(schema as Part, "part", (part, name) => {
    const text = JSON.stringify(part);
    const known = seen.get(text);
    if (known !== undefined) known.count += 1;
    else if (text.length >= WORTH_A_NAME && "type" in part !== "anyOf" in part) seen.set(text, { count: 1, name });
  });
  const names = new Map<string, string>();
  for (const [text, { count, name }] of seen) if (count > 1) names.set(text, freeName(name, new Set(names.values())));
  const $defs: Record<string, unknown> = {};
  const referring = (value: unknown, isTop: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => referring(item, false));
    if (typeof value !== "object" || value === null) return value;
    const name = isTop ? undefined : names.get(JSON.stringify(value));
    if (name !== undefined && Object.hasOwn($defs, name)) return { $ref: `#/$defs/${name}` };
    if (name !== undefined) $defs[name] = {};
    const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, referring(each, false)]));
    if (name === undefined) return inner;
    $defs[name] = inner;
    return { $ref: `#/$defs/${name}` };
  };
  const top = referring(schema, true) as JsonSchema;
  return Object.keys($defs).length === 0 ? top : ({ ...top, $defs: { ...top.$defs, ...$defs } } as JsonSchema);
}

/** Every schema inside, named after the key that it stands under. */
function visit(part: Part, name: string, meet: (part: Part, name: string) => void): void {
  for (const [key, value] of Object.entries(part)) {
    const isNamed = key === "properties" || key === "$defs";
    for (const [inner, each] of typeof value === "object" && value !== null ? Object.entries(value) : []) {
      if (typeof each === "object" && each !== null && !Array.isArray(each)) enter(each as Part, isNamed ? inner : name);
    }
    if (["items", "additionalProperties"].includes(key) && typeof value === "object" && value !== null) enter(value as Part, name);
  }

  function enter(inner: Part, called: string): void {
    if ("type" in inner || "anyOf" in inner) meet(inner, called);
    visit(inner, called, meet);
  }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(free)) return free;
  }
}
