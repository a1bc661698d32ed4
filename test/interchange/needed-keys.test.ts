/** Keys without which a command is another one: `node` alone would run its input as a program. */

import { expect, test } from "vitest";

import { decodeHooks } from "../../src/interchange/decode.ts";
import { encodeHooks } from "../../src/interchange/encode.ts";
import { targetFor } from "../../src/interchange/target.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";

const cases: readonly { readonly from: string; readonly to: string; readonly more: JsonObject; readonly losses: readonly string[] }[] = [
  { from: "claude-code", to: "codex", more: { args: ["guard.mjs"] }, losses: ["provider_data.claude-code.args refused"] },
  { from: "claude-code", to: "gemini-cli", more: { shell: "powershell" }, losses: ["provider_data.claude-code.shell refused"] },
  { from: "qwen-code", to: "claude-code", more: { shell: "powershell" }, losses: ["provider_data.qwen-code.shell refused"] },
  // What may not be written for reasons of safety is needed all the same.
  {
    from: "claude-code",
    to: "claude-code",
    more: { args: ["/opt/guard.mjs"] },
    losses: ["provider_data.claude-code.args dropped", "provider_data.claude-code.args refused"],
  },
  { from: "claude-code", to: "claude-code", more: { args: ["guard.mjs"] }, losses: [] },
  { from: "claude-code", to: "goose", more: { shell: "bash" }, losses: [] },
];

test.each(cases)("IX-6 $more from $from to $to", ({ from, to, more, losses }) => {
  const source = targetFor(from) ?? expect.fail(from);
  const document: Json = { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "node", ...more }] }] } };
  const decoded = decodeHooks(document, source);
  if (!decoded.ok) return expect.fail(decoded.message);
  const encoded = encodeHooks(decoded.manifest, targetFor(to) ?? expect.fail(to));
  expect(encoded.losses.filter(({ field }) => field.startsWith("provider_data")).map(({ field, effect }) => `${field} ${effect}`)).toEqual(
    losses,
  );
  expect(encoded.written).toEqual(losses.length === 0 ? [0] : []);
  return undefined;
});
