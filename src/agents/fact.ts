/** Short constructors for the tables in `agents/<name>/`: each fact with its source. */

import type { AgentFacts, Fact, FileFact, HookTime, ScopedFiles, Source } from "./agent.ts";

export function measured(version: string, date: string): Source {
  return { how: "measured", version, date };
}

export function documented(link: string, date: string): Source {
  return { how: "documented", link, date };
}

export function fact<const T>(value: T, source: Source): Fact<T> {
  return { value, source };
}

export function file(path: string, source: Source, note?: string): FileFact {
  return note === undefined ? { path, source } : { path, source, note };
}

/** The same paths below the home and below the project. */
export function inBoth(...files: readonly FileFact[]): ScopedFiles {
  return { user: files, project: files };
}

/** What the table shares with the part that is loaded when the agent calls. */
export function fromHookTime(
  { name, events, allow, contextLimit, systemMessage }: HookTime,
  source: Source,
): Pick<AgentFacts, "name" | "events" | "allow" | "contextLimit" | "systemMessage"> {
  const [allowed, limit, message] = [fact(allow, source), fact(contextLimit, source), fact(systemMessage, source)];
  return { name, events, allow: allowed, contextLimit: limit, systemMessage: message };
}
