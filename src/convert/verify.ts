/** Reads encoded files again and compares (IX-8). A difference is our mistake, and nothing is written. */

import type { ManifestHook } from "../canonical/hook-manifest.ts";
import { InternalError } from "../errors.ts";
import { decodeHooks } from "./decode.ts";
import { documentIn } from "./document-text.ts";
import type { EncodedFile } from "./encode.ts";
import { difference, expanded } from "./expanded.ts";
import { toAtoms } from "./matcher-elements.ts";
import type { ExpectedHook } from "./plan-hook.ts";
import type { Target } from "./target.ts";

export function verifyFiles(
  files: readonly Pick<EncodedFile, "path" | "content">[],
  expected: readonly ExpectedHook[],
  target: Target,
): void {
  const hooks: ManifestHook[] = [];
  for (const { path, content } of files) {
    const document = documentIn(content, target.form);
    const decoded = document === undefined ? undefined : decodeHooks(document, target);
    if (decoded?.ok !== true) throw new InternalError(`the hooks for ${target.title} in ${path} cannot be read again`);
    hooks.push(...decoded.manifest.hooks);
  }
  const wrong = difference(
    expected.map((one) => asWritten(one, target)),
    expanded(hooks, target).map((one) => asWritten(one, target)),
  );
  if (wrong !== undefined) throw new InternalError(`the hooks for ${target.title} are not the same when they are read again: ${wrong}`);
}

/** With the agent's own text for the tool: where a server's name ends cannot always be told from it (`mcp_my_server_tool`). */
function asWritten(hook: ExpectedHook, target: Target): ExpectedHook {
  if (hook.element === undefined) return hook;
  const translated = toAtoms(hook.element, target, target);
  const text = translated.kind === "atoms" ? target.files.matcher?.write(translated.atoms) : undefined;
  return text === undefined ? hook : { ...hook, element: text };
}
