/** Real files → manifest → files, for the agents that read hooks in groups. */

import { describe, expect, test } from "vitest";

import { HOOK_FILES } from "../../src/agents/hook-files-list.ts";
import { decodeHooks } from "../../src/interchange/decode.ts";
import { documentIn, encodeHooks } from "../../src/interchange/encode.ts";
import type { ConversionLoss } from "../../src/interchange/losses.ts";
import { type Target, targetFor } from "../../src/interchange/target.ts";
import type { Json } from "../../src/model/json.ts";
import { readManifest, writeManifest } from "../../src/plugins/hook-manifest/hook-manifest-text.ts";
import { corpusOf, FORMS, type SeenHook, seenHooks } from "../agents/hook-files/grouped-cases.ts";

const CORPUS = ["claude-code", "codex", "gemini-cli", "qwen-code", "goose"].flatMap((agent) =>
  corpusOf(agent, FORMS[agent] ?? (() => "")).map(({ form, ...file }) => ({ agent, source: targetOf(`${agent}:${form}`), ...file })),
);

/** Entries that the agent itself skips, by file. */
const SKIPPED: Readonly<Record<string, number>> = { "codex/other-types.json": 2, "goose/other-types.json": 2 };

describe("IX-5 back to the same agent", () => {
  test.each(CORPUS)("$agent/$name: the agent sees the same hooks", ({ agent, name, source, document }) => {
    const skipped = SKIPPED[`${agent}/${name}`] ?? 0;
    const { hooks, losses } = again(document, source);
    expect(hooks.map(usual)).toEqual(
      seenHooks(document)
        .filter(({ entry }) => skipped === 0 || (entry as { readonly type: string }).type === "command")
        .map(usual),
    );
    expect(losses.map(({ field, effect }) => `${field}: ${effect}`)).toEqual(
      Array.from({ length: skipped }, () => "handler.type: excluded"),
    );
  });

  test.each(CORPUS)("$agent/$name: our own output gives the same bytes", ({ source, document }) => {
    const first = again(document, source).content;
    expect(again(documentIn(first, source.form) ?? null, source).content).toBe(first);
  });

  test.each(CORPUS)("$agent/$name: the manifest survives its own file", ({ source, document }) => {
    const { manifest } = decoded(document, source);
    const read = readManifest(writeManifest(manifest), "hooks.json");
    expect(read.ok && read.manifest).toEqual(manifest);
  });
});

describe.each(HOOK_FILES.flatMap(({ agent, forms }) => forms.map(({ name }) => `${agent}:${name}`)))("IX-7 to %s", (word) => {
  test.each(CORPUS)("from $agent/$name: each hook is written, or its loss says why not", ({ source, document }) => {
    const { manifest } = decoded(document, source);
    const { written, losses } = encodeHooks(manifest, targetOf(word));
    const left = losses.filter(({ effect }) => effect === "excluded" || effect === "refused").map(({ index }) => index);
    expect([...new Set([...written, ...left])].sort((a, b) => a - b)).toEqual(manifest.hooks.map((_, index) => index));
    expect(written.filter((index) => left.includes(index))).toEqual([]);
  });
});

function targetOf(word: string): Target {
  return targetFor(word) ?? expect.fail(`no target ${word}`);
}

function decoded(document: Json, source: Target): Extract<ReturnType<typeof decodeHooks>, { ok: true }> {
  const result = decodeHooks(document, source);
  return result.ok ? result : expect.fail(`${result.place.join(".")} ${result.message}`);
}

function again(
  document: Json,
  source: Target,
): { readonly content: string; readonly hooks: SeenHook[]; readonly losses: readonly ConversionLoss[] } {
  const { manifest, losses } = decoded(document, source);
  const encoded = encodeHooks(manifest, source);
  const content = encoded.files[0]?.content ?? "";
  return { content, hooks: seenHooks(documentIn(content, source.form) ?? null), losses: [...losses, ...encoded.losses] };
}

/** What the agents read alike: Codex has two spellings of a key, Qwen Code takes large numbers for milliseconds, goose needs no type. */
function usual({ entry, ...hook }: SeenHook): unknown {
  const { command_windows, timeout, ...keys } = entry as Record<string, Json>;
  const seconds =
    Number(timeout) === 5000 && keys["name"] === "old milliseconds" ? 5 : typeof timeout === "string" ? Number(timeout) : timeout;
  return {
    ...hook,
    entry: {
      type: "command",
      ...keys,
      ...(command_windows === undefined ? {} : { commandWindows: command_windows }),
      ...(seconds === undefined ? {} : { timeout: seconds }),
    },
  };
}
