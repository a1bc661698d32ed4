import { expect, test } from "vitest";

import { createHome } from "../../support/home.ts";
import { loaded } from "./loaded.ts";
import { folderOf, leftOf, makeLinks, OUTSIDE, VECTORS } from "./vectors/tree.ts";

/** A mistake may cost the gate that makes the plugin active. */
const USED = { "config.toml": '[plugins]\nuse = ["tools"]\n' };

test("AP-8 there are at least 80 vectors, of every verdict, each with a requirement of its own", () => {
  expect(VECTORS.length).toBeGreaterThanOrEqual(80);
  expect(new Set(VECTORS.map(({ requires }) => requires)).size).toBe(VECTORS.length);
  expect(new Set(VECTORS.map(({ verdict }) => verdict)).size).toBe(3);
  for (const { verdict, says } of VECTORS) expect(says === undefined).toBe(verdict === "accept");
});

test.each(VECTORS.map((vector) => [vector.verdict, vector.requires, vector] as const))("AP-8 %s: %s", async (_, __, vector) => {
  await using home = await createHome({ any: folderOf(vector) }, { outside: OUTSIDE, ...(vector.verdict === "partial" ? USED : {}) });
  makeLinks(home.path, vector);
  const { plugins, skills, problems } = loaded(home);
  const servers = plugins.flatMap(({ plugin }) => plugin.servers.map(({ name }) => name));
  expect({ skills: skills.toSorted(), servers }).toEqual(leftOf(vector));
  expect(plugins).toHaveLength(vector.verdict === "reject" ? 0 : 1);
  if (vector.says === undefined) expect(problems).toEqual([]);
  for (const said of vector.says ?? []) expect(problems).toContainEqual(expect.stringContaining(said));
});
