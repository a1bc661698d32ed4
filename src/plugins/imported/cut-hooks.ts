/** Takes imported hooks out of an agent's file, and puts them back (IX-14): pure, on texts. What cannot be undone is not done. */

import { type HookFileForm, isUnreadable, type NativeHook } from "../../agents/hook-files.ts";
import type { Editor } from "../../files/editor.ts";
import { entriesOf, lookUp } from "../../lookup.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import { valueAt } from "../written-entry.ts";
import { nativeDocument } from "./find-files.ts";

export interface CutRequest {
  readonly form: HookFileForm;
  readonly editor: Editor;
  /** Whether Symposium can run this hook in the agent's place. */
  readonly isMovable: (hook: NativeHook) => boolean;
}

/** The text without the movable hooks, and without lists that are then empty. All others stay. */
export function cutHooks(text: string, request: CutRequest) {
  const { form, editor, isMovable } = request;
  const hooks = hooksIn(text, form);
  if (hooks === undefined) return notCut(UNSAFE);
  const places = placesOf(text, request);
  if (places === undefined) return notCut("has no lists of hooks by event");
  if (places === "mixed") return notCut("has a group with hooks that cannot be moved: put the others into a group of their own");
  let cut = text;
  // From the end, so that the positions before stay.
  for (const place of places.toReversed()) {
    const edited = editor.removeAt(cut, place, [place.slice(0, -1), place.slice(0, -2)]);
    if (!edited.ok) return notCut(edited.trouble.message);
    cut = edited.text;
  }
  const left = hooksIn(cut, form)?.map(wordsOf);
  const stays = hooks.filter((hook) => !isMovable(hook)).map(wordsOf);
  return left?.join() === stays.join() ? ({ ok: true, text: cut } as const) : notCut(UNSAFE);
}

const UNSAFE = "cannot be edited safely";

function notCut(because: string) {
  return { ok: false, because } as const;
}

/**
 * The text with the hooks of `before` again: as it was where nothing else was changed since; else in their old place, if the changes are all
 * before it or all behind it; else at the end of their lists. `undefined` where none of these is right.
 */
export function restoreHooks(before: string, now: string, request: CutRequest): string | undefined {
  const cut = cutHooks(before, request);
  if (!cut.ok) return undefined;
  if (now === cut.text) return before;
  const { form, isMovable } = request;
  const [hooks, here] = [hooksIn(before, form), hooksIn(now, form)];
  if (hooks === undefined || here === undefined) return undefined;
  const sorted = (all: readonly NativeHook[] | undefined) => all?.map(wordsOf).sort().join();
  const wanted = sorted([...here, ...hooks.filter(isMovable)]);
  const isRight = (text: string) => sorted(hooksIn(text, form)) === wanted && sameJson(restOf(text, form), restOf(now, form));
  return [...inOldPlace(before, cut.text, now), ...atEnd(before, now, request)].find(isRight);
}

function inOldPlace(before: string, cut: string, now: string): string[] {
  let start = 0;
  while (start < cut.length && before[start] === cut[start]) start++;
  let end = 0;
  while (end < cut.length - start && before.at(-1 - end) === cut.at(-1 - end)) end++;
  const [taken, kept] = [before.slice(start, before.length - end), cut.slice(start, cut.length - end)];
  const [head, tail] = [cut.slice(0, start) + kept, kept + cut.slice(cut.length - end)];
  return [
    ...(now.startsWith(head) ? [now.slice(0, start) + taken + now.slice(head.length)] : []),
    ...(now.endsWith(tail) ? [now.slice(0, now.length - tail.length) + taken + tail.slice(kept.length)] : []),
  ];
}

function atEnd(before: string, now: string, request: CutRequest): string[] {
  const places = placesOf(before, request);
  const document = nativeDocument(before, request.form);
  if (places === undefined || places === "mixed" || !document.ok) return [];
  let text = now;
  for (const [top, event, at] of places) {
    const value = valueAt(document.value, [top, event, at]) as Json | undefined;
    const edited = request.editor.ensure(text, { kind: "item", path: [String(top), String(event)], value: value ?? null });
    if (!edited.ok) return [];
    text = edited.text;
  }
  return [text];
}

/** The items of `{"hooks": {"<event>": [<item>, …]}}` that have movable hooks, in their order. */
function placesOf(text: string, { form, isMovable }: CutRequest) {
  const document = nativeDocument(text, form);
  const events = document.ok && isObject(document.value) ? lookUp(document.value, TOP) : undefined;
  if (!document.ok || !isObject(events)) return undefined;
  const places: (readonly [top: string, event: string, at: number])[] = [];
  let isMixed = false;
  for (const [event, items] of entriesOf(events)) {
    if (!Array.isArray(items)) return undefined;
    for (const [at, item] of (items as readonly Json[]).entries()) {
      const hooks = form.read({ ...(document.value as JsonObject), [TOP]: { [event]: [item] } });
      if (isUnreadable(hooks)) return undefined;
      const movable = hooks.filter(isMovable).length;
      if (movable > 0 && movable < hooks.length) isMixed = true;
      else if (movable > 0) places.push([TOP, event, at]);
    }
  }
  return isMixed ? "mixed" : places;
}

const TOP = "hooks";

export function hooksIn(text: string, form: HookFileForm): readonly NativeHook[] | undefined {
  const document = nativeDocument(text, form);
  const hooks = document.ok ? form.read(document.value) : undefined;
  return hooks === undefined || isUnreadable(hooks) ? undefined : hooks;
}

function restOf(text: string, form: HookFileForm): Json | undefined {
  const document = nativeDocument(text, form);
  if (!document.ok || !isObject(document.value)) return undefined;
  const { [TOP]: _, ...rest } = document.value;
  return rest;
}

function wordsOf({ event, matcher, entry }: NativeHook): string {
  return JSON.stringify([event, matcher, entry]);
}
