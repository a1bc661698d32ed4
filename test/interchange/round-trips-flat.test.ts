/** Files of six agents, decoded and encoded again, and encoded for every other agent. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";

import { decodeHooks } from "../../src/interchange/decode.ts";
import { documentIn, encodeHooks } from "../../src/interchange/encode.ts";
import { allTargets, type Target, targetFor } from "../../src/interchange/target.ts";
import type { Json } from "../../src/model/json.ts";

const CORPUS = join(import.meta.dirname, "corpus");
const AGENTS = ["copilot-cli", "vscode-copilot", "cursor", "windsurf", "kiro", "opencode"] as const;

type Fields = Readonly<Record<string, unknown>>;

interface CorpusFile {
  readonly file: string;
  readonly agent: string;
  readonly source: Target;
  readonly document: Json;
}

const FILES: readonly CorpusFile[] = AGENTS.flatMap((agent) =>
  readdirSync(join(CORPUS, agent)).map((name) => ({
    file: `${agent}/${name}`,
    agent,
    source: targetFor(name.endsWith(".kiro.hook") ? "kiro:ide" : agent) ?? expect.fail(agent),
    document: parse(readFileSync(join(CORPUS, agent, name), "utf8")) as Json,
  })),
);

/** The hooks of a document, read by hand: event, and what the agent makes of the entry. */
function hooksIn(document: Json, agent: string): Fields[] {
  const { hooks, when, ...rest } = document as unknown as { hooks?: Record<string, Fields[]>; when?: Fields };
  if (hooks === undefined) {
    const { enabled = true, ...file } = rest as Fields;
    return [{ when, enabled, ...file }];
  }
  const lists = Object.entries(hooks).sort(([left], [right]) => (left < right ? -1 : 1));
  return lists.flatMap(([event, entries]) =>
    entries.flatMap(({ hooks: inner, ...entry }) =>
      inner === undefined
        ? [meaningOf(event, entry, agent)]
        : (inner as Fields[]).map((one) => meaningOf(event, { ...entry, ...one }, agent)),
    ),
  );
}

function meaningOf(event: string, entry: Fields, agent: string): Fields {
  if (agent === "copilot-cli") {
    const { type = "command", bash, powershell, command, timeout, timeoutSec = timeout, ...rest } = entry;
    return { event, type, posix: bash ?? command, windows: powershell ?? command, timeoutSec, ...rest };
  }
  if (agent === "vscode-copilot") {
    const {
      command,
      bash = command,
      powershell = command,
      linux = bash,
      osx = bash,
      windows = powershell,
      timeoutSec,
      timeout = timeoutSec,
      ...rest
    } = entry;
    return { event, linux, osx, windows, timeout, ...rest };
  }
  if (agent === "cursor") {
    const { type = "command", failClosed = false, ...rest } = entry;
    return { event, type, failClosed, ...rest };
  }
  return { event, ...entry };
}

function decoded(document: Json, source: Target) {
  const result = decodeHooks(document, source);
  return result.ok ? result : expect.fail(`${result.place.join(".")} ${result.message}`);
}

describe.each(FILES)("$file", ({ agent, source, document }) => {
  const { manifest, losses } = decoded(document, source);
  const { files, losses: ownLosses, written } = encodeHooks(manifest, source);

  test("IX-5 is equivalent after it was decoded and encoded, and nothing is lost", () => {
    expect(losses).toEqual([]);
    expect(ownLosses).toEqual([]);
    expect(written).toEqual(manifest.hooks.map((_, index) => index));
    expect(files.flatMap(({ content }) => hooksIn(documentIn(content, source.form) ?? {}, agent))).toEqual(hooksIn(document, agent));
  });

  test("IX-5 what we wrote stays byte for byte", () => {
    const again = files.flatMap(({ content }) => decoded(documentIn(content, source.form) ?? {}, source).manifest.hooks);
    const second = encodeHooks({ spec: "hooks/1.0", hooks: again }, source);
    expect(second.files.map(({ content }) => content)).toEqual(files.map(({ content }) => content));
  });

  test.each(allTargets().filter((target) => target.agent !== agent))("IX-7 what $title cannot have is told", (target) => {
    const encoded = encodeHooks(manifest, target);
    const back = encoded.files.flatMap(({ content }) => decoded(documentIn(content, target.form) ?? {}, target).manifest.hooks);
    for (const [index, { name, handler }] of manifest.hooks.entries()) {
      const told = encoded.losses.filter((loss) => loss.index === index);
      const isLeftOut = told.some(({ effect }) => effect === "excluded" || effect === "refused");
      expect(encoded.written.includes(index)).toBe(!isLeftOut);
      if (isLeftOut || told.some(({ effect }) => effect === "blocks")) continue;
      const { type: _, command, ...fields } = handler;
      const isTold = (field: string) => told.some((loss) => loss.field.startsWith(field));
      const kept = back.filter((hook) => hook.handler.command === command || isTold("handler.command"));
      expect(kept, `hook ${index}`).not.toEqual([]);
      for (const [field, value] of Object.entries(fields)) {
        if (isTold(`handler.${field}`)) continue;
        expect(kept.map((hook) => (hook.handler as unknown as Fields)[field])).toContainEqual(value);
      }
      if (name !== undefined && !isTold("name")) expect(kept.map((hook) => hook.name)).toContain(name);
    }
  });
});
