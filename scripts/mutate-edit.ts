/** One edit of the sources that breaks one thing, written so that tests must notice it. */

export interface Mutation {
  /** The rule, and what no longer holds. */
  readonly breaks: string;
  /** Below `src`. */
  readonly file: string;
  /** Stands in the file exactly once; short, so that formatting does not move it. */
  readonly find: string;
  readonly replace: string;
  /** The conformance matrix in process, or the tests of single parts where the matrix cannot look; those of users' files, of others' repositories and of consent by themselves. */
  readonly seenBy: "matrix" | "parts" | "files" | "clones" | "consent";
}

export type Edit = readonly [breaks: string, find: string, replace: string];

/** Edits that the conformance matrix must notice. */
export function seenByMatrix(file: string, ...edits: readonly Edit[]): readonly Mutation[] {
  return edits.map(([breaks, find, replace]) => ({ breaks, file, find, replace, seenBy: "matrix" }));
}

/** Edits that only tests of the parts can notice, because no plugin of the matrix comes there. */
export function seenByParts(file: string, ...edits: readonly Edit[]): readonly Mutation[] {
  return edits.map(([breaks, find, replace]) => ({ breaks, file, find, replace, seenBy: "parts" }));
}

/** Edits of what we do to users' files. */
export function seenByFiles(file: string, ...edits: readonly Edit[]): readonly Mutation[] {
  return edits.map(([breaks, find, replace]) => ({ breaks, file, find, replace, seenBy: "files" }));
}

/** Edits of what we take from a repository that someone else wrote. */
export function seenByClones(file: string, ...edits: readonly Edit[]): readonly Mutation[] {
  return edits.map(([breaks, find, replace]) => ({ breaks, file, find, replace, seenBy: "clones" }));
}

/** Edits of what the user agrees to, and of which plugins count. */
export function seenByConsent(file: string, ...edits: readonly Edit[]): readonly Mutation[] {
  return edits.map(([breaks, find, replace]) => ({ breaks, file, find, replace, seenBy: "consent" }));
}
