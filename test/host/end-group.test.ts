import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect, test } from "vitest";

import { endGroup } from "../../src/host/end-processes.ts";
import type { ProcessExit } from "../../src/host/start-process.ts";

function sleeper() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const exited = once(child, "exit").then(([code, signal]): ProcessExit => ({
    code: code as number | null,
    signal: signal as string | null,
  }));
  return { pid: child.pid ?? expect.fail("not started"), exited, drained: exited, release: () => {} };
}

test("RT-13 on Windows a handler ends also where the command that ends its children fails", async () => {
  const child = sleeper();
  await endGroup(child, 1000, "windows", () => Promise.resolve());
  expect(await child.exited).toMatchObject({ signal: "SIGKILL" });
});

test("RT-13 where that command works nothing else is sent", async () => {
  const child = sleeper();
  await endGroup(child, 1000, "windows", async (pid) => {
    process.kill(pid, "SIGTERM");
    await child.exited;
  });
  expect(await child.exited).toMatchObject({ signal: "SIGTERM" });
});
