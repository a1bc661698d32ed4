/** The built programs, and the system's policy where it really is: in a file system of the test's own. */

import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { program } from "../foundation/programs.ts";
import { policyHome } from "../plugins/policy/policy-home.ts";
import { SHELL } from "../support/consented.ts";
import { BUILT, environmentOf, type Home } from "../support/home.ts";

const MAY_MOUNT = spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs none /etc"]).status === 0;

/** A call under a system with this policy. */
function callUnder(policy: string, home: Home, form: (typeof BUILT)[number], env: Readonly<Record<string, string>> = {}) {
  writeFileSync(home.getPath("policy.toml"), policy);
  const script = 'mount -t tmpfs none /etc && mkdir /etc/symposium && cp "$1" /etc/symposium/policy.toml && shift && exec "$@"';
  const args = ["-rm", "sh", "-c", script, "sh", home.getPath("policy.toml"), program(form), "claude", "PreToolUse"];
  const { stdout, stderr, status } = spawnSync("unshare", args, {
    cwd: home.getPath("work"),
    env: { ...environmentOf(home.path), RAN: home.getPath("ran"), ...env },
    input: JSON.stringify({ ...SHELL, cwd: home.getPath("work") }),
    encoding: "utf8",
  });
  return { stdout, stderr, status };
}

const ran = (home: Home, who: string) => existsSync(home.getPath("ran", who));

describe.each(BUILT)("in a file system of its own, %s", (form) => {
  test("IX-17 policies of the user and of a project, in the config and at the repository's top", async () => {
    await using home = await policyHome({ isClosed: false });
    home.set("project", "disable-all-hooks = true");
    const payload = { ...SHELL, cwd: home.getPath("work") };
    const options = { form, cwd: home.getPath("work"), env: { RAN: home.getPath("ran") } };
    await home.call("claude", "PreToolUse", payload, options);
    expect([ran(home, "mine-open"), ran(home, "house-open")]).toEqual([true, false]);
    home.set("user", 'sources = ["workspace"]');
    home.set("project", undefined);
    await home.call("claude", "PreToolUse", payload, options);
    expect(ran(home, "house-open")).toBe(true);
    expect(JSON.stringify(home.trace().at(-1))).toContain(`is denied by the user policy (\`sources\` in ${home.file("user")})`);
  });

  test.skipIf(!MAY_MOUNT)("IX-17 the system's policy in /etc, which no variable moves", async () => {
    await using home = await policyHome({ isClosed: false });
    const elsewhere = { XDG_CONFIG_DIRS: home.path, ProgramData: home.path, SYMPOSIUM_POLICY: "/dev/null" };
    const { stdout, status } = callUnder("[policy]\ndisable-all-hooks = true\n", home, form, elsewhere);
    expect([stdout, status]).toEqual(["", 0]);
    expect([ran(home, "mine-open"), ran(home, "house-open")]).toEqual([false, false]);
    expect(JSON.stringify(home.trace().at(-1))).toContain(
      "is denied by the system policy (`disable-all-hooks` in /etc/symposium/policy.toml)",
    );
    callUnder('[policy]\nevents.agent_stop = "deny"\n', home, form);
    expect([ran(home, "mine-open"), ran(home, "house-open")]).toEqual([true, true]);
  });

  test.skipIf(!MAY_MOUNT)("IX-17 a broken one: closed hooks deny and name it, others do not run", async () => {
    await using home = await policyHome();
    const { stdout } = callUnder("[policy", home, form);
    expect(stdout).toContain('"permissionDecision":"deny"');
    expect(stdout).toContain("the system policy in /etc/symposium/policy.toml cannot be read");
    expect(ran(home, "mine-open")).toBe(false);
  });
});
