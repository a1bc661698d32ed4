/** Records what we wrote into other programs' files, so that exactly that can be removed again (RG-11). One file, `ledger.json`, in our directory. */

import type { Insertion } from "./editor.ts";

export const LEDGER_FORMAT = "symposium-ledger";
export const LEDGER_VERSION = 1;

export interface Ledger {
  readonly format: typeof LEDGER_FORMAT;
  readonly version: typeof LEDGER_VERSION;
  readonly files: readonly LedgerFile[];
}

/** One file of an agent that contains something we wrote, or may, where a run was killed. */
export interface LedgerFile {
  /** Its path as the agent has it; links are not followed. */
  readonly file: string;
  /** The agents that call us through it, the one whose name is in the text first; none where it only has servers and installed hooks. */
  readonly agents: readonly string[];
  readonly scope: "user" | "project";
  /** The project's folder; absent for the user's files. */
  readonly workspace?: string;
  readonly content: "entries" | "plugin-file";
  readonly insertions: readonly Insertion[];
  /** MCP servers that we wrote into it; each has an insertion at its path. */
  readonly servers?: readonly LedgerServer[];
  /** Hooks that were installed into it from manifests. The containers around them are among the file's insertions. */
  readonly hooks?: readonly LedgerHooks[];
  /** Whether the file did not exist before. */
  readonly createdFile: boolean;
  /** Folders that did not exist before, outermost first. */
  readonly createdFolders: readonly string[];
  /** SHA-256 of the whole file as we left it. */
  readonly digest: string;
  /** The previous digest, while a file that we own as a whole is being replaced: a killed run leaves one or the other. */
  readonly formerDigests?: readonly string[];
  /** When it was last written, as an ISO date with time. */
  readonly date: string;
}

export interface LedgerServer {
  readonly name: string;
  /** The agents that read it there. */
  readonly agents: readonly string[];
  /** The keys that lead to its entry. */
  readonly path: readonly string[];
  /** The plugin that it comes from; absent for our own server. */
  readonly plugin?: string;
  /** The source of that plugin. */
  readonly source?: string;
  /** The only workspace that it applies to. */
  readonly workspace?: string;
}

/** The hooks of one manifest in one file. */
export interface LedgerHooks {
  /** The manifest's path. */
  readonly manifest: string;
  /** SHA-256 of the entries, or of the file, as they were encoded: with another one they are replaced. */
  readonly digest: string;
  /** The agents that read them there. */
  readonly agents: readonly string[];
  /** Their entries; none where they have the file for themselves. */
  readonly insertions: readonly Insertion[];
}
