/** Hooks that a user puts beside ours by hand, and what must be left of the file when ours go. */

import { isObject } from "../../../src/model/json.ts";
import { withItem } from "./hand-edits.ts";
import { callsUs, type Document, documentIn, ourEntries } from "./our-entries.ts";
import { ownerOf } from "./user-files.ts";

export interface HookEdit {
  readonly name: string;
  /** The file with our entries, edited. */
  readonly edited: string;
  /** What must be left: as a value, and to the byte where the list was the user's and had something in it. */
  readonly value: Document;
  readonly bytes?: string;
  /** What the user is told. */
  readonly says: string;
}

export function hookEdits(agent: string, before: string, registered: string): HookEdit[] {
  const owner = ownerOf(agent);
  const { registration } = owner;
  const { content, placeholder } = registration;
  if (content.kind !== "entries") return [];
  const { hooks = {}, ...rest } = documentIn(before);
  const events = ourEntries(agent, registered).map(({ event }) => event);
  const event = events.find((name) => (hooks[name] ?? []).length > 0) ?? events[0] ?? "";
  const list = ["hooks", event];
  const theirs = hooks[event] ?? [];
  // Keys that the file must have stay with hooks that stand in our container.
  const around = hooks === documentIn(before).hooks || "hooks" in documentIn(before) ? rest : { ...content.frame, ...rest };
  const left = (items: readonly unknown[]): Document => ({ ...around, hooks: { ...hooks, [event]: [...items] } });

  const hook = { type: "command", command: "by-hand", bash: "by-hand" };
  const entry = content.shares === undefined ? hook : { [content.shares]: [hook] };
  const wasThere = theirs.length > 0;
  const edit = (name: string, where: "first" | "last", items: readonly unknown[], asBytes: boolean, says = ""): HookEdit => {
    const edited = withItem(registered, list, where, JSON.stringify(entry)) ?? "";
    const bytes = asBytes ? withItem(before, list, where, JSON.stringify(entry)) : undefined;
    return { name, edited, value: left(items), ...(bytes === undefined ? {} : { bytes }), says };
  };
  const held = placeholder === undefined ? [] : [placeholder];
  const edits = [
    edit(`a hook before ours in ${event}`, "first", [entry, ...theirs], wasThere),
    edit(
      `a hook after ours in ${event}`,
      "last",
      [...theirs, ...held, entry],
      wasThere && placeholder === undefined,
      placeholder === undefined ? "" : `an empty group stays in ${list.join(".")}`,
    ),
  ];
  if (content.shares === undefined) return edits;
  const at = (documentIn(registered).hooks?.[event] ?? []).findIndex((one) => isObject(one) && callsUs(one, `${owner.name} ${event}`));
  return [
    ...edits,
    ...(["first", "last"] as const).map((where) => ({
      name: `a hook in our group of ${event}, ${where}`,
      edited: withItem(registered, [...list, at, content.shares ?? ""], where, JSON.stringify(hook)) ?? "",
      value: left([...theirs, entry]),
      says: "",
    })),
  ];
}
