/** Started by a test, to be killed at any moment: places the programme in three versions and two forms, one after the other, for ever. */

import { placesOf } from "../../src/platform/places.ts";
import { contextOfProcess } from "../../src/process-context.ts";
import { placeProgramme } from "../../src/placement/place-programme.ts";
import { planProgramme } from "../../src/placement/plan-programme.ts";

const context = contextOfProcess();
const places = placesOf(context);
for (;;) {
  for (const dist of process.argv.slice(2)) {
    await placeProgramme(await planProgramme({ context, places, dist }));
    console.log("placed");
  }
}
