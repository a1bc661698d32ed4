/** A program that acquires one program on the machine in a folder, so that a test can end it: `<folder> <entry as JSON>`. */

import { acquireProgram } from "../../../src/packages/programs/acquire-program.ts";
import type { SourceEntry } from "../../../src/packages/programs/program-source.ts";
import { machineIn } from "./acquired.ts";
import { installationOf } from "./installation-of.ts";

const [folder = "", entry = "{}"] = process.argv.slice(2);
await acquireProgram(installationOf(JSON.parse(entry) as SourceEntry), machineIn(folder).services);
