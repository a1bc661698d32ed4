import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { openConsents, recordedHere } from "../../src/consent/consent-book.ts";
import { stage } from "./stage.ts";
import { repositoryAt } from "./subjects.ts";

describe("PL-26 a consent counts", () => {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd, stdio: "pipe" });

  async function repository() {
    const here = await stage();
    const folder = here.at("repository");
    rmSync(join(folder, ".git"), { recursive: true });
    git(folder, "init", "-q");
    git(folder, "add", ".");
    git(folder, "commit", "-qm", "one");
    here.decide(repositoryAt(folder));
    return { ...here, folder };
  }

  test("in a worktree of the same repository while the bytes are equal", async () => {
    await using here = await repository();
    git(here.folder, "worktree", "add", "-q", here.at("tree"));
    expect(here.stateOf(repositoryAt(here.at("tree"))).state).toBe("accepted");
    expect(recordedHere(openConsents(here.places), repositoryAt(here.at("tree")))).toHaveLength(1);
    appendFileSync(here.at("tree/scripts/guard.sh"), "x");
    expect(here.stateOf(repositoryAt(here.at("tree"))).state).toBe("changed");
  });

  test("not in a clone, nor in a copy, nor where the folder was moved to", async () => {
    await using here = await repository();
    git(here.at("other"), "clone", "-q", here.folder, here.at("clone"));
    cpSync(here.folder, here.at("copy"), { recursive: true });
    expect(here.stateOf(repositoryAt(here.at("clone"))).state).toBe("waiting");
    expect(here.stateOf(repositoryAt(here.at("copy"))).state).toBe("waiting");
    renameSync(here.folder, here.at("moved"));
    expect(here.stateOf(repositoryAt(here.at("moved"))).state).toBe("waiting");
  });

  test.each([
    ["a link to the other's `.git`", (folder: string, victim: string) => symlinkSync(join(victim, ".git"), join(folder, ".git"))],
    [
      "a `.git` file that names the other's directory",
      (folder: string, victim: string) => writeFileSync(join(folder, ".git"), `gitdir: ${victim}/.git\n`),
    ],
    [
      "a `.git` file that names another worktree's directory",
      (folder: string, victim: string) => {
        git(victim, "worktree", "add", "-q", `${victim}-tree`);
        writeFileSync(join(folder, ".git"), readFileSync(`${victim}-tree/.git`));
      },
    ],
    [
      "a directory of its own that claims to be a worktree's",
      (folder: string, victim: string) => {
        mkdirSync(join(folder, "fake/worktrees/x"), { recursive: true });
        writeFileSync(join(folder, "fake/worktrees/x/commondir"), `${victim}/.git\n`);
        writeFileSync(join(folder, "fake/worktrees/x/gitdir"), `${folder}/.git\n`);
        writeFileSync(join(folder, ".git"), `gitdir: ${folder}/fake/worktrees/x\n`);
      },
    ],
  ])("not in a folder with %s", async (_, forge) => {
    await using here = await repository();
    const folder = here.at("hostile");
    cpSync(here.folder, folder, { recursive: true, filter: (path) => !path.endsWith("/.git") });
    forge(folder, here.folder);
    expect(here.stateOf(repositoryAt(folder)).state).toBe("waiting");
  });
});
