/** What a plugin has that brings nothing; each kind of plugin adds its own parts. */

import type { Plugin } from "./plugin.ts";

export const NO_PARTS = {
  installations: [],
  hooks: [],
  skills: [],
  servers: [],
  subcommands: [],
  predicates: [],
  chained: [],
  files: [],
} satisfies Partial<Plugin>;
