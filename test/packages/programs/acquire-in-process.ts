/** A program that acquires one installation, so that a test can end it. */

import { acquireProgram } from "../../../src/packages/programs/acquire-program.ts";
import type { AcquireServices, Installation } from "../../../src/packages/programs/program-source.ts";

const [installation, services] = JSON.parse(process.argv[2] ?? "[]") as [Installation, AcquireServices];
const result = await acquireProgram(installation, { ...services, context: { ...services.context, now: Date.now }, onProgress: () => {} });
if ("why" in result) process.exitCode = 1;
