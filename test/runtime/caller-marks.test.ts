import { expect, test } from "vitest";

import { recogniseCaller } from "../../src/runtime/recognise-caller.ts";
import type { HookServices } from "../../src/runtime/hook-services.ts";
import { host } from "../support/hook-input.ts";

test("RT-23 the shape of a payload outweighs a mark that speaks for another agent", async () => {
  const shaped = host({ name: "shaped", recognise: () => "shape" });
  const marked = host({ name: "marked", recognise: () => "mark" });
  const entry = host({ name: "entry", recognise: () => "mark" });
  const loadHookTime = (name: string) => Promise.resolve(name === "shaped" ? shaped : marked);
  const world = { context: { env: {} }, loadHookTime, readersOf: () => ["marked", "shaped"] } as unknown as HookServices;
  expect((await recogniseCaller(entry, {}, world)).name).toBe("shaped");
});
