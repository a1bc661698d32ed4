import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { bundled } from "../../support/bundled.ts";
import { acquireProgram } from "../../../src/packages/programs/acquire-program.ts";
import { findAcquired } from "../../../src/packages/programs/find-acquired.ts";
import { temporaryHome } from "../../support/temporary-home.ts";
import { generator } from "../../support/random.ts";
import { times } from "../../support/thoroughness.ts";
import { machineIn } from "./acquired.ts";
import { downloadServer, sha256 } from "./download-server.ts";
import { installationOf } from "./installation-of.ts";

const PROGRAM = `#!/bin/sh\n# ${"x".repeat(200_000)}\necho whole\n`;

test(
  "PG-2 many times killed by SIGKILL, alone and beside another, nothing is half-installed and the next one completes",
  { timeout: 600_000 },
  async () => {
    await using home = await temporaryHome();
    await using server = await downloadServer();
    server.serve("/tool", PROGRAM);
    const { services } = machineIn(home.root);
    const program = bundled(join(import.meta.dirname, "acquire-in-process.ts"), home.at("acquire.mjs"));
    const where = { cache: services.places.cache, platform: services.platform };
    const random = generator();
    let whole = 400;
    for (let round = 1; round <= times({ quick: 2, sample: 4, all: 20, proof: 100 }); round++) {
      const installation = {
        ...installationOf({ source: "binary", url: server.url("/tool"), sha256: sha256(PROGRAM) }),
        installCommands: [`echo ${round} > made`],
      };
      const start = () => {
        const child = spawn(process.execPath, [program, JSON.stringify([installation, services])], { stdio: "inherit" });
        return { child, ended: new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code))) };
      };
      const began = performance.now();
      const [first, second] = [start(), ...(round % 2 === 0 ? [start()] : [])];
      const timer = setTimeout(() => first!.child.kill("SIGKILL"), whole * random());
      const [code, other] = await Promise.all([first!.ended, second?.ended]);
      clearTimeout(timer);
      if (code === 0) whole = performance.now() - began;
      if (second !== undefined) expect(other, `round ${round}`).toBe(0);
      const isWhole = () => {
        const found = findAcquired(installation, where);
        if (found?.state !== "acquired") return false;
        expect(readFileSync(join(found.root, "made"), "utf8"), `round ${round}`).toBe(`${round}\n`);
        expect(readFileSync(found.programs["tool"]!, "utf8") === PROGRAM, `round ${round}`).toBe(true);
        return true;
      };
      isWhole();
      expect(await acquireProgram(installation, services)).toHaveProperty("folder");
      expect(isWhole()).toBe(true);
      const left = existsSync(where.cache) ? readdirSync(where.cache, { recursive: true, encoding: "utf8" }) : [];
      expect(
        left.filter((path) => path.endsWith(".tmp")),
        `round ${round}`,
      ).toEqual([]);
    }
  },
);
