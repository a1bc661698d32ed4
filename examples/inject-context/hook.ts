import { context, run } from "@symposium-agents/symposium/sdk";

run({
  SessionStart() {
    return context("This project uses tokio 1.x for async. Prefer spawn over block_on.");
  },
});
