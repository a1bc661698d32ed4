import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { acquireProgram } from "../../../src/packages/programs/acquire-program.ts";
import { type Acquired, findAcquired } from "../../../src/packages/programs/find-acquired.ts";
import { changesFile, placeOf } from "../../../src/packages/programs/place.ts";
import type { AcquireServices, Installation } from "../../../src/packages/programs/program-source.ts";
import { programIn } from "../../../src/packages/programs/resolve-command.ts";
import { temporaryHome } from "../../support/temporary-home.ts";
import { breakAt, restore } from "../../setup/faults/break-at.mjs";
import { points } from "../../support/thoroughness.ts";
import { machineIn } from "./acquired.ts";
import { downloadServer, sha256 } from "./download-server.ts";
import { installationOf } from "./installation-of.ts";

const PROGRAM = "#!/bin/sh\necho hello from $0\n";

async function bench() {
  const home = await temporaryHome();
  const server = await downloadServer();
  server.serve("/tool", PROGRAM);
  const { services, lines } = machineIn(home.root);
  const installation = installationOf({ source: "binary", url: server.url("/tool"), sha256: sha256(PROGRAM) });
  return {
    home,
    server,
    services,
    lines,
    installation,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

function found(installation: Installation, { places, platform }: AcquireServices) {
  return findAcquired(installation, { cache: places.cache, platform });
}

async function mustAcquire(installation: Installation, services: AcquireServices): Promise<Acquired> {
  const acquired = await acquireProgram(installation, services);
  if ("why" in acquired) throw new Error(acquired.why);
  return acquired;
}

/** Everything below a folder that is not in place. */
function leftovers(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.tmp(?:$|\/)/.test(path));
}

describe("PG-2 an acquisition", () => {
  test("fails with our own mistake, which is not a failure of its source, and leaves nothing", async () => {
    await using one = await bench();
    const { home, installation, services } = one;
    const mistake = new TypeError("Cannot read properties of undefined");
    const onProgress = () => {
      throw mistake;
    };
    await expect(acquireProgram(installation, { ...services, onProgress })).rejects.toBe(mistake);
    expect(leftovers(home.root)).toEqual([]);
    expect(await acquireProgram(installation, services)).not.toHaveProperty("why");
  });

  test("is made once, recorded, and found from files alone", async () => {
    await using one = await bench();
    const { installation, services, server } = one;
    expect(found(installation, services)).toMatchObject({ state: "missing", why: "it was not acquired yet" });
    const acquired = await mustAcquire(installation, services);
    expect(spawnSync(acquired.programs["tool"]!, { encoding: "utf8" }).stdout).toContain("hello");
    expect(found(installation, services)).toEqual({ state: "acquired", ...acquired });
    expect(await acquireProgram(installation, services)).toMatchObject(acquired);
    expect(server.asked).toEqual(["/tool"]);
    expect(leftovers(services.places.cache)).toEqual([]);
  });

  test("of two at once does the work once", async () => {
    await using one = await bench();
    const { installation, services, server } = one;
    const all = await Promise.all([1, 2, 3, 4].map(() => mustAcquire(installation, services)));
    expect(new Set(all.map(({ folder }) => folder)).size).toBe(1);
    expect(server.asked).toEqual(["/tool"]);
  });

  test.each([
    ["removed", (file: string) => rmSync(file)],
    ["changed", (file: string) => appendFileSync(file, "# more\n")],
    ["without its record", (file: string) => rmSync(join(file, "..", ".symposium-program.json"))],
  ])("whose program was %s is made again", async (_, damage) => {
    await using one = await bench();
    const { installation, services, server } = one;
    const { programs } = await mustAcquire(installation, services);
    const stamp = statSync(changesFile(services.places.cache)).mtimeMs;
    damage(programs["tool"]!);
    expect(found(installation, services)?.state).toBe("missing");
    await mustAcquire(installation, services);
    expect(readFileSync(programs["tool"]!, "utf8")).toBe(PROGRAM);
    expect(server.asked).toHaveLength(2);
    expect(statSync(changesFile(services.places.cache)).mtimeMs).toBeGreaterThanOrEqual(stamp);
  });

  test("of another platform, in a home that two machines share, does not count", async () => {
    await using one = await bench();
    const { installation, services } = one;
    const { folder } = await mustAcquire(installation, services);
    const record = join(folder, ".symposium-program.json");
    writeFileSync(record, readFileSync(record, "utf8").replace(`"${services.platform}"`, '"plan9-mips"'));
    expect(found(installation, services)).toMatchObject({ state: "missing", why: "it was not acquired yet" });
  });

  test("PL-17 which version counts is each plugin's own that runs by consent", () => {
    const newest = (holder?: string) => placeOf(installationOf({ source: "npm", package: "tool" }), "/cache", "linux-x64", holder)?.newest;
    expect(new Set([newest(), newest("one"), newest("two")]).size).toBe(3);
    expect(newest("one")).toBe(newest("one"));
  });

  test("of another version or recipe has its own folder", async () => {
    await using one = await bench();
    const { services, server, installation } = one;
    server.serve("/new/tool", `${PROGRAM}# 2\n`);
    const next = installationOf({ source: "binary", url: server.url("/new/tool"), sha256: sha256(`${PROGRAM}# 2\n`) });
    const made = { ...installation, installCommands: ["touch made"] };
    const folders = new Set<string>();
    for (const each of [installation, next, made]) folders.add((await mustAcquire(each, services)).folder);
    expect(folders.size).toBe(3);
    for (const each of [installation, next, made]) expect(found(each, services)?.state).toBe("acquired");
  });

  test("that is broken off at any change leaves what worked, and the next one completes", { timeout: 120_000 }, async () => {
    await using one = await bench();
    const { services, server, installation, home } = one;
    const made = { ...installation, installCommands: ["echo done > made"] };
    await mustAcquire(made, services);
    const run = async (at: number | undefined, how: "die" | "full") => {
      rmSync(join(services.places.cache, "programs"), { recursive: true, force: true });
      const worked = await mustAcquire(installation, services);
      breakAt({ root: home.root, how, ...(at === undefined ? {} : { at }) });
      // What stands for a kill here is not a failure of the system, so it is thrown.
      await acquireProgram(made, services, { patienceMs: 200 }).catch(() => undefined);
      return { worked, count: restore() };
    };
    for (const how of ["die", "full"] as const) {
      const { count } = await run(undefined, how);
      expect(count).toBeGreaterThan(how === "die" ? 8 : 4);
      for (const at of points(count, { quick: 4, sample: 12, all: 60 })) {
        const { worked } = await run(at, how);
        expect(found(installation, services), `${how} ${at} of ${count}`).toMatchObject(worked);
        const state = found(made, services);
        if (state?.state === "acquired") expect(readFileSync(join(state.root, "made"), "utf8")).toBe("done\n");
        rmSync(services.places.locks, { recursive: true, force: true });
        const after = await mustAcquire(made, services);
        expect(readFileSync(join(after.root, "made"), "utf8"), `${how} ${at} of ${count}`).toBe("done\n");
        expect(leftovers(services.places.cache)).toEqual([]);
      }
    }
    expect(server.asked.length).toBeGreaterThan(0);
  });

  test("on a full disk says so, and leaves nothing", async () => {
    await using one = await bench();
    const { services, installation, home } = one;
    mkdirSync(services.places.cache, { recursive: true });
    breakAt({ root: home.root, how: "full", at: 3 });
    const result = await acquireProgram(installation, services);
    restore();
    expect(result).toMatchObject({ why: "the disk is full", hint: expect.stringContaining("cache clean") });
    expect(leftovers(services.places.cache)).toEqual([]);
  });
});

describe("PG-2 what runs of it", () => {
  const PROGRAMS = { tool: "/cache/tool/bin/tool" };

  test("is a file below its folder", async () => {
    await using home = await temporaryHome({ files: { tool: { bin: { run: "" } }, "tool-other": { run: "" }, run: "" } });
    const run = (executable: string) => programIn({ programs: PROGRAMS, root: home.at("tool") }, { executable }, "linux");
    expect(run("bin/run")).toEqual({ path: home.at("tool/bin/run") });
    expect(run("bin/../bin/run")).toEqual({ path: home.at("tool/bin/run") });
    expect(run("tool")).toEqual({ path: PROGRAMS.tool });
    for (const outside of ["../run", "bin/../../run", "../tool-other/run", home.at("run"), home.at("tool/bin/run"), ".", "bin"])
      expect(run(outside), outside).toEqual({ why: `it has no program ${outside}, only tool` });
  });
});

describe("PG-8 install commands", () => {
  const plugin = (root: string) => {
    const folder = join(root, "plugin");
    mkdirSync(join(folder, "src"), { recursive: true });
    mkdirSync(join(folder, ".git"));
    writeFileSync(join(folder, "src", "in"), "one");
    return folder;
  };

  test("run in order in a copy of the plugin's folder, once until a file of it changes", async () => {
    await using one = await bench();
    const { services } = one;
    const folder = plugin(one.home.root);
    const commands = ["mkdir bin", "{ echo '#!/bin/sh'; echo echo built from $(cat src/in); } > bin/tool", "chmod +x bin/tool"];
    const installation = installationOf({ executable: "bin/tool", install_commands: commands }, folder);
    const run = async () => {
      const { root } = await mustAcquire(installation, services);
      return { root, printed: spawnSync(join(root, "bin/tool"), { encoding: "utf8" }).stdout };
    };
    const first = await run();
    expect(first.printed).toBe("built from one\n");
    expect(existsSync(join(folder, "bin"))).toBe(false);
    expect(existsSync(join(first.root, ".git"))).toBe(false);
    expect((await run()).root).toBe(first.root);
    writeFileSync(join(folder, "src", "in"), "three");
    expect((await run()).printed).toBe("built from three\n");
  });

  test("stop at the first failure: nothing counts, the output is in the log, its last lines in the message", async () => {
    await using one = await bench();
    const { services, installation } = one;
    const made = { ...installation, installCommands: ["echo first; touch ../first", "echo broken >&2; exit 3", "touch ../third"] };
    const result = await acquireProgram(made, services);
    expect(result).toMatchObject({ why: "the install command `echo broken >&2; exit 3` exited with 3:\nbroken" });
    expect(found(made, services)?.state).toBe("missing");
    const log = readdirSync(services.places.logs).map((name) => readFileSync(join(services.places.logs, name), "utf8"));
    expect(log.join("")).toContain("first");
    expect(readdirSync(services.places.cache, { recursive: true, encoding: "utf8" }).some((path) => path.endsWith("third"))).toBe(false);
  });

  test.each([
    ["a link out of the folder", "rm tool && ln -s /bin/sh tool", "tool is a link that leads out of what was acquired"],
    ["nothing", "rm tool", "tool is missing in what was acquired"],
  ])("PG-2 that leave %s in the place of the program acquire nothing", async (_, command, why) => {
    await using one = await bench();
    const made = { ...one.installation, installCommands: [command] };
    expect(await acquireProgram(made, one.services)).toMatchObject({ why });
    expect(found(made, one.services)?.state).toBe("missing");
    expect(leftovers(one.services.places.cache)).toEqual([]);
  });

  test("get no variable that a project could use, and no program of the repository", async () => {
    await using one = await bench();
    const { installation } = one;
    const evil = join(one.home.root, "project", "evil-bin");
    mkdirSync(evil, { recursive: true });
    writeFileSync(join(evil, "make"), "#!/bin/sh\necho evil", { mode: 0o755 });
    const env = { PATH: `${evil}:${process.env["PATH"]}`, BASH_ENV: "/evil", NODE_OPTIONS: "--require=/evil" };
    const { services } = machineIn(one.home.root, env);
    const made = { ...installation, installCommands: ["env > ../env; command -v make >> ../env || true; cp ../env ./env"] };
    const { root } = await mustAcquire(made, services);
    const seen = readFileSync(join(root, "env"), "utf8");
    expect(seen).not.toMatch(/evil/);
    expect(seen).toContain("HOME=");
  });
});
