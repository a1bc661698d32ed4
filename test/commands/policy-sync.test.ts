/** `sync` fetches a copy of a package that a policy names, with the real npm and a registry on loopback, and compares the bytes. */

import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { published } from "../packages/npm/loopback-registry.ts";
import { hasNpm, withRegistry } from "../packages/npm/with-registry.ts";
import { write } from "../packages/pypi/environments.ts";
import { hook } from "../support/plugin.ts";
import { runInProcess } from "../support/run-in-process.ts";

const FILES = { "SYMPOSIUM.toml": `name = "rules"\n${hook("deny")}`, "deny.sh": "#!/bin/sh\n" };
const RULES = published("@my-org/rules", "1.0.0", FILES);
const LOCK = {
  name: "app",
  lockfileVersion: 3,
  packages: {
    "": { name: "app", version: "1.0.0", dependencies: { "@my-org/rules": "1.0.0" } },
    "node_modules/@my-org/rules": { version: "1.0.0" },
  },
};

describe.skipIf(!hasNpm())("IX-17 PL-32 sync proves what a package is", () => {
  test("by a copy of the user's registry, and of a folder that only has the name nothing", async () => {
    await withRegistry({ packages: [RULES] }, async ({ where, registry }) => {
      const { env, home, repository } = where;
      const cwd = repository ?? home;
      const installed = join(cwd, "node_modules/@my-org/rules");
      mkdirSync(join(home, ".symposium"), { recursive: true, mode: 0o700 });
      write(home, {
        ".symposium/config.toml":
          '[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n[plugins]\nuse = ["@my-org/rules"]\n[policy]\nsources = ["npm:@my-org/*"]\n',
      });
      write(cwd, {
        "package.json": JSON.stringify(LOCK.packages[""]),
        "package-lock.json": JSON.stringify(LOCK),
        ...Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`node_modules/@my-org/rules/${path}`, text])),
        "node_modules/@my-org/rules/package.json": JSON.stringify({ name: "@my-org/rules", version: "1.0.0" }),
      });
      const run = (...args: string[]) => runInProcess({ args, context: { os: "linux", home, cwd, env, now: Date.now } });
      const reason = async () => (await run("plugin", "show", "rules", "--json")).stdout;
      expect(await reason()).toContain("nothing proves");
      await run("sync");
      expect(registry.downloaded()).toHaveLength(1);
      expect(await reason()).not.toContain("nothing proves");
      appendFileSync(join(installed, "deny.sh"), "#");
      await run("sync");
      expect(await reason()).toContain("nothing proves");
    });
  });
});
