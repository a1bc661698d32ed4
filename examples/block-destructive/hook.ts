import { run } from "@symposium-agents/symposium/sdk";

import { handlers } from "./handlers.ts";

run(handlers);
