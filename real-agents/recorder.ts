/** A hook that writes down what it was given and then answers as `answers.json` of the run's folder says for its event. */

import { appendFileSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";

import type { Answers, Recorded } from "./capture.ts";

const [folder = "", event = ""] = process.argv.slice(2);
const payload = readFileSync(0, "utf8");
const entry: Recorded = { event, payload };
appendFileSync(join(folder, "hooks.jsonl"), `${JSON.stringify(entry)}\n`);

const { onlyIf = "", stdout, exit = 0 } = (JSON.parse(readFileSync(join(folder, "answers.json"), "utf8")) as Answers)[event] ?? {};
if (!payload.includes(onlyIf)) process.exit(0);
if (stdout !== undefined) writeSync(1, typeof stdout === "string" ? stdout : JSON.stringify(stdout));
process.exit(exit);
