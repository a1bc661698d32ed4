/** Links and paths that lead out of a repository: nothing outside it is read or copied, and each is reported once with its target. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { type HostileClone, hostileClone, SECRET } from "./hostile-clone.ts";
import { fewer, sampled } from "../support/thoroughness.ts";

interface Leading {
  readonly title: string;
  /** Links by their place in the clone; HOME is the user's. */
  readonly links: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  /** The place that is reported; absent where nothing has to be. */
  readonly told?: string;
}

const APP = '[package]\nname = "app"\nversion = "0.1.0"\n';
const SKILL = "---\nname: own\ndescription: own\n---\n";

const LEADING: readonly Leading[] = [
  { title: "a skill of the shared folder", links: { ".agents/skills/x": "HOME/private" }, told: ".agents/skills/x" },
  { title: "the shared folder itself", links: { ".agents/skills": "HOME/private" }, told: ".agents/skills" },
  { title: "the folder around it", links: { ".agents": "HOME/outer" }, told: ".agents/skills" },
  { title: "a skill of the bare folder", links: { "skills/x": "HOME/private" }, told: "skills/x" },
  { title: "the bare folder itself", links: { skills: "HOME/private" }, told: "skills" },
  { title: "a relative link", links: { "skills/x": "../../../private" }, told: "skills/x" },
  { title: "a chain of links", links: { "skills/x": "../one", one: "two", two: "HOME/private" }, told: "skills/x" },
  { title: "a link deep in a tree", links: { "skills/a/b/c": "HOME/private" }, files: { "skills/a/b/file": "" }, told: "skills/a/b/c" },
  { title: "SKILL.md itself", links: { "skills/x/SKILL.md": "HOME/private/SKILL.md" }, told: "skills/x/SKILL.md" },
  {
    title: "a resource of a skill",
    links: { "skills/x/key": "HOME/private/key" },
    files: { "skills/x/SKILL.md": SKILL },
    told: "own: key",
  },
  { title: "a folder of resources", links: { "skills/x/more": "HOME/private" }, files: { "skills/x/SKILL.md": SKILL }, told: "own: more" },
  { title: "a circle", links: { "skills/x/again": "../x", "skills/loop": "loop" }, files: { "skills/x/SKILL.md": SKILL } },
  {
    title: "a member's folder",
    links: { "parts/x": "HOME/private-package" },
    files: { "Cargo.toml": '[workspace]\nmembers = ["parts/*"]\n' },
    told: "Cargo.toml",
  },
  {
    title: "a named member's folder",
    links: { x: "HOME/private-package" },
    files: { "Cargo.toml": '[workspace]\nmembers = ["x"]\n' },
    told: "Cargo.toml",
  },
  {
    title: "the skills of a member",
    links: { "x/skills": "HOME/private" },
    files: { "Cargo.toml": '[workspace]\nmembers = ["x"]\n', "x/Cargo.toml": APP },
    told: "x/skills",
  },
  {
    title: "a member's manifest",
    links: { "x/Cargo.toml": "HOME/private-package/Cargo.toml" },
    files: { "Cargo.toml": '[workspace]\nmembers = ["x"]\n' },
    told: "x/Cargo.toml",
  },
  { title: "the root's manifest", links: { "Cargo.toml": "HOME/private-package/Cargo.toml" }, told: "Cargo.toml" },
  {
    title: "the lock file",
    links: { "Cargo.lock": "HOME/private/key" },
    files: { "Cargo.toml": `${APP}[dependencies]\nserde = "1"\n` },
    told: "Cargo.lock",
  },
  {
    title: "Cargo's configuration",
    links: { ".cargo/config.toml": "HOME/private/key" },
    files: { "Cargo.toml": APP },
    told: ".cargo/config.toml",
  },
  { title: "the folder of Cargo's configuration", links: { ".cargo": "HOME/.cargo" }, files: { "Cargo.toml": APP } },
  {
    title: "the repository's Symposium manifest",
    links: { "SYMPOSIUM.toml": "HOME/private/key" },
    files: { "Cargo.toml": APP },
    told: "SYMPOSIUM.toml",
  },
  {
    title: "a dependency in a folder",
    links: { dep: "HOME/private-package" },
    files: { "Cargo.toml": `${APP}[dependencies]\ndep = { path = "dep" }\n` },
    told: "Cargo.toml",
  },
  {
    title: "a path to a dependency",
    links: {},
    files: { "Cargo.toml": `${APP}[dependencies]\ndep = { path = "HOME/private-package" }\n` },
    told: "Cargo.toml",
  },
  {
    title: "a patch",
    links: {},
    files: { "Cargo.toml": `${APP}[dependencies]\ndep = "1"\n[patch.crates-io]\ndep = { path = "../../private-package" }\n` },
    told: "Cargo.toml",
  },
  {
    title: "a vendored folder",
    links: {},
    files: { "Cargo.toml": APP, ".cargo/config.toml": '[source.crates-io]\nreplace-with = "v"\n[source.v]\ndirectory = "HOME/private"\n' },
    told: ".cargo/config.toml",
  },
  {
    title: "override paths",
    links: {},
    files: { "Cargo.toml": APP, ".cargo/config.toml": 'paths = ["HOME/private-package"]\n' },
    told: ".cargo/config.toml",
  },
  {
    title: "an included file",
    links: {},
    files: { "Cargo.toml": APP, ".cargo/config.toml": 'include = "HOME/private/key.toml"\n' },
    told: "key.toml",
  },
  {
    title: "skills that a manifest names",
    links: {},
    files: { "Cargo.toml": APP, "SYMPOSIUM.toml": 'name = "own"\n[[skills]]\nsource.path = "HOME/private"\n' },
    told: "private",
  },
  {
    title: "skills that a manifest names by steps upwards",
    links: {},
    files: { "Cargo.toml": APP, "SYMPOSIUM.toml": 'name = "own"\n[[skills]]\nsource.path = "../../private"\n' },
    told: "private",
  },
];

async function linked({ links, files = {} }: Leading): Promise<HostileClone> {
  const there = await hostileClone({ ...("Cargo.toml" in links ? {} : { "Cargo.toml": APP }), ...files });
  there.write("private/key.toml", `${SECRET} = 1\n`);
  there.write("outer/skills/x/SKILL.md", readFileSync(join(there.home, "private/SKILL.md"), "utf8"));
  there.write("private-package/Cargo.toml", `[package]\nname = "${SECRET}"\nversion = "1.0.0"\n`);
  there.write("private-package/skills/x/SKILL.md", readFileSync(join(there.home, "private/SKILL.md"), "utf8"));
  for (const [place, target] of Object.entries(links)) {
    mkdirSync(dirname(join(there.clone, place)), { recursive: true });
    rmSync(join(there.clone, place), { force: true });
    symlinkSync(target.replace("HOME", there.home), join(there.clone, place));
  }
  return there;
}

describe("PL-32 PL-20 what leads out of the repository is neither read nor copied", () => {
  test.each(fewer(sampled(LEADING, ({ links, told }) => `${Object.keys(links)[0]?.split("/")[0]} ${told === undefined}`)))(
    "$title",
    { timeout: 60_000 },
    async (leading) => {
      await using there = await linked(leading);
      const started = await there.call("SessionStart");
      const synced = there.symposium("sync");
      const told = `${started.stdout}${started.stderr}${synced.stdout}${synced.stderr}`;
      expect(synced.exitCode, told).toBe(0);
      expect(there.added(), told).not.toContain(SECRET);
      expect(existsSync(join(there.clone, ".claude/skills")) ? readdirSync(join(there.clone, ".claude/skills")) : []).not.toContain(
        "private",
      );
      expect(told).not.toContain(SECRET);
      if (leading.told === undefined) return;
      // A file of a skill is named by its place in it.
      const isTold = (line: string) =>
        line.includes(`${leading.told}`) && /so it is not read|which is not read|link out of the skill|names a folder outside/.test(line);
      const lines = `${synced.stdout}${synced.stderr}`.split("\n").filter(isTold);
      expect(lines, synced.stderr).toHaveLength(1);
      expect(lines[0]).toContain(there.home);
    },
  );

  test("links inside the repository still work", { timeout: 60_000 }, async () => {
    const inside: Leading = { title: "", links: { "skills/x": "../docs/skill" }, files: { "docs/skill/SKILL.md": SKILL } };
    await using there = await linked(inside);
    await there.open();
    expect(readdirSync(join(there.clone, ".claude/skills"))).toContain("own");
  });
});
