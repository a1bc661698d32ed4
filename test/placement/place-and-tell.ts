/** Started by a test inside a mount: places the programme twice and prints each result, or the error. */

import { placesOf } from "../../src/platform/places.ts";
import { contextOfProcess } from "../../src/process-context.ts";
import { placeProgramme } from "../../src/placement/place-programme.ts";
import { planProgramme } from "../../src/placement/plan-programme.ts";

const context = contextOfProcess();
for (let times = 0; times < 2; times++) {
  try {
    const plan = await planProgramme({ context, places: placesOf(context), dist: process.argv[2] ?? "" });
    console.log(JSON.stringify(await placeProgramme(plan)));
  } catch (error) {
    const { name, code, message, hint } = error as { name: string; code?: string; message: string; hint?: string };
    console.log(JSON.stringify({ error: name, code, message, hint }));
  }
}
