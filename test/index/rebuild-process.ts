/** Rebuilds the index of a workspace in a home folder and prints it; started several times at once by tests. */

import type { Context } from "../../src/context.ts";
import { placesOf } from "../../src/host/places.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";

const home = process.argv[2]!.replace(/\/$/, "");
const workspace = process.argv[3] ?? null;
const context: Context = { os: "linux", home, cwd: home, env: {}, now: Date.now };
const rebuilt = await rebuildIndex({ context, places: placesOf(context), folder: workspace, program: "1" });
process.stdout.write(rebuilt.ok ? rebuilt.text : rebuilt.problem);
