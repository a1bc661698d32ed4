/** The part of the demo about programs: `sync` fetches one from a server on this machine, and a hook and a subcommand run it. */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Scene } from "./demo-calls.ts";
import type { Capture } from "./demo-capture.ts";
import { run } from "./demo-commands.ts";
import { call } from "./demo-dependency.ts";
import { paragraph, session } from "./demo-print.ts";

const PROGRAM = `#!/bin/sh
if [ "$1" = list ]; then
  echo "deploy: not on Fridays"
else
  echo '{"PreToolUse":{"decision":"deny","reason":"No deploys on Fridays."}}'
fi
`;

const DEPLOY: Scene = {
  title: "The agent wants to run: make deploy",
  event: "PreToolUse",
  tool: "shell",
  input: { command: "make deploy" },
};

/** The commands of the demo wait for their end, so the server is a process of its own. */
const SERVER = `const server = require("node:http").createServer((_, answer) => answer.end(${JSON.stringify(PROGRAM)}));
server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

export async function playPrograms(home: string, show: Capture["show"]): Promise<void> {
  const folder = join(home, ".symposium/plugins/limits");
  const server = spawn(process.execPath, ["-e", SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [port] = (await once(server.stdout, "data")) as [Buffer];
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "SYMPOSIUM.toml"), manifest(String(port).trim()));
    show(paragraph("A plugin can bring the program that it needs. `sync` fetches it and checks its digest; a hook call never does."));
    show(session("cat ~/.symposium/plugins/limits/SYMPOSIUM.toml", manifest(String(port).trim()).trimEnd()));
    show(command(home, "sync"));
    show(await call(home, DEPLOY));
    show(paragraph("The same program is a command for people and agents."));
    show(command(home, "limits", "list"));
    show(command(home, "cache", "list"));
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function command(home: string, ...args: readonly string[]): string {
  const { stdout, stderr, exitCode } = run(home, args);
  if (exitCode !== 0) throw new Error(`symposium ${args.join(" ")}: ${stderr}`);
  return session(`symposium ${args.join(" ")}`, stdout.trimEnd());
}

function manifest(port: string): string {
  const digest = createHash("sha256").update(PROGRAM).digest("hex");
  return `name = "limits"
crates = ["*"]

[[installations]]
name = "limits"
source = "binary"
url = "http://127.0.0.1:${port}/limits"
sha256 = "${digest}"

[[hooks]]
name = "no-deploy"
event = "PreToolUse"
matcher = "Bash"
command = "limits"

[subcommand.limits]
description = "List what this team limits"
audience = "humans"
command = "limits"
`;
}
