import { runSubcommand } from "@symposium-agents/symposium/sdk";

import { toolchain } from "./programs.ts";

runSubcommand(toolchain);
