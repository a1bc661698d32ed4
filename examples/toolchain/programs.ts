import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Predicate, Subcommand } from "@symposium-agents/symposium/sdk";

/** True where the file exists, and where the user chose a toolchain for this shell. */
export const pinsToolchain: Predicate = ({ argument, cwd, env }) => ({
  holds: env["RUSTUP_TOOLCHAIN"] !== undefined || existsSync(join(cwd, argument)),
  watch: { files: [argument], variables: ["RUSTUP_TOOLCHAIN"] },
});

export const toolchain: Subcommand = ({ args: [file = "rust-toolchain.toml"], cwd, env, print, warn }) => {
  const chosen = env["RUSTUP_TOOLCHAIN"];
  if (chosen !== undefined) return print(chosen);
  const channel = existsSync(join(cwd, file)) ? /channel\s*=\s*"(.*)"/.exec(readFileSync(join(cwd, file), "utf8"))?.[1] : undefined;
  if (channel !== undefined) return print(channel);
  warn(`${file} names no channel`);
  return 1;
};
