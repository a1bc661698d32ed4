import { expect, test } from "vitest";

import { crateHouse, type CrateHouseOptions, skillIn, syncedIn, withMetadata } from "./crate-house.ts";

/** A plugin of a source whose skills come from the crates that its gate names. */
const guide = (...crates: readonly string[]) => ({
  "guide/SYMPOSIUM.toml": `name = "guide"\ncrates = ${JSON.stringify(crates)}\n[[skills]]\nsource = "crate"\n`,
});
const to = (name: string, version?: string) => `{ crate = { name = "${name}"${version === undefined ? "" : `, version = "${version}"`} } }`;

interface Case extends CrateHouseOptions {
  readonly id: string;
  readonly skills: readonly string[];
  readonly warns?: RegExp;
}

const A = "alpha 1.0.0";
const B = "beta 2.0.0";

const CASES: readonly Case[] = [
  { id: "B9 the usual folder of a crate", plugins: guide("alpha"), crates: { [A]: skillIn("skills", "usual") }, skills: ["usual"] },
  {
    id: "B9 the shared folder of a crate",
    plugins: guide("alpha"),
    crates: { [A]: skillIn(".agents/skills", "shared") },
    skills: ["shared"],
  },
  {
    id: "B9 J47 a folder that the metadata names, and not the usual one",
    plugins: guide("alpha"),
    crates: {
      [A]: {
        "Cargo.toml": withMetadata(A, 'skills = [{ path = "docs/guidance" }]'),
        ...skillIn("docs/guidance", "own"),
        ...skillIn("skills", "usual"),
      },
    },
    skills: ["own"],
  },
  {
    id: "B10 J48 another crate of the workspace",
    plugins: guide("alpha"),
    crates: { [A]: { "Cargo.toml": withMetadata(A, `skills = [${to("beta")}]`) }, [B]: skillIn("skills", "theirs") },
    skills: ["theirs"],
  },
  {
    id: "B10 PL-15 another crate outside the workspace, in the newest version that is asked for",
    plugins: guide("alpha"),
    dependencies: [A],
    crates: {
      [A]: { "Cargo.toml": withMetadata(A, `skills = [${to("beta", "2")}]`) },
      "beta 1.0.0": skillIn("skills", "one"),
      "beta 2.0.0": skillIn("skills", "two"),
      "beta 2.1.0": skillIn("skills", "newer"),
      "beta 3.0.0": skillIn("skills", "three"),
    },
    skills: ["newer"],
  },
  {
    id: "B11 a circle ends, and is reported once",
    plugins: guide("alpha"),
    crates: {
      [A]: { "Cargo.toml": withMetadata(A, `skills = [${to("beta")}]`) },
      [B]: { "Cargo.toml": withMetadata(B, `skills = [{ path = "own" }, ${to("alpha")}]`), ...skillIn("own", "kept") },
    },
    skills: ["kept"],
    warns: /packages lead in a circle: cargo:alpha → cargo:beta → cargo:alpha\n/,
  },
  {
    id: "B12 two redirects in a row",
    plugins: guide("alpha"),
    crates: {
      [A]: { "Cargo.toml": withMetadata(A, `skills = [${to("beta")}]`) },
      [B]: { "Cargo.toml": withMetadata(B, `skills = [${to("gamma")}]`) },
      "gamma 3.0.0": skillIn("skills", "last"),
    },
    skills: ["last"],
  },
  {
    id: "B13 J46 an empty list opts out",
    plugins: guide("alpha"),
    crates: { [A]: { "Cargo.toml": withMetadata(A, "skills = []"), ...skillIn("skills", "unwanted") } },
    skills: [],
  },
  {
    id: "B13 [defaults] skills = false opts out",
    plugins: guide("alpha"),
    crates: {
      [A]: { "Cargo.toml": withMetadata(A, "[package.metadata.symposium.defaults]\nskills = false"), ...skillIn("skills", "unwanted") },
    },
    skills: [],
  },
  {
    id: "B14 J52 a folder and a redirect",
    plugins: guide("alpha"),
    crates: {
      [A]: { "Cargo.toml": withMetadata(A, `skills = [{ path = "own" }, ${to("beta")}]`), ...skillIn("own", "mine") },
      [B]: skillIn("skills", "theirs"),
    },
    skills: ["mine", "theirs"],
  },
  {
    id: "B15 a circle through another spelling is recognised",
    plugins: guide("a-b"),
    crates: {
      "a-b 1.0.0": { "Cargo.toml": withMetadata("a-b 1.0.0", `skills = [{ path = "own" }, ${to("a_b")}]`), ...skillIn("own", "once") },
    },
    skills: ["once"],
    warns: /circle/,
  },
  {
    id: "B16 a redirect to a crate that opts out gives nothing",
    plugins: guide("alpha"),
    crates: {
      [A]: { "Cargo.toml": withMetadata(A, `skills = [${to("beta")}]`) },
      [B]: { "Cargo.toml": withMetadata(B, "skills = []"), ...skillIn("skills", "unwanted") },
    },
    skills: [],
  },
  {
    id: "B17 a diamond is installed once",
    plugins: guide("alpha", "beta"),
    dependencies: [A, B],
    crates: {
      [A]: { "Cargo.toml": withMetadata(A, `skills = [${to("gamma")}]`) },
      [B]: { "Cargo.toml": withMetadata(B, `skills = [${to("gamma", "3")}]`) },
      "gamma 3.0.0": skillIn("skills", "once"),
    },
    skills: ["once"],
  },
  {
    id: "B18 J50 malformed metadata falls back to the usual folder, with a warning",
    plugins: guide("alpha"),
    crates: { [A]: { "Cargo.toml": withMetadata(A, 'skills = [{ path = "own", crate = "beta" }]'), ...skillIn("skills", "usual") } },
    skills: ["usual"],
    warns: /warning: .*Cargo\.toml:5:\d+: `path` and `crate` are mutually exclusive/,
  },
  {
    id: "B19 a folder that does not exist gives nothing",
    plugins: guide("alpha"),
    crates: { [A]: { "Cargo.toml": withMetadata(A, 'skills = [{ path = "nowhere" }]'), ...skillIn("skills", "unwanted") } },
    skills: [],
  },
];

test.each(CASES)("B10–B19 $id", async ({ skills, warns, ...options }) => {
  await using house = await crateHouse(options);
  const synced = await syncedIn(house);
  expect(synced.skills).toEqual(skills);
  // Which dependencies wait for a decision is told by every sync without a terminal.
  if (warns === undefined) expect(synced.stderr.replaceAll(/^dependency `\w+` brings a plugin .*\n/gm, "")).toBe("");
  else expect(synced.stderr.match(new RegExp(warns, "g"))).toHaveLength(1);
});

test("PL-15 eleven redirects in a row are too many, which is reported once", async () => {
  const names = Array.from({ length: 13 }, (_, at) => `c${at} 1.0.0`);
  const crates = Object.fromEntries(
    names.map((crate, at) => [
      crate,
      { "Cargo.toml": withMetadata(crate, `skills = [{ path = "own" }, ${to(`c${at + 1}`)}]`), ...skillIn("own", `s${at}`) },
    ]),
  );
  await using house = await crateHouse({ crates, plugins: guide("c0"), dependencies: ["c0 1.0.0"] });
  const { skills, stderr } = await syncedIn(house);
  expect(skills).toHaveLength(11);
  expect(stderr.match(/more than 10 packages away/g)).toHaveLength(1);
});
