/** Started by a test inside a mount: places the program twice and prints each result, or the error. */

import { placesOf } from "../../src/platform/places.ts";
import { contextOfProcess } from "../../src/process-context.ts";
import { placeProgram } from "../../src/placement/place-program.ts";
import { planProgram } from "../../src/placement/plan-program.ts";

const context = contextOfProcess();
for (let times = 0; times < 2; times++) {
  try {
    const plan = await planProgram({ context, places: placesOf(context), dist: process.argv[2] ?? "" });
    console.log(JSON.stringify(await placeProgram(plan)));
  } catch (error) {
    const { name, code, message, hint } = error as { name: string; code?: string; message: string; hint?: string };
    console.log(JSON.stringify({ error: name, code, message, hint }));
  }
}
