import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { dumbServer, serve, smartServer } from "./git-server.ts";
import { type GitSandbox, gitSandbox } from "./git-sandbox.ts";
import { manifestText } from "../../support/plugin.ts";

const plugin = (name: string) => ({ [`${name}/SYMPOSIUM.toml`]: manifestText(name.replaceAll("/", "-")) });

/** A git in front of the real one, which notes its arguments. */
function notedGit(sandbox: GitSandbox) {
  mkdirSync(sandbox.at("bin"));
  writeFileSync(sandbox.at("bin/git"), `#!/bin/sh\nprintf '%s\\n' "$*" >>'${sandbox.at("calls.txt")}'\nPATH=\${PATH#*:}\nexec git "$@"\n`);
  chmodSync(sandbox.at("bin/git"), 0o755);
  const context = { ...sandbox.context, env: { ...sandbox.context.env, PATH: `${sandbox.at("bin")}:${process.env["PATH"]}` } };
  return { context, calls: () => readFileSync(sandbox.at("calls.txt"), "utf8") };
}

function everyText(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((file) => `${file.parentPath}/${file.name}\n${readFileSync(join(file.parentPath, file.name), "utf8")}`).join("\n");
}

describe("PL-2 the ways to a repository", () => {
  test("http, with a web address whose branch has a slash", async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("served/o/r", plugin("plugins/one"));
    repository.git("checkout", "--quiet", "-b", "feature/x");
    repository.commit(plugin("plugins/two"));
    await using server = await smartServer(sandbox.at("served"));
    sandbox.configure(`name = "web"\ngit = "${server.url}/o/r/.git/"`, `name = "tree"\ngit = "${server.url}/o/r/tree/feature/x/plugins"`);
    expect((await sandbox.update("check")).map(({ state, problem }) => problem?.message ?? state)).toEqual(["fetched", "fetched"]);
    expect(sandbox.plugins("tree")).toEqual(["one", "two"]);
    // A tag that would now be the longest does not turn the folder into another one.
    repository.git("tag", "feature/x/plugins", "main");
    const commit = repository.commit(plugin("plugins/three"));
    expect((await sandbox.update("check"))[1]).toMatchObject({ state: "fetched", commit });
    expect(sandbox.plugins("tree")).toEqual(["one", "three", "two"]);
  });

  test("http that gives out plain files", async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("served/r");
    repository.commit(plugin("b"));
    repository.git("update-server-info");
    await using server = await dumbServer(sandbox.at("served"));
    sandbox.configure(`name = "r"\ngit = "${server.url}/r/.git"`);
    expect(await sandbox.update("check")).toMatchObject([{ state: "fetched" }]);
    expect(sandbox.plugins("r")).toEqual(["a", "b"]);
  });

  test("ssh, as the user's git is told to reach it", async () => {
    await using sandbox = await gitSandbox();
    const { path } = sandbox.repository("r");
    writeFileSync(sandbox.at("ssh"), `#!/bin/sh\nprintf '%s\\n' "$*" >>'${sandbox.at("ssh.txt")}'\nfor last; do :; done\neval "$last"\n`);
    chmodSync(sandbox.at("ssh"), 0o755);
    const env = { ...sandbox.context.env, GIT_SSH_COMMAND: sandbox.at("ssh"), GIT_SSH_VARIANT: "ssh" };
    sandbox.configure(
      `name = "url"\ngit = "ssh://git@example.org:2222${path}"`,
      `name = "short"\ngit = "git@example.org:${path.slice(1)}"`,
    );
    const updates = await sandbox.update("check", { context: { ...sandbox.context, env } });
    expect(updates[0]).toMatchObject({ state: "fetched", address: `ssh://git@example.org:2222${path}` });
    // The short form starts in a home folder, where there is nothing.
    expect(updates[1]?.state).toBe("failed");
    expect(readFileSync(sandbox.at("ssh.txt"), "utf8")).toMatch(/-p 2222 git@example\.org git-upload-pack/);
  });

  test("a password reaches the server, and neither the cache, the results nor the arguments of git", async () => {
    await using sandbox = await gitSandbox();
    sandbox.repository("served/r");
    await using server = await smartServer(sandbox.at("served"), "s3cret");
    const { context, calls } = notedGit(sandbox);
    const at = (user: string) => server.url.replace("//", `//${user}@`);
    sandbox.configure(`name = "good"\ngit = "${at("me:s3cret")}/r/.git"`);
    const good = await sandbox.update("check", { context });
    expect(good).toMatchObject([{ state: "fetched", address: `${server.url}/r/.git` }]);
    sandbox.configure(`name = "wrong"\ngit = "${at("me:wr0ng")}/r/.git"\nbranch = "main"`);
    const wrong = await sandbox.update("check", { context });
    expect(wrong).toMatchObject([{ state: "failed" }]);
    sandbox.configure(`name = "none"\ngit = "${server.url}/r/.git"\ntag = "x"`);
    const none = await sandbox.update("check", { context });
    expect(none[0]?.problem?.message).toMatch(/could not read Username|terminal prompts disabled/);
    expect(JSON.stringify([good, wrong, none, sandbox.sources()]) + everyText(sandbox.places.cache) + calls()).not.toMatch(
      /s3cret|wr0ng|me:/,
    );
  });

  test("a repository that moved is followed, and one that moves in circles is given up", async () => {
    await using sandbox = await gitSandbox();
    sandbox.repository("served/new/r");
    await using behind = await smartServer(sandbox.at("served"));
    await using server = await serve((request, response) => {
      const url = request.url ?? "";
      const to = url.startsWith("/old/") ? behind.url + url.replace("/old/", "/new/") : url;
      response.writeHead(301, { location: to }).end();
    });
    sandbox.configure(`name = "moved"\ngit = "${server.url}/old/r/.git"`, `name = "circle"\ngit = "${server.url}/circle/r"`);
    const updates = await sandbox.update("check");
    expect(updates.map(({ state }) => state)).toEqual(["fetched", "failed"]);
    expect(updates[1]?.problem?.message).toMatch(/redirect/i);
    expect(server.requests.length).toBeLessThan(100);
  });
});

describe("PL-2 PL-4 a repository that cannot be reached keeps what was fetched", () => {
  test("a server that is gone", async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("served/r");
    const server = await smartServer(sandbox.at("served"));
    sandbox.configure(`name = "r"\ngit = "${server.url}/r/.git"`);
    const now = Date.UTC(2026, 10, 16);
    const [first] = await sandbox.update("check", { context: { ...sandbox.context, now: () => now } });
    repository.commit(plugin("b"));
    await server.close();
    const [offline] = await sandbox.update("fetch");
    expect(offline).toMatchObject({ state: "kept", commit: first!.commit, problem: { severity: "warning" } });
    expect(offline?.problem?.message).toMatch(/^source `r` could not be updated: .+; the copy fetched on 2026-11-16 stays in use$/);
    const [source] = sandbox.sources();
    expect(source?.unavailable).toBeUndefined();
    expect(source?.list().problems).toMatchObject([{ severity: "warning", message: offline?.problem?.message }]);
    expect(sandbox.plugins("r")).toEqual(["a"]);
  });

  test("a server that never answers costs the time limit, and no process is left", async () => {
    await using sandbox = await gitSandbox();
    let open = 0;
    await using server = await serve((request) => {
      open += 1;
      request.socket.on("close", () => (open -= 1));
    });
    sandbox.configure(`name = "r"\ngit = "${server.url}/r"`);
    const [update] = await sandbox.update("check", { limitMs: 500 });
    expect(update?.problem?.message).toBe("source `r` could not be fetched: git did not finish within 0.5 seconds");
    await expect.poll(() => open).toBe(0);
  });
});
