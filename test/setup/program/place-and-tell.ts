/** Started by a test inside a mount: places the program twice and prints each result, or the error. */

import { contextOfProcess } from "../../../src/host/own-process.ts";
import { placesOf } from "../../../src/host/places.ts";
import { placeProgram } from "../../../src/setup/program/place-program.ts";
import { planProgram } from "../../../src/setup/program/plan-program.ts";

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
