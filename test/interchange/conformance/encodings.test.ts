import { describe, expect, test } from "vitest";

import { decodeHooks } from "../../../src/interchange/decode.ts";
import { documentIn, encodeHooks } from "../../../src/interchange/encode.ts";
import type { HookManifest, ManifestHook } from "../../../src/model/hook-manifest.ts";
import { readManifest } from "../../../src/plugins/hook-manifest/hook-manifest-text.ts";
import { encoded, targetOf } from "./encoded.ts";
import { type ExpectedLoss, vectorsOf } from "./vectors.ts";
import { type Entry, entriesIn, runs, toolOfServer } from "./what-runs.ts";

const [tools] = vectorsOf("tools");

function manifestOf(document: unknown): HookManifest {
  const read = readManifest(JSON.stringify(document), "hooks.json");
  return read.ok ? read.manifest : expect.fail(JSON.stringify(read.problems));
}

function one(hook: object): HookManifest {
  return manifestOf({ spec: "hooks/1.0", hooks: [hook] });
}

const sorted = (losses: readonly ExpectedLoss[]) => losses.map((loss) => JSON.stringify(loss, Object.keys(loss).toSorted())).toSorted();

/** The tools that an agent has, and those of two servers. */
function toolsOf(agent: string) {
  const names = new Set(Object.values(tools?.vector.selects[agent] ?? {}).flat());
  const servers = ["github", "gitlab"].flatMap((server) => ["create_issue", "list"].map((tool) => toolOfServer(agent, server, tool)));
  return [...[...names].map((name) => ({ name })), ...servers];
}

function runsBefore(agent: string, files: Readonly<Record<string, unknown>>): string[] {
  const entries = Object.values(files).flatMap(entriesIn);
  const names = toolsOf(agent).flatMap((tool) => (entries.some((entry) => runs(agent, entry, tool)) ? [tool.name] : []));
  return [...new Set(names)].toSorted();
}

describe.each(vectorsOf("encode"))("$name: $vector.rule $vector.title", ({ vector }) => {
  test.each(Object.entries(vector.expect))("on %s", (agent, expected) => {
    const seen = encoded(manifestOf(vector.manifest), agent);
    if (expected.files !== undefined) expect(seen.files).toEqual(expected.files);
    if (expected.runs !== undefined) expect(runsBefore(agent, seen.files)).toEqual(expected.runs.toSorted());
    expect(sorted(seen.losses)).toEqual(sorted(expected.losses));
  });
});

describe.each(vectorsOf("events"))("$name: $vector.rule $vector.title", ({ vector }) => {
  const cases = Object.entries(vector.events).flatMap(([event, agents]) =>
    Object.entries(agents).map(([agent, natives]) => ({ event, agent, natives })),
  );
  test.each(cases)("$event on $agent", ({ event, agent, natives }) => {
    const { files, losses } = encoded(one({ event, handler: { type: "command", command: "check" } }), agent);
    const seen = Object.values(files).flatMap((document) => entriesIn(document).map((entry) => entry.event));
    expect(seen.toSorted()).toEqual(natives);
    expect(losses.map(({ field, effect }) => [field, effect])).toEqual(natives.length === 0 ? [["event", "excluded"]] : []);
  });
});

describe.each(vectorsOf("tools"))("$name: $vector.rule $vector.title", ({ vector }) => {
  const cases = Object.entries(vector.selects).flatMap(([agent, byTool]) =>
    Object.entries(byTool).map(([tool, names]) => ({ agent, tool, names })),
  );
  test.each(cases)("$tool on $agent", ({ agent, tool, names }) => {
    const { files, losses } = encoded(one({ event: vector.event, matcher: tool, handler: { type: "command", command: "check" } }), agent);
    expect(runsBefore(agent, files)).toEqual(names.toSorted());
    if (names.length === 0) expect(losses).toEqual([{ index: 0, field: "matcher", effect: "excluded", strategy: "none" }]);
  });

  test.each(vector.refuses)("%s has no matchers, so that a guard of one tool is refused", (agent) => {
    const guard = one({ event: vector.event, matcher: "shell", handler: { type: "command", command: "check" }, blocking: true });
    expect(encoded(guard, agent)).toMatchObject({ files: {}, isRefused: true });
  });
});

describe.each(vectorsOf("round-trip"))("$name: $vector.rule $vector.title", ({ vector: { agent, native, hooks } }) => {
  const target = targetOf(agent);
  const decoded = decodeHooks(native as never, target);

  test("decodes as these hooks", () => {
    const seen = decoded.ok ? decoded.manifest.hooks.map(withoutData) : decoded;
    expect(seen).toEqual(hooks);
  });

  test("and encodes as the same hooks, with nothing lost", () => {
    if (!decoded.ok) return expect.fail(decoded.message);
    const { files, losses } = encodeHooks(decoded.manifest, target);
    const document = documentIn(files[0]?.content ?? "", target.form);
    expect(entriesIn(document).map(withoutUsualType)).toEqual(entriesIn(native).map(withoutUsualType));
    expect(losses.filter(({ severity }) => severity !== "info")).toEqual([]);
  });

  test("the manifest is one that a reader of the format accepts", () => {
    expect(decoded.ok && manifestOf(decoded.manifest)).toEqual(decoded.ok && decoded.manifest);
  });
});

/** Where an entry may leave its type out, it is a command. */
function withoutUsualType({ entry: { type, ...rest }, ...place }: Entry): object {
  return { ...place, entry: type === undefined || type === "command" ? rest : { type, ...rest } };
}

function withoutData({ provider_data: _data, ...hook }: ManifestHook): object {
  return hook;
}
