/** What kind of machine this is, without anything that names it. */

import { execFileSync } from "node:child_process";
import { arch, cpus, loadavg, platform, release, totalmem } from "node:os";

export interface Machine {
  readonly system: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly node: string;
  /** What else was running: the load average of the last minute when the measuring began. */
  readonly load: number;
}

export function describeMachine(node: string): Machine {
  return {
    system: `${platform()} ${release().split("-")[0]} ${arch()}`,
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: execFileSync(node, ["--version"], { encoding: "utf8" }).trim().replace(/^v/, ""),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}
