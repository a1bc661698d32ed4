/**
 * Patches with odd headings, and the files that each agent's own program touched when it was given them: Codex CLI 0.166.0, OpenCode 1.18.33 and
 * Copilot CLI 1.0.102, measured on 2026-11-18. The file is `x.txt` where nothing else is said; `u.txt` and `v.txt` were there before.
 */

const patch = (...lines: readonly string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const add = (heading: string) => patch(heading, "+x");
const update = (...lines: readonly string[]) => patch("*** Update File: u.txt", ...lines);
const CHANGE = ["@@", "-alpha", "+beta"] as const;

export interface OddPatch {
  readonly name: string;
  readonly text: string;
  readonly codex: readonly string[];
  readonly opencode: readonly string[];
  readonly "copilot-cli": readonly string[];
  /** No program reads it today; one of tomorrow could. */
  readonly isUnclear?: true;
}

const X = ["x.txt"];
const U = ["u.txt"];
const MOVED = ["u.txt", "m.txt"];

export const ODD_PATCHES: readonly OddPatch[] = [
  row("as it should be", add("*** Add File: x.txt"), X, X, X),
  row("a blank in front", add(" *** Add File: x.txt"), X, [], X),
  row("a tab in front", add("\t*** Add File: x.txt"), X, [], X),
  row("a no-break space in front", add("\u00a0*** Add File: x.txt"), X, [], X),
  row("a byte order mark in front", add("\ufeff*** Add File: x.txt"), [], [], X),
  row("a next-line character in front", add("\u0085*** Add File: x.txt"), X, [], []),
  row("a vertical tab in front", add("\v*** Add File: x.txt"), X, [], X),
  row("no blank behind the colon", add("*** Add File:x.txt"), [], X, []),
  row("a tab behind the colon", add("*** Add File:\tx.txt"), [], X, []),
  row("a no-break space behind the colon", add("*** Add File:\u00a0x.txt"), [], X, []),
  row("two blanks behind the colon", add("*** Add File:  x.txt"), [" x.txt"], X, X),
  row("blanks at the end", add("*** Add File: x.txt  "), X, X, X),
  row("quotes", add('*** Add File: "x.txt"'), ['"x.txt"'], ['"x.txt"'], ['"x.txt"']),
  row("Windows line ends", add("*** Add File: x.txt").replaceAll("\n", "\r\n"), X, X, X),
  row("carriage returns alone", add("*** Add File: x.txt").replaceAll("\n", "\r"), [], [], X),
  row("line separators", add("*** Add File: x.txt").replaceAll("\n", "\u2028"), [], [], [], true),
  row("two blanks behind the stars", add("***  Add File: x.txt"), [], [], [], true),
  row("no blank behind the stars", add("***Add File: x.txt"), [], [], [], true),
  row("two blanks inside", add("*** Add  File: x.txt"), [], [], [], true),
  row("lower case", add("*** add file: x.txt"), [], [], [], true),
  row("a blank before the colon", add("*** Add File : x.txt"), [], [], [], true),
  row("another word", add("*** Create File: x.txt"), [], [], [], true),
  row("a heredoc around it", `<<'EOF'\n${add("*** Add File: x.txt")}\nEOF`, X, X, X),
  row("words before it", `Here it is:\n${add("*** Add File: x.txt")}`, [], X, []),
  row("blanks around begin and end", "  *** Begin Patch  \n*** Add File: x.txt\n+x\n  *** End Patch  ", X, X, []),
  row("a second patch", `${add("*** Add File: x.txt")}\n${add("*** Add File: y.txt")}`, [], X, []),
  row("a blank in front after a new file", patch("*** Add File: x.txt", "+x", " *** Add File: y.txt", "+y"), ["x.txt", "y.txt"], X, [
    "x.txt",
    "y.txt",
  ]),
  row(
    "nothing in the new file",
    patch("*** Add File: x.txt", "+x", "*** Add File: y.txt"),
    ["x.txt", "y.txt"],
    ["x.txt", "y.txt"],
    ["x.txt", "y.txt"],
  ),
  row("something between", patch("*** Add File: x.txt", "+x", "junk", "*** Add File: y.txt", "+y"), [], ["x.txt", "y.txt"], []),
  row("an update with a blank in front", patch(" *** Update File: u.txt", ...CHANGE), U, [], U),
  row("an update without a blank", patch("*** Update File:u.txt", ...CHANGE), [], U, []),
  row("a second update after the end of a file", update(...CHANGE, "*** End of File", " *** Update File: v.txt", ...CHANGE), [], U, []),
  row("a deletion with a blank in front", patch(" *** Delete File: u.txt"), U, [], U),
  row("a deletion without a blank", patch("*** Delete File:u.txt"), [], U, []),
  row("a move", update("*** Move to: m.txt", ...CHANGE), MOVED, MOVED, MOVED),
  row("a move with a blank in front", update(" *** Move to: m.txt", ...CHANGE), [], U, MOVED),
  row("a move without a blank", update("*** Move to:m.txt", ...CHANGE), [], MOVED, []),
  row("a move with blanks at the end", update("*** Move to: m.txt  ", ...CHANGE), MOVED, MOVED, MOVED),
  row("a move after the change", update(...CHANGE, "*** Move to: m.txt"), [], U, []),
  row("a move in another case", update("*** Move To: m.txt", ...CHANGE), [], [], [], true),
];

function row(
  name: string,
  text: string,
  codex: readonly string[],
  opencode: readonly string[],
  copilot: readonly string[],
  isUnclear?: true,
): OddPatch {
  return { name, text, codex, opencode, "copilot-cli": copilot, ...(isUnclear === undefined ? {} : { isUnclear }) };
}
