import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { delimiter } from "node:path";

import { describe, expect, test } from "vitest";

import { write } from "../../pypi/environments.ts";
import { startIndex } from "../../pypi/loopback-index.ts";
import { write as writeFile } from "../../npm/with-registry.ts";
import { isAtLeast } from "../../../support/thoroughness.ts";
import { acquired, mustBeAcquired, newestOf } from "../acquired.ts";
import { benchOf, type Client, hasClient, pythonOf, sdistOf, tool, userSettings } from "./python-tools.ts";

const files = [tool("leaf", "1.0")];
const LEAF = { package: "leaf", version: "1.0" };

describe.each<Client>(["uv", "pip"])("PG-6 %s", (client) => {
  describe.skipIf(!hasClient(client))("on this machine", { timeout: 120_000 }, () => {
    const often = client === "uv" || isAtLeast("all");

    test("offline: a warning", async () => {
      await using here = await benchOf(client, { files });
      await here.index[Symbol.asyncDispose]();
      const refused = {
        severity: "warning",
        why: expect.stringMatching(/^(?:the package index|127\.0\.0\.1:\d+) cannot be reached: .*refused/),
        hint: "connect to the network and try again",
      };
      expect(await newestOf(here.job, { package: "leaf" })).toEqual(refused);
      if (often) expect(await acquired(here.job, LEAF)).toEqual(refused);
    });

    test("a private index gets the user's credentials, which nothing prints", async () => {
      await using here = await benchOf(client, { files, credentials: "me:secret", login: "me:secret@" });
      const leaf = mustBeAcquired(await acquired(here.job, LEAF));
      expect(leaf.run("leaf")).toBe("leaf 1.0");
      expect(here.lines.join("\n")).not.toContain("secret");
      userSettings(here.at("home"), here.index.host);
      write(here.at("home"), { ".netrc": `machine 127.0.0.1 login me password wrong\n` });
      const refused = await newestOf(here.job, { package: "leaf" });
      expect(refused).toMatchObject({ severity: "error", why: expect.stringContaining("refused the user's credentials") });
      expect(here.index.credentials).toContain(`Basic ${Buffer.from("me:wrong").toString("base64")}`);
    });

    test("PL-32 nothing of the repository counts: settings, programs, variables", async () => {
      await using elsewhere = await startIndex({ files });
      await using here = await benchOf(client, { files });
      const evil = `http://${elsewhere.host}/simple/`;
      userSettings(here.at("project"), elsewhere.host);
      write(here.at("project"), {
        "pip.conf": `[global]\nindex-url = ${evil}\n`,
        "uv.toml": `index-url = "${evil}"\n`,
        "pyproject.toml": `[project]\nname = "x"\nversion = "1"\n[[tool.uv.index]]\nurl = "${evil}"\ndefault = true\n`,
        ".python-version": "2.7\n",
        "leaf.py": "raise SystemExit('shadowed')\n",
        "sitecustomize.py": `open(${JSON.stringify(here.at("ran"))}, "w")\n`,
      });
      for (const name of ["uv", "python3", "pip"]) writeFile(here.at(`project/bin/${name}`), `#!/bin/sh\ntouch ${here.at("ran")}\n`, 0o755);
      const { context } = here.services;
      const env = {
        ...context.env,
        PATH: here.at("project/bin") + delimiter + context.env["PATH"],
        PIP_INDEX_URL: evil,
        PIP_CONFIG_FILE: here.at("project/pip.conf"),
        UV_INDEX_URL: evil,
        UV_DEFAULT_INDEX: evil,
        UV_CONFIG_FILE: here.at("project/uv.toml"),
        XDG_CONFIG_HOME: here.at("project/.config"),
        PYTHONPATH: here.at("project"),
        PYTHONSTARTUP: here.at("project/sitecustomize.py"),
        VIRTUAL_ENV: here.at("project"),
      };
      const services = { ...here.services, context: { ...context, env } };
      const leaf = mustBeAcquired(await acquired({ ...here.job, services }, { package: "leaf" }));
      expect(leaf.run("leaf")).toBe("leaf 1.0");
      expect(elsewhere.asked).toEqual([]);
      expect(here.ran()).toBe(false);
    });

    test.runIf(often).each([
      ["white space and quotes", 'it\'s a "long" $HOME'],
      ["more letters than a script's first line may have", `${"long".repeat(20)}/${"er".repeat(40)}`],
    ])("a place with %s", async (_, folder) => {
      await using here = await benchOf(client, { files }, folder);
      expect(mustBeAcquired(await acquired(here.job, LEAF, "a much longer name than the temporary one")).run("leaf", "x y")).toBe(
        "leaf 1.0 x y",
      );
    });

    test.runIf(often)("a package without a wheel is built", async () => {
      await using here = await benchOf(client, { files: [sdistOf()] });
      expect(mustBeAcquired(await acquired(here.job, { package: "built" })).run("built")).toBe("built");
    });

    test.runIf(often)("the Python that the manifest names, or none", async () => {
      await using here = await benchOf(client, { files });
      const python = pythonOf(here.services);
      const leaf = mustBeAcquired(await acquired(here.job, { ...LEAF, python: python.version }));
      expect(realpathSync(`${leaf.place}/tools/leaf/bin/python`)).toContain(python.version);
      expect(await acquired(here.job, { ...LEAF, python: "3.99" })).toMatchObject({
        severity: "error",
        why: expect.stringContaining("3.99"),
      });
    });

    test.runIf(client === "pip" && often)("a Python without pip uses the one that it brings for environments", async () => {
      await using here = await benchOf(client, { files });
      const { file } = pythonOf(here.services);
      spawnSync(file, ["-I", "-m", "venv", "--without-pip", here.at("bare")]);
      const { context } = here.services;
      const env = { ...context.env, PATH: [here.at("bare/bin"), "/usr/bin", "/bin"].join(delimiter) };
      const services = { ...here.services, context: { ...context, env } };
      expect(mustBeAcquired(await acquired({ ...here.job, services }, LEAF)).run("leaf")).toBe("leaf 1.0");
    });
  });
});
