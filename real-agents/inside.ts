/** The half of a run that is inside the namespaces: loopback up, model server, agent, and an end to all of it. */

import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, openSync, readFileSync, writeFileSync } from "node:fs";

import { boundProcesses, othersEnded } from "./bound-processes.ts";
import { startHttpServer } from "./mcp-http.ts";
import { startModelServer } from "./model-server/server.ts";
import { resolveNoNames } from "./no-names.ts";
import type { Ended, InsideOrder } from "./sandbox.ts";
import { SESSION } from "./watched.ts";

const order = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as InsideOrder;
spawnSync("ip", ["link", "set", "lo", "up"], { env: { PATH: "/usr/sbin:/sbin:/usr/bin:/bin" } });
await resolveNoNames(order.names, order.asked);
await startModelServer(order);
if (order.httpServer !== undefined) await startHttpServer(order.httpServer);

const began = Date.now();
const [program = "", ...args] = [...watching(order.watch), ...order.argv];
const agent = spawn(program, args, {
  cwd: order.cwd,
  env: order.env,
  stdio: [order.stdin === undefined ? "ignore" : "pipe", openSync(order.stdout, "a"), openSync(order.stderr, "a")],
});
// It may end before it has read everything.
agent.stdin?.on("error", () => {}).end(order.stdin);
let timedOut = false;
setTimeout(() => {
  timedOut = true;
  agent.kill("SIGKILL");
}, order.seconds * 1000);
boundProcesses(() => finish(null, "too many processes"), order.watch === undefined);
agent.once("error", (error) => finish(null, String(error)));
agent.once("exit", async (code) => {
  if (order.afterwards !== undefined) await othersEnded(order.afterwards);
  finish(code);
});

/** Every process that is started, whose child it is, and every connection and datagram, of all of them. */
function watching(file: string | undefined): readonly string[] {
  if (file === undefined) return [];
  // Each session has a process namespace of its own, in which ids begin again.
  appendFileSync(file, `${SESSION}\n`);
  const calls = "execve,execveat,clone,clone3,fork,vfork,connect,sendto,sendmsg,sendmmsg";
  return ["strace", "-f", "--seccomp-bpf", "-qq", "-s", "200", "-A", "-o", file, "-e", `trace=${calls}`, "-e", "signal=none"];
}

/** Leaving ends the process namespace, and with it whatever the agent left running. */
function finish(exit: number | null, error?: string): void {
  const ended: Ended = { exit, timedOut, ms: Date.now() - began, ...(error === undefined ? {} : { error }) };
  writeFileSync(order.result, JSON.stringify(ended));
  process.exit(0);
}
