/** The program `symposium-hook`, native and under Node. */

import { runHook } from "./hook.ts";

void runHook(process.argv.slice(2));
