/** What is done to the bytes of a call, at random. */

export interface Chance {
  /** A whole number below this one. */
  readonly below: (end: number) => number;
  readonly one: <T>(of: readonly [T, ...T[]]) => T;
}

export function chanceOf(random: () => number): Chance {
  const below = (end: number) => Math.min(end - 1, Math.floor(random() * end));
  return { below, one: (of) => of[below(of.length)] ?? of[0] };
}

type Mutation = (bytes: Buffer, chance: Chance) => Buffer;

const NOT_UTF8 = ["ff", "c0af", "eda080", "f4908080", "e2", "80", "f0", "efbfbf", "00"].map((hex) => Buffer.from(hex, "hex"));

/** In the place of any value of a payload. */
const VALUES = [
  '"\\ud800"',
  '"a\\udc00\\ud800b"',
  '{"\\ud800":"\\udfff"}',
  "1e999",
  "-1e999",
  "-0",
  "1e-999",
  "123456789012345678901234567890",
  "0.1e309999999999",
  '"\\u0000"',
  '{"__proto__":{"cwd":"/"},"constructor":1}',
  '{"":{"":[[],{}]}}',
  "null",
  "[]",
] as const;

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  (bytes, { below }) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[below(copy.length)]! ^= 1 << below(8);
    return copy;
  },
  (bytes, { below }) => bytes.subarray(0, below(bytes.length + 1)),
  (bytes, { below }) => {
    const from = below(bytes.length + 1);
    const part = bytes.subarray(from, from + below(200));
    return inserted(bytes, from, Buffer.concat(Array.from({ length: below(50) }, () => part)));
  },
  (bytes, { below, one }) => inserted(bytes, below(bytes.length + 1), one([NOT_UTF8[0]!, ...NOT_UTF8])),
  (bytes, chance) => withValue(bytes, chance.one(VALUES), chance),
  (bytes, chance) => withValue(bytes, nested(10 ** (1 + chance.below(4)), chance), chance),
  (bytes, chance) => withValue(bytes, JSON.stringify("é\u{1f600}x".repeat(1 << chance.below(14))), chance),
];

/** What costs seconds, so that few calls have it. */
const LARGE: readonly [Mutation, ...Mutation[]] = [
  (bytes, chance) => withValue(bytes, nested(1_000_000, chance), chance),
  (bytes, chance) => withValue(bytes, JSON.stringify("é".repeat(8_000_000)), chance),
  (bytes, chance) => withValue(bytes, `[${"{},".repeat(300_000)}0]`, chance),
  (bytes, chance) => withValue(bytes, `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":${at}`).join(",")}}`, chance),
];

export function mutated(bytes: Buffer, chance: Chance): Buffer {
  if (chance.below(100) === 0) return chance.one(LARGE)(bytes, chance);
  let changed = bytes;
  for (let left = chance.below(4); left >= 0; left--) changed = chance.one(MUTATIONS)(changed, chance);
  return changed;
}

/** Bytes that a name, a variable or an argument may have. */
export function oddBytes(chance: Chance, longest = 200): Buffer {
  const parts = ["a", "/", "..", "\n", " ", "=", "'", '"', "$(x)", "\\", "é", "\u{1f600}", "\u202e", "%s%n", "-", "~"].map((text) =>
    Buffer.from(text),
  );
  const all = [...parts, ...NOT_UTF8.filter((bytes) => !bytes.includes(0))] as const;
  const bytes = Buffer.concat(Array.from({ length: chance.below(12) }, () => chance.one([all[0]!, ...all])));
  return chance.below(10) === 0 ? Buffer.concat([bytes, Buffer.alloc(chance.below(longest), "x")]) : bytes;
}

function inserted(bytes: Buffer, at: number, more: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
}

/** One value, if there is one, becomes another. */
function withValue(bytes: Buffer, value: string, { below }: Chance): Buffer {
  const text = bytes.toString("latin1");
  const places = [...text.matchAll(/:\s*("(?:[^"\\]|\\.)*"|[\d.]+|true|false|null)/g)];
  const place = places[below(Math.max(1, places.length))];
  if (place === undefined) return Buffer.from(value);
  const [found, old = ""] = place;
  const from = place.index + found.length - old.length;
  return Buffer.concat([bytes.subarray(0, from), Buffer.from(value), bytes.subarray(from + old.length)]);
}

function nested(levels: number, { one }: Chance): string {
  const [open, close] = one([
    ["[", "]"],
    ['{"a":', "}"],
    ['[{"a":[', "]}]"],
  ]);
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}
