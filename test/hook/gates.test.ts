import { readdirSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { cargoHouse } from "../setup/cargo-house.ts";
import { callHook } from "../setup/hook-calls.ts";
import { cargoFiles, pack } from "../support/cargo-workspace.ts";
import { skillText } from "../support/plugin.ts";

/** A plugin with one hook that says its name. */
const saying = (name: string, gate: string, hookGate = "") => ({
  "SYMPOSIUM.toml": `name = "${name}"\n${gate}\n[[hooks]]\nname = "say"\nevent = "PreToolUse"\ncommand = { script = "say.sh" }\n${hookGate}\n`,
  "say.sh": `echo '{"PreToolUse":{"additionalContext":"${name}"}}'\n`,
});
const EVERYWHERE = 'crates = ["*"]';

describe("which hooks run where", () => {
  test("F28 F29 F30 a hook runs when the predicates of its plugin and its own are true", async () => {
    await using there = await cargoHouse({
      plugins: {
        both: saying("both", `${EVERYWHERE}\npredicates = ["env(HOME)"]`, 'predicates = ["path_exists(Cargo.toml)"]'),
        own: saying("own", EVERYWHERE, 'predicates = ["env(NOBODY_SETS_THIS)"]'),
        plugin: saying("plugin", `${EVERYWHERE}\npredicates = ["not(env(HOME))"]`),
      },
    });
    const { context, trace } = await callHook(there, "PreToolUse");
    expect(context).toBe("both");
    expect(Object.values(trace.skipped).flat().toSorted()).toEqual(["own/say", "plugin/say"]);
  });

  test("F31 H113 a hook of a plugin for a crate that is not used here does not run", async () => {
    await using there = await cargoHouse({
      plugins: {
        absent: saying("absent", 'crates = ["tokio"]'),
        there: saying("there", 'crates = ["serde>=1"]'),
        newer: saying("newer", 'crates = ["serde>=2"]'),
        hook: saying("hook", "", 'predicates = ["depends-on(serde)"]'),
      },
    });
    expect((await callHook(there, "PreToolUse")).context).toBe("hook\n\nthere");
  });

  test("PL-10 variables and paths are checked in the call itself", async () => {
    await using there = await cargoHouse({
      plugins: {
        ci: saying("ci", EVERYWHERE, 'predicates = ["env(CI=1)"]'),
        nix: saying("nix", EVERYWHERE, 'predicates = ["path_exists(flake.nix)"]'),
      },
    });
    expect((await callHook(there, "PreToolUse")).context).toBe("");
    there.write("project/flake.nix", "");
    expect((await callHook(there, "PreToolUse")).context).toBe("nix");
    expect(await callHook(there, "PreToolUse", { env: { CI: "1" } })).toMatchObject({ context: "ci\n\nnix", trace: { index: "fresh" } });
  });

  test("RT-29 PL-10 a call starts no predicate's program: what sync was answered counts, and before that no", async () => {
    await using there = await cargoHouse({
      plugins: {
        shell: saying("shell", EVERYWHERE, 'predicates = ["shell(echo x >> shell-ran)"]'),
        custom: {
          ...saying("custom", `${EVERYWHERE}\npredicates = ["asks(it)"]`, '[[predicate]]\nname = "asks"\ncommand = { script = "ask.sh" }'),
          "ask.sh": 'echo x >> "$HOME/custom-ran"\n',
        },
      },
    });
    const ran = () => [there.has("project/shell-ran"), there.has("home/custom-ran")];
    for (const event of ["SessionStart", "PreToolUse"]) expect((await callHook(there, event)).context).toBe("");
    expect(ran()).toEqual([false, false]);
    await there.sync();
    expect(ran()).toEqual([true, true]);
    expect((await callHook(there, "PreToolUse")).context).toBe("custom\n\nshell");
    expect(there.read("project/shell-ran")).toBe("x\n");
    expect(there.read("home/custom-ran")).toBe("x\n");
  });

  test("RT-29 a closed hook's gate is asked in the first call; a broken one denies, and status says so", async () => {
    const closed = (predicate: string) => `predicates = ["${predicate}"]\non-failure = "closed"`;
    await using there = await cargoHouse({
      plugins: { no: saying("no", EVERYWHERE, closed("shell(false)")), yes: saying("yes", EVERYWHERE, closed("shell(echo x >> asked)")) },
    });
    for (let times = 0; times < 2; times++) expect((await callHook(there, "PreToolUse")).context).toBe("yes");
    expect(there.read("project/asked")).toBe("x\n");
    there.write(
      "home/.symposium/plugins/broken/SYMPOSIUM.toml",
      saying("broken", EVERYWHERE, closed("shell(no-such-program)"))["SYMPOSIUM.toml"],
    );
    expect((await callHook(there, "PreToolUse")).stdout).toContain("its gate shell(no-such-program) is broken");
    const { stdout, stderr } = await there.run(["status"]);
    expect(stdout + stderr).toContain("its gate shell(no-such-program) is broken");
  });

  test("PL-10 every surface gives the same answer: hooks, skills, status and the list of plugins", async () => {
    const gate = 'crates = ["serde"]\npredicates = ["shell(test -e wanted)"]';
    const plugin = saying("asking", gate);
    const manifest = `${plugin["SYMPOSIUM.toml"]}[[skills]]\nsource.path = "s"\n`;
    await using there = await cargoHouse({
      plugins: { asking: { ...plugin, "SYMPOSIUM.toml": manifest, "s/a/SKILL.md": skillText("guide") } },
    });
    const surfaces = async () => {
      await there.sync();
      const status = /^ {2}(\w+) +asking/m.exec((await there.run(["status"])).stdout)?.[1];
      const { answer } = JSON.parse((await there.run(["plugin", "list", "--json"])).stdout) as {
        answer: { sources: { plugins: { name: string; active: boolean }[] }[] };
      };
      const listed = answer.sources.flatMap(({ plugins }) => plugins).find(({ name }) => name === "asking")?.active;
      return { hook: (await callHook(there, "PreToolUse")).context, skills: there.installed(), status, listed };
    };
    expect(await surfaces()).toEqual({ hook: "", skills: [], status: "inactive", listed: false });
    there.write("project/wanted", "");
    there.remove("home/.symposium/cache");
    expect(await surfaces()).toEqual({ hook: "asking", skills: ["guide"], status: "active", listed: true });
  });
});

describe("which folder a workspace is", () => {
  const root = (name: string, dependencies: readonly string[]) => {
    const files = cargoFiles(dependencies);
    return {
      "Cargo.toml": files["Cargo.toml"].replace('"app"', `"${name}"`),
      "Cargo.lock": files["Cargo.lock"].replace('"app"', `"${name}"`),
    };
  };

  test("PL-13 every root up to the top of the repository counts: one workspace, one index, skills in the outermost", async () => {
    const inner = Object.fromEntries(Object.entries(root("inner", ["tokio 1.40.0"])).map(([name, text]) => [`tools/inner/${name}`, text]));
    await using there = await cargoHouse({
      plugins: {
        tokio: saying("tokio", 'crates = ["tokio"]'),
        serde: saying("serde", 'crates = ["serde"]'),
        guide: { "SKILL.md": skillText("guide", 'crates: "tokio"') },
      },
      project: { ...inner, "tools/inner/src/lib.rs": "", "src/main.rs": "" },
    });
    const indexes = () => readdirSync(there.at("home/.symposium/index")).filter((name) => name !== "no-workspace");
    const inside = there.at("project/tools/inner");
    expect((await callHook(there, "PreToolUse", { cwd: there.at("project/tools/inner/src") })).context).toMatch(/serde\n\ntokio$/);
    expect((await there.run(["sync"], { cwd: inside })).exitCode).toBe(0);
    expect(there.installed()).toEqual(["guide"]);
    expect(there.has("project/tools/inner/.claude")).toBe(false);
    // From outside the inner root only the outer one is seen: a second index beside that of both and the inner folder's link to it.
    expect((await callHook(there, "PreToolUse")).context).toBe("serde");
    expect(indexes()).toHaveLength(3);
  });

  test("PL-13 all folders of a workspace share its index; a member's folder has a file that leads there", async () => {
    await using there = await cargoHouse({
      plugins: { serde: saying("serde", 'crates = ["serde"]') },
      project: {
        "Cargo.toml": '[workspace]\nmembers = ["app", "lib"]\nresolver = "2"\n',
        "app/Cargo.toml": pack("app", '[dependencies]\nserde = "1"\n'),
        "app/src/main.rs": "",
        "lib/Cargo.toml": pack("lib"),
      },
    });
    const files = () => readdirSync(there.at("home/.symposium/index")).toSorted();
    await callHook(there, "PreToolUse");
    const [index = ""] = files();
    for (const folder of ["app", "lib"]) {
      const { context, trace } = await callHook(there, "PreToolUse", { cwd: there.at(`project/${folder}`) });
      expect({ context, workspace: trace.workspace }).toEqual({ context: "serde", workspace: there.project });
    }
    const links = files().filter((name) => name !== index);
    expect(links).toHaveLength(2);
    for (const link of links) expect(there.read(`home/.symposium/index/${link}`)).toMatch(/^\{"format":"symposium-index-link"/);
    for (const folder of ["app/src", "lib", "."]) {
      expect((await callHook(there, "PreToolUse", { cwd: there.at(`project/${folder}`) })).trace.index).toBe("fresh");
    }
  });

  test("PL-14 outside any workspace hooks of `*` plugins still run, and no others", async () => {
    await using there = await cargoHouse({ plugins: { any: saying("any", EVERYWHERE), serde: saying("serde", 'crates = ["serde"]') } });
    expect((await callHook(there, "PreToolUse", { cwd: there.home })).context).toBe("any");
    const { stdout } = await there.run(["status"], { cwd: there.home });
    expect(stdout).toMatch(/^ {2}active +any/m);
    expect(stdout).toMatch(/^ {2}inactive +serde/m);
  });
});
