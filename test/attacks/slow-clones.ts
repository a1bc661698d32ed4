/** Clones whose author wants reading them to take long. Each is written into a folder; the result is the working folder of a call. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type SlowClone = readonly [name: string, write: (project: string) => string];

/** What an expression that goes back tries at each place. Nothing can interrupt it. */
const BLANKS = " ".repeat(900_000);

export const SLOW_CLONES: readonly SlowClone[] = [
  [
    "a member 470 folders deep with 80,000 dependencies",
    (project) => {
      const member = "d/".repeat(470).slice(0, -1);
      write(project, "Cargo.toml", `[workspace]\nmembers = ["${member}"]\n`);
      write(
        join(project, member),
        "Cargo.toml",
        `[package]\nname = "m"\nversion = "1.0.0"\n[dependencies]\n${lines(80_000, (n) => `d${n} = "1"`)}`,
      );
      return join(project, member);
    },
  ],
  [
    "a folder 470 folders deep, each with a package of 200 dependencies",
    (project) => {
      let folder = project;
      for (let depth = 0; depth < 470; depth++) {
        folder = join(folder, "d");
        write(folder, "package.json", npmManifest(`p${depth}`, 200));
      }
      return folder;
    },
  ],
  [
    "a folder 400 folders deep, each a crate",
    (project) => {
      let folder = project;
      for (let depth = 0; depth < 400; depth++) {
        folder = join(folder, "d");
        write(
          folder,
          "Cargo.toml",
          `[package]\nname = "c${depth}"\nversion = "1.0.0"\n[dependencies]\n${lines(100, (n) => `d${n} = "1"`)}`,
        );
      }
      return folder;
    },
  ],
  [
    "hook manifests of 1 MB whose hooks have one name",
    (project) => {
      const hook = { event: "before_tool_execute", name: "x", handler: { type: "command", command: "x" } };
      const manifest = JSON.stringify({ spec: "hooks/1.0", hooks: Array.from({ length: 11_000 }, () => hook) });
      const members = Array.from({ length: 20 }, (_, n) => `m${n}`);
      write(project, "package.json", JSON.stringify({ name: "top", workspaces: members }));
      for (const member of members) {
        write(join(project, member), "package.json", `{"name":"${member}"}`);
        write(join(project, member), "hooks.json", manifest);
      }
      return project;
    },
  ],
  [
    "hook manifests in YAML",
    (project) => {
      const hook = `  - event: before_tool_execute\n    name: x\n    handler: { type: command, command: x }\n`;
      write(project, "hooks.yaml", `spec: hooks/1.0\nhooks:\n${hook.repeat(11_000)}`);
      write(project, "package.json", '{"name":"p"}');
      return project;
    },
  ],
  [
    "a requirement of one long line",
    (project) => {
      write(project, "requirements.txt", `./x${BLANKS}y\n./x${"[".repeat(100_000)}y\n`);
      return project;
    },
  ],
  [
    "a long name in a hook manifest",
    (project) => {
      const hook = { event: "before_tool_execute", name: "x", matcher: `a${BLANKS}b`, handler: { type: "command", command: "x" } };
      write(project, "hooks.json", JSON.stringify({ spec: "hooks/1.0", hooks: [hook] }));
      write(project, "package.json", '{"name":"p"}');
      return project;
    },
  ],
  [
    "ten members with 70,000 dependencies each",
    (project) => {
      const members = Array.from({ length: 10 }, (_, n) => `m${n}`);
      write(project, "Cargo.toml", `[workspace]\nmembers = ${JSON.stringify(members)}\n`);
      for (const name of members) {
        const all = lines(70_000, (n) => `${name}${n} = "1"`);
        write(join(project, name), "Cargo.toml", `[package]\nname = "${name}"\nversion = "1.0.0"\n[dependencies]\n${all}`);
      }
      return project;
    },
  ],
  [
    "a lock file as large as one may be, in a form that Cargo does not write",
    (project) => {
      write(project, "Cargo.toml", '[package]\nname = "p"\nversion = "1.0.0"\n[dependencies]\nd = "1"\n');
      write(project, "Cargo.lock", `version = 4\n${lines(1_200_000, (n) => `x${n} = 1`)}`);
      return project;
    },
  ],
  [
    "20,000 members",
    (project) => {
      write(project, "package.json", '{"name":"p","workspaces":["*"]}');
      for (let n = 0; n < 20_000; n++) write(join(project, `m${n}`), "package.json", `{"name":"m${n}","dependencies":{"x${n}":"1"}}`);
      return project;
    },
  ],
  [
    "lock files of every ecosystem that never end",
    (project) => {
      write(project, "package.json", npmManifest("p", 20_000));
      write(
        project,
        "pnpm-lock.yaml",
        `lockfileVersion: '9.0'\npackages:\n${lines(200_000, (n) => `  x${n}@1.0.0:\n    resolution: {integrity: "`)}`,
      );
      write(project, "pyproject.toml", `[project]\nname = "p"\nversion = "1"\ndependencies = [${lines(20_000, (n) => `"d${n}",`)}]\n`);
      write(project, "uv.lock", `version = 1\n${lines(100_000, () => '[[package]]\nname = "')}`);
      write(project, "Cargo.toml", `[package]\nname = "p"\nversion = "1.0.0"\n[dependencies]\n${lines(20_000, (n) => `d${n} = "1"`)}`);
      write(project, "Cargo.lock", `version = 4\n${lines(100_000, () => '[[package]]\nname = "')}`);
      write(project, "go.mod", `module x\ngo 1.22\nrequire (\n${lines(50_000, (n) => `\texample.com/m${n} v1.0.0`)}\n`);
      return project;
    },
  ],
];

function write(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

function lines(count: number, line: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => line(n)).join("\n");
}

function npmManifest(name: string, count: number): string {
  return JSON.stringify({ name, dependencies: Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}-${n}`, "1"])) });
}
