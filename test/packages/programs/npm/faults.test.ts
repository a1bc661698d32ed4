import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { bundled } from "../../../support/bundled.ts";
import { acquirer } from "../../../../src/packages/programs/npm/acquire.ts";
import { source } from "../../../../src/packages/programs/npm/index.ts";
import { integrityOf, published, type RegistryOptions, startRegistry } from "../../npm/loopback-registry.ts";
import { hasNpm, write } from "../../npm/with-registry.ts";
import { isAlive, until } from "../../../host/runtimes.ts";
import { acquired, machineIn, mustBeAcquired, newestOf } from "../acquired.ts";

const leaf = published("leaf", "1.0.0", { "cli.js": "#!/usr/bin/env node\nconsole.log('leaf');\n" }, { bin: "cli.js" });
const LEAF = { package: "leaf", version: "1.0.0" };

async function bench(options: RegistryOptions = {}, npmrc = (_host: string) => "") {
  const fixture = await createFixture({});
  const registry = await startRegistry({ packages: [leaf], ...options });
  const at = (path: string) => fixture.getPath(path);
  write(at("home/.npmrc"), `registry=${registry.address}\nfetch-retry-mintimeout=10\n${npmrc(registry.address.slice("http:".length))}\n`);
  const machine = machineIn(fixture.path);
  const end = async () => {
    await registry[Symbol.asyncDispose]();
    await fixture.rm();
  };
  return { at, registry, job: { source, acquirer, services: machine.services }, ...machine, [Symbol.asyncDispose]: end };
}

describe.skipIf(!hasNpm())("PG-6 npm fails", { timeout: 120_000 }, () => {
  test("offline: a warning that names the registry", async () => {
    await using here = await bench();
    await here.registry[Symbol.asyncDispose]();
    const refused = {
      severity: "warning",
      why: expect.stringMatching(/^the npm registry cannot be reached: .*ECONNREFUSED/),
      hint: "connect to the network and try again",
    };
    expect(await newestOf(here.job, { package: "leaf" })).toEqual(refused);
    expect(await acquired(here.job, LEAF)).toEqual(refused);
  });

  test("a private registry gets the user's token, and without it the hint says what to do", async () => {
    await using here = await bench({ token: "secret" }, (host) => `${host}:_authToken=secret`);
    expect(mustBeAcquired(await acquired(here.job, LEAF)).run("leaf")).toBe("leaf");
    expect(here.lines.join("\n")).not.toContain("secret");
    write(here.at("home/.npmrc"), `registry=${here.registry.address}\n`);
    expect(await acquired(here.job, LEAF)).toMatchObject({
      why: "the npm registry refuses access",
      hint: "run `npm login`, or add a token to the `.npmrc` in your home folder",
    });
  });

  test("other bytes than the registry lists are not installed", async () => {
    await using here = await bench({ packages: [{ ...leaf, integrity: integrityOf(Buffer.from("other")) }] });
    expect(await acquired(here.job, LEAF)).toMatchObject({ severity: "error", why: expect.stringContaining("do not have the checksum") });
  });

  test.each([
    ["kill -9 $$", "npm was ended by SIGKILL"],
    ["echo 'npm error no space' >&2; exit 1", 'npm failed: "npm error no space"'],
    ["exit 3", "npm ended with exit code 3"],
    ["exit 0", "npm did not install it"],
  ])("%s", async (script, why) => {
    await using here = await bench();
    write(here.at("bin/npm"), `#!/bin/sh\n${script}\n`, 0o755);
    const { context } = here.services;
    const env = { ...context.env, PATH: here.at("bin") + delimiter + context.env["PATH"] };
    const services = { ...here.services, context: { ...context, env } };
    expect(await acquired({ ...here.job, services }, LEAF)).toEqual({ severity: "error", why });
  });

  test("PG-2 npm and what its scripts started end when Symposium is ended", async () => {
    const wait = `node -e "require('fs').writeFileSync(process.env.HOME + '/pid', String(process.pid)); setTimeout(() => {}, 300000)"`;
    const slow = published(
      "slow",
      "1.0.0",
      { "cli.js": "#!/usr/bin/env node\n" },
      { bin: "cli.js", scripts: { install: wait }, hasInstallScript: true },
    );
    await using here = await bench({ packages: [slow] });
    const file = bundled(join(import.meta.dirname, "../acquiring-program.ts"), here.at("acquiring.mjs"));
    const entry = { package: "slow", version: "1.0.0" };
    const program = spawn(process.execPath, [file, here.at("."), JSON.stringify({ source: "npm", ...entry, scripts: true })], {
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => program.on("exit", (_, by) => resolve(by)));
    await until(() => existsSync(here.at("home/pid")) && readFileSync(here.at("home/pid"), "utf8") !== "");
    program.kill("SIGTERM");
    expect(await ended).toBe("SIGTERM");
    await until(() => !isAlive(Number(readFileSync(here.at("home/pid"), "utf8"))));
    const top = readdirSync(here.at("symposium/cache/programs/npm")).map((name) => here.at(`symposium/cache/programs/npm/${name}`));
    expect(top.flatMap((folder) => readdirSync(folder)).filter((name) => !name.endsWith(".tmp"))).toEqual([]);
  });
});
