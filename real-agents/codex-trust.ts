/**
 * The user's answer "trust this hook" on Codex, which no one can give without a terminal: its own server names position and hash of each hook,
 * and the answer is kept in `config.toml` under them. Only tests write it; we never do for a user.
 */

import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import type { Surroundings } from "./register.ts";

interface ListedHook {
  readonly key: string;
  readonly command: string;
  readonly currentHash: string;
}

/** Trusts every hook but ours. */
export async function trustOwnHooks(at: Surroundings): Promise<void> {
  const own = (await listHooks(at)).filter(({ command }) => !command.includes("symposium-hook"));
  const tables = own.map(({ key, currentHash }) => `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${currentHash}"\n`);
  appendFileSync(join(at.folders.home, ".codex/config.toml"), tables.join(""));
}

async function listHooks({ folders, installed, env }: Surroundings): Promise<readonly ListedHook[]> {
  const user = process.getuid?.() === 0 ? [] : ["-U", "-r"];
  const server = spawn("unshare", [...user, "-n", "-p", "-f", "--kill-child", installed.program, "app-server"], {
    cwd: folders.project,
    env: { PATH: `${installed.nodeFolder}:/usr/bin:/bin`, HOME: folders.home, ...env },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: 30_000,
  });
  const ask = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  ask({ id: 1, method: "initialize", params: { clientInfo: { name: "user", version: "1" } } });
  ask({ method: "initialized" });
  ask({ id: 2, method: "hooks/list", params: { cwds: [folders.project] } });
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const answer = JSON.parse(line) as { id?: number; result?: { data: readonly { hooks: readonly ListedHook[] }[] } };
      if (answer.id === 2) return answer.result?.data.flatMap(({ hooks }) => hooks) ?? [];
    }
    return [];
  } finally {
    server.kill("SIGKILL");
  }
}
