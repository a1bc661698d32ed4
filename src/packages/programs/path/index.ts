/** A file of the plugin or of this machine. With install commands these run in a copy of the plugin's folder (PG-8). */

import type { ProgramSource } from "../program-source.ts";

export interface WantedFolder {
  /** The plugin's folder; absent without install commands. */
  readonly folder?: string;
}

export const source: ProgramSource<WantedFolder> = {
  name: "path",
  aliases: ["local"],
  about: "a file of the plugin or of this machine; the default",
  keys: [{ key: "command", kind: "text", about: "The same as executable." }],
  read: ({ folder, install_commands: commands }) =>
    typeof folder === "string" && Array.isArray(commands) && commands.length > 0 ? { folder } : {},
  identify: ({ folder }) => (folder === undefined ? undefined : { subject: folder }),
};
