/** Runs one of our scripts with Bun, which would otherwise keep a cache of what it read in the user's home. */

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const bun = join(dirname(createRequire(import.meta.url).resolve("bun/package.json")), "bin/bun.exe");
const env = { ...process.env, BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" };
const { status, error } = spawnSync(bun, process.argv.slice(2), { stdio: "inherit", env });
if (error) console.error(`Bun could not be started: ${error.message}. Run \`npm ci\` first.`);
process.exitCode = status ?? 1;
