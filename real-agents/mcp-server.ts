/**
 * A minimal MCP server on stdio: `mcp-server.ts [notes tool…]`. Calls are written to `notes`. Without names it has one tool, whose name has both `-`
 * and `_`, because agents fold them differently.
 */

import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { answerTo, type Message, type Served } from "./mcp-answers.ts";

const [notes, ...names] = process.argv.slice(2);
const served: Served = {
  tools: names.length === 0 ? ["ping_al-pha"] : names,
  onCall: (tool) => {
    if (notes !== undefined) appendFileSync(notes, `${tool}\n`);
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const answer = answerTo(JSON.parse(line) as Message, served);
  if (answer !== undefined) process.stdout.write(`${answer}\n`);
});
