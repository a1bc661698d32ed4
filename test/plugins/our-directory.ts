import { join } from "node:path";

import { createFixture, type FileTree } from "fs-fixture";

import type { Context } from "../../src/context.ts";
import { placesOf } from "../../src/platform/places.ts";

/** A temporary home whose `.symposium` holds `tree`, with the context and places of a programme started there. */
export async function ourDirectory(tree: FileTree) {
  const fixture = await createFixture({ ".symposium": tree });
  const context: Context = { os: "linux", home: fixture.path, cwd: fixture.path, env: {}, now: Date.now };
  return {
    context,
    places: placesOf({ ...context, home: fixture.path.replace(/\/$/, "") }),
    path: (...parts: string[]) => join(fixture.path, ".symposium", ...parts),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}
