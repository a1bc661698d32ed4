/** The words that our texts do not use, what to write instead, and where they are allowed. */

export interface RuledOut {
  readonly pattern: RegExp;
  readonly instead: string;
  /** One text that it finds. */
  readonly example: string;
}

export const RULED_OUT: readonly RuledOut[] = [
  { pattern: /\b[Pp]rogrammes?\b/, instead: "program", example: "the hook programme" },
  { pattern: /\b[Mm]end(?:s|ed|ing)?\b/, instead: "fix", example: "mend the file" },
  {
    pattern: /(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|one\b|such\b|opinion\b|reason\b|for\b)[A-Za-z]+/,
    instead: "is not a …; of a value: is not a valid …",
    example: "`x` is no name of a crate",
  },
  { pattern: /\bof (?:ours|yours)\b/, instead: "our, your, Symposium's", example: "a file of ours" },
  { pattern: /\bwithout a word\b/, instead: "silently", example: "is dropped without a word" },
  { pattern: /\b(?:comes?|came) (?:and|or) (?:goes?|went)\b/, instead: "is added and removed", example: "a skill that comes and goes" },
  { pattern: /\bpass(?:es|ed) over\b/, instead: "skips", example: "the file is passed over" },
  { pattern: /\b(?:[Ss]ome|[Nn]o|[Ee]very|[Aa]ny)body\b/, instead: "the user, another process, no agent", example: "somebody changed it" },
  { pattern: /\b[Ww]ho(?:m|so)?ever\b/, instead: "the caller, the reader, the next run", example: "whoever comes next" },
  { pattern: /\b(?:hereby|whatsoever|thereof|therein|heretofore)\b/, instead: "nothing", example: "no effect whatsoever" },
  { pattern: /\banew\b/, instead: "again", example: "is made anew" },
  { pattern: /\b(?:is|are|was|were|be|been) looked (?:at|into)\b/, instead: "checks, reads", example: "the file is looked at" },
  { pattern: /\b(?:it|that|this) is (?:said|told)(?=[,.;:"'`)]|$)/, instead: "is reported", example: "fails, and it is said" },
  { pattern: /\bgoes without saying\b/, instead: "nothing", example: "which goes without saying" },
  { pattern: /\bspoilt\b/, instead: "damaged, invalid", example: "a spoilt file" },
  { pattern: /\b(?:the|a|our|this) world\b/, instead: "what it is: the files, the sandbox, the context", example: "the world of a test" },
];

/** Text that we did not write, or that other programs compare byte for byte. */
export const UNREAD: readonly { readonly path: RegExp; readonly why: string }[] = [
  { path: /(?:^|\/)(?:payloads|fixtures)\//, why: "captured from agents, or written by their users" },
  { path: /^evidence\//, why: "records of earlier runs" },
  { path: /^bench\/results\//, why: "records of earlier runs" },
  { path: /^(?:LICENSE-.*|package-lock\.json)$/, why: "written by others" },
  { path: /^CHANGELOG\.md$/, why: "history" },
  { path: /^src\/agents\/opencode\/plugin\.js$/, why: "agents load these bytes; a change of a comment would rewrite every user's file" },
  { path: /^test\/foundation\/words(?:\.test)?\.ts$/, why: "names the words" },
];

/** Uses that are meant: the file, and what the line contains. */
export const ALLOWED: readonly { readonly path: RegExp; readonly line: RegExp; readonly why: string }[] = [
  { path: /^test\//, line: /["'`]nobody["'`]|\bnobody[,).:]| nobody = /, why: "a name that no agent, format or predicate has" },
  { path: /\/git-repositories\.ts$/, line: /NAME: "Somebody"/, why: "the recorded revisions depend on the author's name" },
  { path: /^test\//, line: /is no, /, why: "the answer of a predicate" },
  { path: /^docs\/agents\//, line: /not possible: /, why: "a reason in the evidence of an earlier run" },
];
