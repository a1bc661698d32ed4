/** Started by a test, to be killed at any moment: places the program in three versions and two forms, one after the other, for ever. */

import { contextOfProcess } from "../../../src/host/own-process.ts";
import { placesOf } from "../../../src/host/places.ts";
import { placeProgram } from "../../../src/setup/program/place-program.ts";
import { planProgram } from "../../../src/setup/program/plan-program.ts";

const context = contextOfProcess();
const places = placesOf(context);
for (;;) {
  for (const dist of process.argv.slice(2)) {
    await placeProgram(await planProgram({ context, places, dist }));
    console.log("placed");
  }
}
