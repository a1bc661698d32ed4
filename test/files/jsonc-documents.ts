/** Generated JSONC documents: a tree of raw values, written out in some style, with oddities wherever white space may stand. */

import fc from "fast-check";

export interface Document {
  readonly text: string;
  /** The same members as plain JSON, for `JSON.parse` to say what they mean. */
  readonly plain: string;
}

type Tree = string | { readonly items: readonly Tree[] } | { readonly members: readonly (readonly [key: string, value: Tree])[] };

const SCALARS = [
  "1",
  "-0",
  "1.50e+3",
  "1e999",
  "true",
  "null",
  '""',
  '"text"',
  '"// no comment"',
  '"/* none */"',
  '"\\"q\\" \\\\ \\u00e9\\ud83d"',
  '"ключ 😀 \u2028"',
  '"{[,]}"',
];
const KEYS = ["model", "a", "", "__proto__", "ключ", "permissions", "constructor", "version", "hooks"];
const EVENTS = ["PreToolUse", "PostToolUse", "Stop"];

const scalar = fc.constantFrom(...SCALARS);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.record({ items: fc.array(tie("tree"), { maxLength: 3 }) }),
    fc.record({ members: fc.array(fc.tuple(fc.constantFrom(...KEYS), tie("tree")), { maxLength: 3 }) }),
  ),
}));

/** Users' own hooks, in the lists that ours go into as well. */
const group: fc.Arbitrary<Tree> = fc
  .array(fc.constantFrom('"echo hi"', '"true"', '"say \\u0041"'), { maxLength: 2 })
  .map(
    (commands) => ({ members: [["hooks", { items: commands.map((command) => ({ members: [["command", command]] as const })) }]] }) as const,
  );
const events: fc.Arbitrary<Tree> = fc
  .array(fc.tuple(fc.constantFrom(...EVENTS), fc.array(fc.oneof(group, tree), { maxLength: 3 })), { maxLength: 3 })
  .map((lists) => ({ members: lists.map(([event, items]) => [event, { items }] as const) }));
const root: fc.Arbitrary<Tree> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...KEYS), tree) },
      { weight: 2, arbitrary: fc.tuple(fc.constant("hooks"), events) },
    ),
    { maxLength: 4 },
  )
  .map((members) => ({ members }));

interface Style {
  readonly lineBreak: string;
  /** Absent: everything on one line. */
  readonly step?: string;
  readonly blank: string;
}
const style: fc.Arbitrary<Style> = fc
  .record({
    lineBreak: fc.constantFrom("\n", "\r\n"),
    step: fc.constantFrom("  ", "    ", "\t", " ", "one line"),
    blank: fc.constantFrom("", " "),
  })
  .map(({ lineBreak, step, blank }) => (step === "one line" ? { lineBreak, blank } : { lineBreak, step, blank: " " }));

/** Each place where white space may stand takes the next number; 0, and whatever comes behind the last one, is nothing odd. */
const oddities = fc.oneof(
  fc.constant([]),
  fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(9) }), { maxLength: 60 }),
);

export const documents: fc.Arbitrary<Document> = fc
  .record({ tree: fc.option(root, { freq: 12 }), style, oddities, mark: fc.boolean(), finalBreak: fc.boolean() })
  .map((parts) => ({ text: written(parts), plain: parts.tree === null ? "{}" : plainText(parts.tree) }));

interface Parts {
  readonly tree: Tree | null;
  readonly style: Style;
  readonly oddities: readonly number[];
  readonly mark: boolean;
  readonly finalBreak: boolean;
}

function written({ tree, style, oddities, mark, finalBreak }: Parts): string {
  const { lineBreak } = style;
  const odd = oddities[Symbol.iterator]();
  const next = () => odd.next().value ?? 0;
  const space = (usual: string): string => {
    const choices: readonly string[] = [
      usual,
      "",
      `${usual} \t`,
      `${usual}/* one */`,
      `/* two${lineBreak}   lines */${usual}`,
      ` // behind${lineBreak}${usual}`,
      `${lineBreak}\t// alone  ${lineBreak}${usual}`,
      lineBreak + usual,
      `${usual}//${lineBreak}`,
      ` /**/ /* " */ `,
    ];
    return choices[next()] ?? usual;
  };
  const write = (value: Tree, depth: number): string => {
    if (typeof value === "string") return value;
    const line = (steps: number) => (style.step === undefined ? "" : lineBreak + style.step.repeat(steps));
    const [open, close] = "items" in value ? ["[", "]"] : ["{", "}"];
    const parts =
      "items" in value
        ? value.items.map((item) => write(item, depth + 1))
        : value.members.map(([key, inner]) => `${JSON.stringify(key)}${space("")}:${space(style.blank)}${write(inner, depth + 1)}`);
    if (parts.length === 0) return open + space("") + close;
    const separator = () => `${space("")},${style.step === undefined ? space(style.blank) : space(line(depth + 1))}`;
    const body = parts.map((part, index) => (index === 0 ? space(line(depth + 1)) : separator()) + part).join("");
    return open + body + (next() === 1 ? `${space("")},` : "") + space(line(depth)) + close;
  };
  const body = tree === null ? "" : write(tree, 0);
  return (mark ? "\uFEFF" : "") + space("") + body + space(finalBreak ? lineBreak : "");
}

function plainText(value: Tree): string {
  if (typeof value === "string") return value;
  if ("items" in value) return `[${value.items.map(plainText).join(",")}]`;
  return `{${value.members.map(([key, inner]) => `${JSON.stringify(key)}:${plainText(inner)}`).join(",")}}`;
}
