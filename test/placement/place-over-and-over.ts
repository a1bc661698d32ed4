/** Started by a test, to be killed at any moment: places the program in three versions and two forms, one after the other, for ever. */

import { placesOf } from "../../src/platform/places.ts";
import { contextOfProcess } from "../../src/process-context.ts";
import { placeProgram } from "../../src/placement/place-program.ts";
import { planProgram } from "../../src/placement/plan-program.ts";

const context = contextOfProcess();
const places = placesOf(context);
for (;;) {
  for (const dist of process.argv.slice(2)) {
    await placeProgram(await planProgram({ context, places, dist }));
    console.log("placed");
  }
}
