import fc from "fast-check";

import type { Predicate } from "../../../src/plugins/gates/predicate.ts";

const operators = fc.constantFrom(">=", "<=", "==", ">", "<", "^", "~", "=");
const versions = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30)).map((numbers) => numbers.join("."));
const comparators = fc
  .array(
    fc.tuple(operators, versions).map((pair) => pair.join("")),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(","));
const words = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/);

const names = fc.oneof(
  words,
  words.map((word) => `npm:@types/${word}`),
  words.map((word) => `pypi:zope.${word}`),
  words.map((word) => `go:git.sr.ht/~${word}/module`),
);

/** Atoms in the form in which they are printed. */
export const atomTexts = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom("*", "npm:*", "cargo:*", "serde{>=1.0, <2}", "npm:react{>=18 <20 || ^21}") },
  { weight: 6, arbitrary: fc.tuple(names, comparators).map((parts) => parts.join("")) },
);

const argumentTexts = fc.stringMatching(/^([a-z./$"' -]|\([a-z, ]{0,5}\)){0,8}$/).map((text) => text.trim());

const leaves: fc.Arbitrary<string> = fc.oneof(
  atomTexts.map((atom) => `depends-on(${atom})`),
  argumentTexts.filter((text) => text !== "").map((command) => `shell(${command})`),
  argumentTexts.map((path) => `path_exists(${path})`),
  fc.constantFrom("env(CI)", "env(CI=true)", "env(X=)", "env(X=a=b)", "workspace-member()"),
  argumentTexts.map((argument) => `battery_pack(${argument})`),
);

/** Predicates in the form in which they are printed. */
export const predicateTexts: fc.Arbitrary<string> = fc.letrec<{ predicate: string }>((tie) => ({
  predicate: fc.oneof(
    { maxDepth: 4 },
    leaves,
    tie("predicate").map((inner) => `not(${inner})`),
    fc
      .tuple(fc.constantFrom("any", "all"), fc.array(tie("predicate"), { minLength: 1, maxLength: 3 }))
      .map(([name, inner]) => `${name}(${inner.join(", ")})`),
  ),
})).predicate;

export const VARIABLES = ["A", "B"] as const;
export const PATHS = ["here", "folder/there", "../up"] as const;
export const COMMANDS = ["yes", "no"] as const;

/** Trees over a few variables, paths, commands and packages, so that every one of their states can be tried. */
export const predicateTrees: fc.Arbitrary<Predicate> = fc.letrec<{ predicate: Predicate }>((tie) => ({
  predicate: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...VARIABLES).map((name): Predicate => ({ kind: "env", name })),
    fc.constantFrom(...VARIABLES).map((name): Predicate => ({ kind: "env", name, value: "1" })),
    fc.constantFrom(...PATHS, "").map((path): Predicate => ({ kind: "path-exists", path })),
    fc.constantFrom(...COMMANDS).map((command): Predicate => ({ kind: "shell", command })),
    fc.constantFrom(...COMMANDS).map((name): Predicate => ({ kind: "custom", name, argument: "" })),
    fc
      .constantFrom("serde", "tokio", "*")
      .map((name): Predicate => ({ kind: "depends-on", atom: name === "*" ? { name } : { ecosystem: "cargo", name } })),
    fc.constant<Predicate>({ kind: "workspace-member" }),
    tie("predicate").map((of): Predicate => ({ kind: "not", of })),
    fc
      .tuple(fc.constantFrom("any" as const, "all" as const), fc.array(tie("predicate"), { minLength: 1, maxLength: 3 }))
      .map(([kind, of]): Predicate => ({ kind, of })),
  ),
})).predicate;
