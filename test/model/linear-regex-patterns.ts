/** Random patterns for property tests. */

import fc from "fast-check";

/** Patterns that RE2 accepts. */
export function wellFormed(): fc.Arbitrary<string> {
  const { pattern } = fc.letrec<{ pattern: string; branch: string; piece: string; atom: string; group: string }>((tie) => ({
    pattern: fc.oneof({ weight: 4, arbitrary: tie("branch") }, { weight: 1, arbitrary: joined([tie("branch"), tie("branch")], "|") }),
    branch: fc.array(tie("piece"), { maxLength: 4 }).map((pieces) => pieces.join("")),
    piece: joined([tie("atom"), fc.constantFrom("", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{0,1}", "{1,3}?", "{2,}", "{0}")]),
    atom: fc.oneof({ depthSize: "small", withCrossShrink: true }, simpleAtom(), tie("group")),
    group: fc
      .tuple(fc.constantFrom("(", "(?:", "(?i:", "(?s:", "(?m:", "(?i-s:", "(?-i:", "(?ms:", "(?U:"), tie("pattern"))
      .map(([opening, inner]) => `${opening}${inner})`),
  }));
  return fc.tuple(fc.constantFrom("", "", "(?i)", "(?s)", "(?m)", "(?is)"), pattern).map((parts) => parts.join(""));
}

function simpleAtom(): fc.Arbitrary<string> {
  const literal = fc.constantFrom(..."abABkK-_0 é", "\\.", "\\-", "\\x41", "\\x{1F600}", "\\n", "\\t", "😀", "ſ");
  const position = fc.constantFrom("^", "$", "\\b", "\\B", "\\A", "\\z");
  const named = fc.constantFrom(".", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S");
  const member = fc.constantFrom(
    ..."abkAé_0",
    "a-c",
    "A-Z",
    "0-9",
    "\\d",
    "\\W",
    "\\s",
    "\\-",
    "\\]",
    "[:alpha:]",
    "[:^upper:]",
    "[:punct:]",
    "À-ÿ",
  );
  const set = fc
    .tuple(fc.constantFrom("[", "[^"), fc.array(member, { minLength: 1, maxLength: 3 }))
    .map(([opening, members]) => `${opening}${members.join("")}]`);
  return fc.oneof(
    { weight: 4, arbitrary: literal },
    { weight: 1, arbitrary: position },
    { weight: 2, arbitrary: named },
    { weight: 2, arbitrary: set },
  );
}

/** Special characters in any order: some are patterns, most are not. */
export function mixture(): fc.Arbitrary<string> {
  const unit = fc.constantFrom(
    ..."aaabbkA_-0:,=<>P|()[]{}^$.*+?\\\\dDwbBxuizZAmsU&~!#é",
    "[:",
    ":]",
    "(?",
    "(?i",
    "(?P<a>",
    "{2",
    "{1,",
    "\\x{",
    "[^",
  );
  return fc.string({ unit, maxLength: 9 });
}

function joined(parts: readonly fc.Arbitrary<string>[], separator = ""): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((strings) => strings.join(separator));
}
