/** Before each test file: its properties take the seed of the run, which a failure prints. */

import fc from "fast-check";

import { SEED } from "./random.ts";

fc.configureGlobal({ seed: SEED });
