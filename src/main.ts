#!/usr/bin/env node
/** The command `symposium`. */

import { start } from "./start.ts";

void start("symposium", process.argv.slice(2), import.meta.dirname);
