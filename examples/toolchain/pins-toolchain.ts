import { runPredicate } from "@symposium-agents/symposium/sdk";

import { pinsToolchain } from "./programs.ts";

runPredicate(pinsToolchain);
