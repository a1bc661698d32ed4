/** The document in a file with hooks, and which agent's it is. */

import { HOOK_FILES } from "../../agents/native-list.ts";
import { type HookFileForm, isUnreadable } from "../../agents/hook-files.ts";
import { isObject, type Json } from "../../canonical/json.ts";
import { jsoncEditor } from "../../config-files/splice-jsonc.ts";
import { documentIn as documentOfForm } from "../../convert/document-text.ts";
import { type Target, targetFor } from "../../convert/target.ts";
import { UserError } from "../../errors.ts";
import { FORMAT } from "./hook-words.ts";

/** One text with hooks. */
export interface HookText {
  /** Its path, or `<stdin>`. */
  readonly file: string;
  readonly text: string;
}

/** Throws where the text is not of the form's format. */
export function documentIn({ file, text }: HookText, form: HookFileForm): Json {
  const document = parsed(text, form);
  if (document.ok) return document.value;
  throw new UserError("UNREADABLE", `${file}${document.line === undefined ? "" : `:${document.line}`}: ${document.message}`);
}

type Parsed =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string; readonly line?: number | undefined };

/** Agents' JSON may have comments. */
function parsed(text: string, form: HookFileForm): Parsed {
  if (form.format === "json" && form.code === undefined) {
    const read = jsoncEditor.read(text);
    return read.ok ? read : { ok: false, ...read.trouble };
  }
  const value = documentOfForm(text, form);
  if (value !== undefined) return { ok: true, value };
  return {
    ok: false,
    message: form.code === undefined ? `is not valid ${form.format.toUpperCase()}` : "has no hooks that Symposium wrote",
  };
}

/** Which agent's file it is, by its path and its content; `"hooks"` for a manifest. */
export function originOf(given: HookText): Target | typeof FORMAT {
  const { file, text } = given;
  if (/\.ya?ml$/i.test(file)) return FORMAT;
  const forms = HOOK_FILES.flatMap(({ agent, forms: all }) => all.map((form) => ({ agent, form })));
  const possible: string[] = [];
  for (const { agent, form } of forms) {
    const document = parsed(text, form);
    if (!document.ok) continue;
    if (form.format === "json" && isManifest(document.value)) return FORMAT;
    const verdict = form.recognise(document.value, file);
    const word = `${agent}:${form.name}`;
    if (verdict === "certainly") return targetFor(word)!;
    const read = verdict === "possibly" ? form.read(document.value) : [];
    if (!isUnreadable(read) && read.length > 0) possible.push(word);
  }
  const [first] = possible;
  if (first !== undefined) return targetFor(first)!;
  if (/^[ \t]*(?:[\w-]+\s*:|---)/m.test(text) && /^spec\s*:/m.test(text)) return FORMAT;
  throw new UserError("UNKNOWN-FILE", `${file}: this is neither a manifest nor a hook file of an agent that Symposium knows`, {
    hint: "name the agent whose file it is with --from",
  });
}

function isManifest(value: Json): boolean {
  const spec = isObject(value) ? value["spec"] : undefined;
  return typeof spec === "string" && spec.startsWith("hooks/");
}
