import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";

import { describe, expect, test } from "vitest";

import { fetchPackage } from "../../../../src/packages/pypi/fetch.ts";
import { write } from "../../npm/with-registry.ts";
import { acquired, mustBeAcquired, newestOf } from "../acquired.ts";
import { benchOf, type Client, hasClient, pythonOf, sdistOf, tool } from "./python-tools.ts";

const NAMES = ["python3", "python", "pip", "pip3"];

/**
 * As pyenv's: after pip it makes its shims again, under a lock that stays behind if it is killed then. `calls` has everything that was asked of one.
 */
function shim(root: string, name: string, python: string): string {
  const folder = dirname(python);
  // Some systems have a `python3` and no `python`.
  const program = name.startsWith("python") ? python : `${folder}/${name}`;
  return `#!/bin/sh
echo "${name} $*" >> '${root}/calls'
case " ${name} $* " in
  *" -m pip "* | " pip"*) : > '${root}/shims/.pyenv-shim' ;;
esac
PATH='${folder}':"$PATH" exec '${program}' "$@"
`;
}

async function machineWithShims(
  client: Client,
  files = [tool("leaf", "1.0"), sdistOf(`subprocess.run(["python3", "-c", ""], check=True)`)],
) {
  const here = await benchOf(client, { files });
  const { context } = here.services;
  const python = pythonOf(here.services);
  for (const name of NAMES) write(here.at(`home/.pyenv/shims/${name}`), shim(here.at("home/.pyenv"), name, python.found), 0o755);
  const env = { ...context.env, PATH: here.at("home/.pyenv/shims") + delimiter + context.env["PATH"], PYENV_ROOT: here.at("home/.pyenv") };
  const services = { ...here.services, context: { ...context, env } };
  const calls = () =>
    existsSync(here.at("home/.pyenv/calls")) ? readFileSync(here.at("home/.pyenv/calls"), "utf8").trim().split("\n") : [];
  const isLocked = () => existsSync(here.at("home/.pyenv/shims/.pyenv-shim"));
  return { ...here, services, job: { ...here.job, services }, calls, isLocked };
}

const QUESTION = /^python3 -I -S -B -c \S*import sys; print\(sys\.executable\)$/;

describe.skipIf(!hasClient("pip"))("PG-6 Python behind a version manager's shim", { timeout: 120_000 }, () => {
  test("is asked where it is, and pip runs without the shim, what it builds included", async () => {
    await using here = await machineWithShims("pip");
    expect(mustBeAcquired(await acquired(here.job, { package: "leaf" }, "leaf")).run("leaf")).toBe("leaf 1.0");
    expect(mustBeAcquired(await acquired(here.job, { package: "built" }, "built")).run("built")).toBe("built");
    expect(await newestOf(here.job, { package: "leaf" })).toEqual({ version: "1.0" });
    expect(here.calls().filter((call) => !QUESTION.test(call))).toEqual([]);
    expect(here.calls()).not.toEqual([]);
    expect(here.isLocked()).toBe(false);
  });

  test("PL-32 the same for a package that is only read", async () => {
    await using here = await machineWithShims("pip");
    const { context, places, repository } = here.services;
    const where = { ...context, cache: places.cache, repository };
    expect(await fetchPackage({ name: "leaf", namedIn: here.at("project/pyproject.toml") }, where)).toMatchObject({ version: "1.0" });
    expect(here.calls().filter((call) => !QUESTION.test(call))).toEqual([]);
    expect(here.isLocked()).toBe(false);
  });

  test("one whose version is not installed leaves the turn to the next Python", async () => {
    await using here = await machineWithShims("pip");
    write(here.at("home/.pyenv/shims/python3"), "#!/bin/sh\necho 'pyenv: python3: command not found' >&2\nexit 127\n", 0o755);
    expect(mustBeAcquired(await acquired(here.job, { package: "leaf" })).run("leaf")).toBe("leaf 1.0");
    write(here.at("home/.pyenv/shims/python"), "#!/bin/sh\necho 'pyenv: python: command not found' >&2\nexit 127\n", 0o755);
    expect(await acquired(here.job, { package: "leaf" })).toMatchObject({
      severity: "error",
      why: expect.stringMatching(/^python3 does not run: .*pyenv: python3: command not found/),
    });
  });

  test("what prints no path is started as it is", async () => {
    await using here = await machineWithShims("pip");
    const { found } = pythonOf(here.services);
    write(here.at("home/.pyenv/shims/python3"), `#!/bin/sh\ncase "$*" in *sys.executable*) echo;; *) exec '${found}' "$@";; esac\n`, 0o755);
    expect(mustBeAcquired(await acquired(here.job, { package: "leaf" })).run("leaf")).toBe("leaf 1.0");
  });
});

describe.skipIf(!hasClient("uv"))("PG-6 uv beside a version manager's shims", { timeout: 120_000 }, () => {
  test("starts no pip through one", async () => {
    await using here = await machineWithShims("uv");
    expect(mustBeAcquired(await acquired(here.job, { package: "leaf" })).run("leaf")).toBe("leaf 1.0");
    expect(here.isLocked()).toBe(false);
  });
});
