/** What a hook file says, read without any code that wrote it: the document, and how often it calls us for each event. */

import { parse } from "jsonc-parser";

import { registeredEvents } from "../../../src/agents/registered-calls.ts";
import { ownerOf } from "./user-files.ts";

export type Document = Record<string, unknown> & { hooks?: Record<string, unknown[]> };

/** A file without a value is an empty document. */
export function documentIn(text: string): Document {
  return (parse(text.replace("\uFEFF", ""), [], { allowTrailingComma: true }) ?? {}) as Document;
}

export function ourEntries(agent: string, text: string): { readonly event: string; readonly count: number }[] {
  const owner = ownerOf(agent);
  const { hooks = {} } = documentIn(text);
  return registeredEvents(owner, owner.registration, new Set()).map((event) => {
    const ours = (hooks[event] ?? []).filter((entry) => callsUs(entry, `${owner.name} ${event}`));
    return { event, count: ours.length };
  });
}

export function callsUs(entry: unknown, call: string): boolean {
  return JSON.stringify(entry).includes(`/bin/symposium-hook\\" ${call} `);
}
