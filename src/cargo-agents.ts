#!/usr/bin/env node
/** The command `cargo-agents`. Cargo runs it for `cargo agents X` with `agents` in front of `X`. */

import { start } from "./commands/start.ts";

const args = process.argv.slice(2);
void start("cargo agents", args[0] === "agents" ? args.slice(1) : args, import.meta.dirname);
