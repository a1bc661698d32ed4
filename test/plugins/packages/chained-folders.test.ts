import { appendFileSync, chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { createHome, type Home } from "../../support/home.ts";
import { answer, CLOSED, decide, DENY, packageHome, repositoryHome, subjectIn } from "../../support/consented.ts";
import { hook, manifestText, skillText } from "../../support/plugin.ts";
import { crateHouse, syncedIn } from "./crate-house.ts";

const PATH = (path: string, gate = "") => `[[plugins]]\nsource.path = "${path}"\n${gate}\n`;
const EXTRAS = { "SYMPOSIUM.toml": hook("deny"), "deny.sh": DENY };
const DENIED = "deny: Not here. (extras/deny)";
const QUIET = "cat >/dev/null\n";
const CONFIG = "[defaults]\nsymposium-recommendations = false\n";

/** A source's plugin `guide` with a folder `extras`, whose hook denies. */
function guideHome(
  chain = PATH("extras"),
  extras: Record<string, string> = EXTRAS,
  { gate = 'crates = ["*"]', config = CONFIG } = {},
): Promise<Home> {
  return createHome({ guide: { "SYMPOSIUM.toml": manifestText("guide", chain, gate), extras } }, { "config.toml": config });
}

describe("PL-28 a folder of a source's plugin", () => {
  test("is a plugin with the trust of its source", async () => {
    await using home = await guideHome();
    expect(await answer(home)).toBe(DENIED);
  });

  test.each([
    ["where the gate of its reference is closed", PATH("extras", 'crates = ["absent"]'), {}],
    ["where the gate of its carrier is closed", PATH("extras"), { gate: 'crates = ["absent"]' }],
    ["where its carrier has no gate", PATH("extras"), { gate: "" }],
    ["where its carrier is disabled", PATH("extras"), { config: `${CONFIG}[plugins]\ndisable = ["guide"]\n` }],
    ["where it is disabled itself", PATH("extras"), { config: `${CONFIG}[plugins]\ndisable = ["extras"]\n` }],
  ])("is inactive %s", async (_, chain, more) => {
    await using home = await guideHome(chain, EXTRAS, more);
    expect(await answer(home)).toBe("");
  });

  test("is active where the user enabled its carrier", async () => {
    await using home = await guideHome(PATH("extras"), EXTRAS, { gate: "", config: `${CONFIG}[plugins]\nuse = ["guide"]\n` });
    expect(await answer(home)).toBe(DENIED);
  });

  test("is inactive where its own gate is closed", async () => {
    await using home = await guideHome(PATH("extras"), { ...EXTRAS, "SYMPOSIUM.toml": `crates = ["absent"]\n${hook("deny")}` });
    expect(await answer(home)).toBe("");
  });

  test("RT-37 keeps its closed hooks while its manifest is unusable", async () => {
    await using home = await guideHome(PATH("extras"), { ...EXTRAS, "SYMPOSIUM.toml": hook("deny", "PreToolUse", CLOSED) });
    expect(await answer(home)).toBe(DENIED);
    writeFileSync(home.getPath("plugins/guide/extras/SYMPOSIUM.toml"), "[[hooks]\n");
    expect(await answer(home)).toBe(DENIED);
    rmSync(home.getPath("plugins/guide/extras"), { recursive: true });
    expect(await answer(home)).toBe("");
  });

  test.runIf(process.getuid?.() !== 0)("RT-37 keeps its closed hooks while its folder is unreadable", async () => {
    await using home = await guideHome(PATH("extras"), { ...EXTRAS, "SYMPOSIUM.toml": hook("deny", "PreToolUse", CLOSED) });
    expect(await answer(home)).toBe(DENIED);
    chmodSync(home.getPath("plugins/guide/extras"), 0);
    try {
      expect(await answer(home)).toMatch(/^deny: /);
    } finally {
      chmodSync(home.getPath("plugins/guide/extras"), 0o755);
    }
  });
});

describe("PL-28 a folder of a repository's own plugin", () => {
  const repository = () => repositoryHome(`${CLOSED}${PATH("extras")}`, { "deny.sh": QUIET, extras: EXTRAS });

  test("runs after consent to the repository's plugin, which covers it", async () => {
    await using home = await repository();
    expect(await answer(home)).toBe("");
    expect(subjectIn(home).subject.parts.map(({ kind, name, commands }) => [kind, name, commands])).toEqual([
      ["hook", "deny", ["./deny.sh"]],
      ["hook", "extras/deny", ["./extras/deny.sh"]],
    ]);
    decide(home, "accepted");
    expect(await answer(home)).toBe(DENIED);
  });

  test.each([
    ["extras/SYMPOSIUM.toml", 'files = ["x"]', "changed since you accepted it"],
    ["extras/deny.sh", "# changed", ""],
  ])("a changed line of %s waits until asked again; the closed hook denies where it is part of that", async (file, line, told) => {
    await using home = await repository();
    decide(home, "accepted");
    const text = readFileSync(home.getPath("work", file), "utf8");
    writeFileSync(home.getPath("work", file), `${line}\n${text}`);
    const now = await answer(home);
    expect(now).toContain(told);
    expect(now).not.toContain("Not here.");
  });
});

describe("PL-28 a folder of a package's plugin", () => {
  test("runs after consent to the package, which covers it; one changed byte denies", async () => {
    await using home = await packageHome(PATH("extras"), {
      "deny.sh": QUIET,
      extras: { "SYMPOSIUM.toml": hook("deny", "PreToolUse", CLOSED), "deny.sh": DENY },
    });
    expect(await answer(home)).toBe("");
    expect(subjectIn(home).subject).toMatchObject({ id: "cargo:widget", parts: [{ name: "deny" }, { name: "extras/deny" }] });
    decide(home, "accepted");
    expect(await answer(home)).toBe(DENIED);
    appendFileSync(home.getPath("work/widget/extras/deny.sh"), "\n");
    expect(await answer(home)).toContain("it changed since you accepted it (extras/deny.sh)");
  });

  test("brings its skills, in folders inside folders", async () => {
    const files = {
      "SYMPOSIUM.toml": PATH("one"),
      "one/SYMPOSIUM.toml": PATH("two"),
      "one/two/SYMPOSIUM.toml": 'name = "second"\n',
      "one/two/skills/spin/SKILL.md": skillText("spin"),
    };
    await using house = await crateHouse({ crates: { "widget 1.2.3": files }, config: '[plugins]\nuse = ["widget"]\n' });
    expect(await syncedIn(house)).toEqual({ skills: ["spin"], stderr: "" });
    const { stdout } = await house.run(["status"]);
    expect(stdout).toMatch(/active +second 1\.2\.3 +chained from `one`; brings the skill spin\n/);
  });
});

describe("PL-28 hostile folders", () => {
  test("a link out of the plugin's folder is refused and reported", async () => {
    await using house = await crateHouse({
      crates: { "widget 1.2.3": { "SYMPOSIUM.toml": PATH("extras") + PATH("inner") } },
      config: '[plugins]\nuse = ["widget"]\n',
    });
    house.write("elsewhere/SYMPOSIUM.toml", "");
    house.write("elsewhere/skills/stolen/SKILL.md", skillText("stolen"));
    const folder = house.at("home/.cargo/registry/src/registry.example-0123456789abcdef/widget-1.2.3");
    symlinkSync(house.at("elsewhere"), `${folder}/extras`);
    symlinkSync(".", `${folder}/inner`);
    const { skills, stderr } = await syncedIn(house);
    expect(skills).toEqual([]);
    expect(stderr.match(/leads out of the plugin's folder, so Symposium ignores it/g)).toHaveLength(2);
  });

  test("a manifest that is a link out of the plugin's folder is refused and reported", async () => {
    await using house = await crateHouse({
      plugins: { "guide/SYMPOSIUM.toml": manifestText("guide", PATH("extras")), "guide/extras/deny.sh": DENY },
    });
    house.write("elsewhere.toml", hook("deny"));
    symlinkSync(house.at("elsewhere.toml"), house.at("home/.symposium/plugins/guide/extras/SYMPOSIUM.toml"));
    expect((await syncedIn(house)).stderr).toMatch(/extras leads out of the plugin's folder, so Symposium ignores it/);
    expect((await house.run(["plugin", "list"])).stdout).not.toContain("extras/SYMPOSIUM");
  });

  test("folders inside each other end after ten, and a missing one is reported", async () => {
    const deep: Record<string, string> = {};
    for (let at = 0; at <= 12; at++) {
      const folder = Array.from({ length: at }, () => "in/").join("");
      deep[`${folder}SYMPOSIUM.toml`] = PATH("in") + PATH("gone");
      deep[`${folder}skills/s${at}/SKILL.md`] = skillText(`s${at}`);
    }
    await using house = await crateHouse({ crates: { "widget 1.2.3": deep }, config: '[plugins]\nuse = ["widget"]\n' });
    const { skills, stderr } = await syncedIn(house);
    expect(skills).toHaveLength(11);
    expect(stderr.match(/is more than Symposium reads/g)).toHaveLength(1);
    expect(stderr.match(/has no SYMPOSIUM.toml or plugin.json, so this plugin reference brings nothing/g)).toHaveLength(11);
  });
});
