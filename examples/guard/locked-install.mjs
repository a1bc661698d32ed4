// Rewrites `npm install` to `npm ci`, which leaves the lock file alone, and tells the model why. The rest of the command stays.
import { readFileSync } from "node:fs";

const { PreToolUse } = JSON.parse(readFileSync(0, "utf8"));
const { command } = PreToolUse.tool_input;
const locked = command.replace(/\bnpm (install|i)(?=\s*($|[;&|]))/, "npm ci");

if (locked !== command) {
  const updatedInput = { command: locked };
  const additionalContext = "npm install runs as npm ci here, so that the lock file stays as it is";
  console.log(JSON.stringify({ PreToolUse: { updatedInput, additionalContext } }));
}
