/** One edit of the sources that breaks one thing, written so that tests must notice it. */

export interface Mutation {
  /** The rule, and what no longer holds. */
  readonly breaks: string;
  /** The declaration that is broken; after the name of a folder or file where several with the text have its name: `selectHooks`, `codex/hookTime`. */
  readonly within: string;
  /** Stands in the declaration exactly once; short, so that formatting does not move it. */
  readonly find: string;
  readonly replace: string;
  /** Which tests must notice it. */
  readonly seenBy: TestGroup;
}

/** The tests that are run for an edit; `mutate.ts` has their files. */
export type TestGroup =
  | "matrix"
  | "parts"
  | "files"
  | "clones"
  | "consent"
  | "folders"
  | "faults"
  | "packages"
  | "servers"
  | "exports"
  | "conversions"
  | "imports"
  | "programs";

export type Edit = readonly [breaks: string, find: string, replace: string];

const seenBy =
  (group: TestGroup) =>
  (within: string, ...edits: readonly Edit[]): readonly Mutation[] =>
    edits.map(([breaks, find, replace]) => ({ breaks, within, find, replace, seenBy: group }));

/** Edits that the conformance matrix must notice. */
export const seenByMatrix = seenBy("matrix");
/** Edits that only tests of the parts can notice, because no plugin of the matrix comes there. */
export const seenByParts = seenBy("parts");
/** Edits of what we do to users' files. */
export const seenByFiles = seenBy("files");
/** Edits of what we take from a repository that someone else wrote. */
export const seenByClones = seenBy("clones");
/** Edits of what the user agrees to, and of which plugins count. */
export const seenByConsent = seenBy("consent");
/** Edits of what is read and runs beside a workspace. */
export const seenByFolders = seenBy("folders");
/** Edits of what counts while a file cannot be read. */
export const seenByFaults = seenBy("faults");
/** Edits of what an Agent Plugin may bring. */
export const seenByPackages = seenBy("packages");
/** Edits of how servers are started, and of what an agent has by itself. */
export const seenByServers = seenBy("servers");
/** Edits of what `export` writes, replaces and reports. */
export const seenByExports = seenBy("exports");
/** Edits of what a conversion writes. */
export const seenByConversions = seenBy("conversions");
/** Edits of hooks that were written for another agent. */
export const seenByImports = seenBy("imports");
/** Edits of how programs are acquired. */
export const seenByPrograms = seenBy("programs");
