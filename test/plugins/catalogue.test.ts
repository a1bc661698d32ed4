import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import type { FileTree } from "fs-fixture";
import { beforeEach, describe, expect, test } from "vitest";

import { parseConfig } from "../../src/files/config.ts";
import { loadPlugins } from "../../src/plugins/active-plugins.ts";
import { catalogueFile } from "../../src/plugins/catalogue.ts";
import type { ReadRequest } from "../../src/plugins/plugins-read.ts";
import { openedBy } from "../support/opened-files.ts";
import { hook, manifest } from "../support/plugin.ts";
import { ourDirectory } from "./our-directory.ts";
import { workspaceWith } from "./workspace-with.ts";

type Ours = Awaited<ReturnType<typeof ourDirectory>>;

/** The clock is ahead, so that files which were just made count as settled. */
function load({ context, places }: Ours, packages: readonly string[] | null, more: Partial<ReadRequest> = {}) {
  const parsed = parseConfig(places.config, "[defaults]\nsymposium-recommendations = false\n");
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const { config } = parsed;
  const request: ReadRequest = {
    config,
    places,
    workspace: packages === null ? null : workspaceWith(packages),
    context: { ...context, now: () => Date.now() + 10_000 },
    isStored: true,
    ...more,
  };
  const { value: loaded, opened } = openedBy(() => loadPlugins(request));
  const read = opened.filter((file) => file.endsWith("SYMPOSIUM.toml")).length;
  const active = loaded.plugins.filter(({ inactive }) => inactive === undefined).map(({ plugin }) => plugin.name);
  return { ...loaded, read, active };
}

const GUARD = 'on-failure = "closed"';
const MANY = Object.fromEntries(
  Array.from({ length: 50 }, (_, at) => [`p${at}`, manifest(`p${at}`, hook("h", "PreToolUse", GUARD), `crates = ["crate-${at}"]`)]),
);

let ours: Ours;
beforeEach(async () => {
  ours = await ourDirectory({ plugins: MANY } satisfies FileTree);
  load(ours, null);
  return () => ours[Symbol.asyncDispose]();
});

const at = (number: number) => ours.path("plugins", `p${number}`, "SYMPOSIUM.toml");

describe("PL-31 the cost follows the project", () => {
  test("PL-31 of many plugins only those are read that a package of the workspace could wake", () => {
    expect(load(ours, [])).toMatchObject({ read: 0, active: [] });
    expect(load(ours, ["crate-7", "crate_30", "other"])).toMatchObject({ read: 2, active: ["p30", "p7"] });
    expect(load(ours, null).read).toBe(0);
    expect(load(ours, ["crate-7"], { through: "all" })).toMatchObject({ read: 50, active: ["p7"], outlined: [] });
  });

  test("PL-31 an outlined plugin is listed with its hooks and the reason", () => {
    const { outlined } = load(ours, ["crate-1"]);
    expect(outlined).toHaveLength(49);
    expect(outlined[0]).toMatchObject({
      plugin: { name: "p0" },
      state: "inactive",
      inactive: "no dependency crate-0",
      hooks: [{ hook: { name: "h", onFailure: "closed" }, inactive: "no dependency crate-0" }],
    });
  });

  test("PL-31 plugins without a package's name are always read", () => {
    const gates = ['crates = ["*"]', "", 'crates = ["cargo:*"]', 'crates = ["absent", "*"]', 'predicates = ["shell(true)"]'];
    for (const [number, gate] of [...gates, 'predicates = ["not(depends-on(absent))"]', 'predicates = ["env(X)"]'].entries()) {
      writeFileSync(at(number), `name = "p${number}"\n${gate}\n${hook("h")}`);
    }
    writeFileSync(at(20), `name = "p20"\ncrates = ["absent"]\n[[predicate]]\nname = "mine"\ncommand = { executable = "true" }\n`);
    writeFileSync(at(22), `name = "p22"\ncrates = ["absent"]\n[[plugins]]\nsource.path = "more"\n`);
    writeFileSync(at(21), `name = "p21"\ncrates = ["absent"]\n${hook("h", "Stop", 'predicates = ["shell(true)"]')}`);
    load(ours, []);
    expect(load(ours, []).read).toBe(10);
  });

  test("PL-31 where dependencies are unreadable, every plugin may be meant", () => {
    const unread = { ...workspaceWith([]), problems: [{ severity: "error", file: "Cargo.toml", message: "is damaged" }] as const };
    const loaded = load(ours, [], { workspace: unread });
    expect(loaded.read).toBe(50);
    expect(loaded.plugins.flatMap(({ hooks }) => hooks).filter(({ inactive }) => inactive === undefined)).toHaveLength(50);
  });
});

describe("PL-31 a change counts at once", () => {
  test.each<[string, () => void]>([
    ["another gate", () => writeFileSync(at(3), readFileSync(at(3), "utf8").replace("crate-3", "serde"))],
    [
      "another gate of the same length, with the old time",
      () => {
        writeFileSync(at(3), readFileSync(at(3), "utf8").replace("crate-3", "serde_1"));
        const { mtime, atime } = statSync(at(4));
        utimesSync(at(3), atime, mtime);
      },
    ],
    [
      "a manifest that becomes a link to another",
      () => {
        writeFileSync(ours.path("other.toml"), `name = "p3"\ncrates = ["serde"]\n${hook("h")}`);
        rmSync(at(3));
        symlinkSync(ours.path("other.toml"), at(3));
      },
    ],
    [
      "a new plugin",
      () => {
        mkdirSync(ours.path("plugins", "new"));
        writeFileSync(ours.path("plugins", "new", "SYMPOSIUM.toml"), `name = "p3"\ncrates = ["serde"]\n`);
      },
    ],
  ])("PL-31 %s wakes a plugin", (_, change) => {
    expect(load(ours, ["serde", "serde_1"]).active).toEqual([]);
    change();
    expect(load(ours, ["serde", "serde_1"]).active).toEqual(["p3"]);
  });

  test("PL-31 a plugin that is gone is gone, and one that breaks is reported", () => {
    rmSync(dirname(at(3)), { recursive: true });
    appendFileSync(at(4), "= =");
    const { outlined, problems, plugins } = load(ours, []);
    expect([...outlined, ...plugins].map(({ plugin }) => plugin.name)).not.toContain("p3");
    expect(problems).toMatchObject([{ severity: "error", file: at(4) }]);
    expect(load(ours, []).problems).toMatchObject([{ severity: "error", file: at(4) }]);
  });

  test("PL-31 a warning in the manifest of an outlined plugin is reported again from the catalogue", () => {
    writeFileSync(at(3), `name = "p3"\ncrates = ["absent"]\nunknown-key = 1\n`);
    const first = load(ours, []);
    expect(first.problems).toMatchObject([{ severity: "warning", message: "unknown key `unknown-key`" }]);
    expect(load(ours, [])).toMatchObject({ read: 0, problems: first.problems });
  });

  test("PL-31 a script that a hook names and that is gone makes its manifest be read again", () => {
    const script = ours.path("plugins", "p3", "h.sh");
    writeFileSync(script, "");
    load(ours, []);
    expect(load(ours, []).read).toBe(0);
    rmSync(script);
    expect(load(ours, []).read).toBe(1);
  });

  test("PL-31 a manifest that changed within the last seconds is not stored", () => {
    appendFileSync(at(3), "\n");
    const now = { context: { ...ours.context, now: () => Date.now() } };
    load(ours, [], now);
    expect(load(ours, [], now).read).toBe(1);
  });
});

describe.skipIf(process.platform === "win32")("PL-31 a catalogue that cannot be trusted hides nothing", () => {
  const text = () => readFileSync(catalogueFile(ours.places), "utf8");
  const put = (changed: string) => writeFileSync(catalogueFile(ours.places), changed);

  test.each<[string, () => void]>([
    ["damaged", () => put(text().replace('"cargo:crate_9"', '"cargo:crate_8"'))],
    ["truncated", () => put(text().slice(0, -10))],
    ["empty", () => put("")],
    ["of another build", () => put(text().replace(/^\["[^"]*"/, '["other"'))],
    ["any JSON", () => put('["symposium-catalogue 2"]\n[null]')],
    ["writable by others", () => chmodSync(catalogueFile(ours.places), 0o666)],
    ["missing", () => rmSync(catalogueFile(ours.places))],
    ["a folder", () => (rmSync(catalogueFile(ours.places)), mkdirSync(catalogueFile(ours.places)))],
    ["a dangling link", () => (rmSync(catalogueFile(ours.places)), symlinkSync("nowhere", catalogueFile(ours.places)))],
  ])("PL-31 %s", (_, spoil) => {
    spoil();
    expect(load(ours, ["crate-9"])).toMatchObject({ read: 50, active: ["p9"] });
  });

  test("PL-31 it is private, and written only when something changed", () => {
    const before = statSync(catalogueFile(ours.places));
    expect(before.mode & 0o777).toBe(0o600);
    load(ours, ["crate-9"]);
    load(ours, null, { through: "all" });
    expect(statSync(catalogueFile(ours.places)).ino).toBe(before.ino);
  });
});
