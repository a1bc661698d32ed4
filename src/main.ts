#!/usr/bin/env node
/** The command `symposium`. */

import { start } from "./commands/start.ts";

void start("symposium", process.argv.slice(2), import.meta.dirname);
