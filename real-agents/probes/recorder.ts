/** A hook that writes down what it was given and then answers as `answers.json` of the run's folder says for its event. */

import { appendFileSync, existsSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

import { put } from "../sandbox.ts";
import type { Answers, Recorded } from "./probe.ts";

const [folder = "", event = ""] = process.argv.slice(2);
const payload = readFileSync(0, "utf8");
const entry: Recorded = { event, cwd: process.cwd(), payload };
appendFileSync(join(folder, "hooks.jsonl"), `${JSON.stringify(entry)}\n`);

const file = join(folder, "answers.json");
const answers = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Answers) : {};
const answer = answers[event];
if (answer?.onlyIf !== undefined && !payload.includes(answer.onlyIf)) process.exit(0);
for (const [path, text] of Object.entries(answer?.writes ?? {})) put(path, text);
for (const path of answer?.removes ?? []) rmSync(path, { recursive: true, force: true });
if (answer?.stderr !== undefined) writeSync(2, answer.stderr);
if (answer?.stdout !== undefined) writeSync(1, typeof answer.stdout === "string" ? answer.stdout : JSON.stringify(answer.stdout));
process.exit(answer?.exit ?? 0);
