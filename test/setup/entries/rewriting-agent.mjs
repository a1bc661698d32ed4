// Rewrites a JSON file as Claude Code does: under its lock, from what it reads at that moment, and as a whole. It counts until it is told to end.
import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";

const [, , file, isLocking] = process.argv;
const ending = new AbortController();
let count = 0;
process.on("SIGTERM", () => ending.abort());
const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
process.stdout.write("started\n");
while (!ending.signal.aborted) {
  if (isLocking === "locking") {
    try {
      mkdirSync(`${file}.lock`);
    } catch {
      await rest(2);
      continue;
    }
  }
  const value = JSON.parse(readFileSync(file, "utf8"));
  value.numStartups = (value.numStartups ?? 0) + 1;
  writeFileSync(`${file}.next`, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(`${file}.next`, file);
  count += 1;
  if (isLocking === "locking") rmdirSync(`${file}.lock`);
  await rest(count % 3 === 0 ? 4 : 0);
}
process.stdout.write(`${count}\n`);
