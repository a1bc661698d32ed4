/** Hooks of a manifest go into users' files and out again, byte for byte, beside our own entries. */

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Scope } from "../../../src/agents/agent.ts";
import { HOOK_FILES } from "../../../src/agents/hook-files-list.ts";
import { HOOKS_ONLY, household, type Household } from "../../commands/command-line.ts";
import { sampled } from "../../support/thoroughness.ts";
import { isWithin } from "./is-within.ts";
import { hookFileOf, type UserFile, userFiles } from "./user-files.ts";
import { agreeToInstall } from "../../support/agree-to-install.ts";

const SCOPES = { user: "global", project: "project" } as const;

const manifest = (command: string) =>
  JSON.stringify({
    spec: "hooks/1.0",
    hooks: [
      { name: "guard", event: "before_tool_execute", handler: { type: "command", command }, blocking: true },
      { name: "log", event: "after_tool_execute", handler: { type: "command", command: "log-it", timeout: 5 } },
    ],
  });

export function describeHooksUndo(scope: Scope): void {
  const agents = HOOK_FILES.filter(({ forms }) => forms.some(({ format, paths }) => format !== "javascript" && paths[scope] !== undefined));
  describe.each(agents.map(({ agent, forms }) => ({ agent, form: forms.find(({ paths }) => paths[scope] !== undefined)! })))(
    `in the ${scope}'s files of $agent`,
    ({ agent, form }) => {
      const below = (house: Household) => (scope === "user" ? house.home : house.project);
      const path = (form.paths[scope] ?? "").replace("*", "team");
      const isOurFile = path === hookFileOf(agent, scope);
      const order = (house: Household) => {
        const file = join(below(house), path);
        const source = join(house.home, "team.json");
        const run = async (...args: string[]) => {
          const ran = await house.run(args);
          expect({ args, ...ran }).toMatchObject({ exitCode: 0 });
          return ran.stdout;
        };
        return {
          file,
          read: () => readFileSync(file, "latin1"),
          write: (command: string) => writeFileSync(source, manifest(command)),
          install: async () => {
            const ran = await agreeToInstall(house.run, [source, "--to", agent, "--hook-scope", SCOPES[scope]]);
            expect(ran).toMatchObject({ exitCode: 0 });
            return ran.stdout;
          },
          remove: () => run("hooks", "remove", source),
          register: () => run("init", "--add-agent", agent, "--hook-scope", SCOPES[scope]),
          run,
        };
      };

      test.each(sampled(userFiles(agent), () => `${scope} ${agent} hooks`))("IX-9, RG-9 $property", async ({ bytes }: UserFile) => {
        await using house = await household({ home: HOOKS_ONLY });
        const { file, read, write, install, remove, register, run } = order(house);
        put(file, bytes);
        write("guard-it");
        await install();
        const installed = read();
        expect(installed).toContain("guard-it");
        expect(isWithin(bytes, readFileSync(file))).toBe(true);

        const ledger = readFileSync(join(house.home, ".symposium/ledger.json"), "utf8");
        expect(await install()).toContain("nothing to change");
        expect(read()).toBe(installed);
        expect(readFileSync(join(house.home, ".symposium/ledger.json"), "utf8")).toBe(ledger);

        write("guard-it-better");
        await install();
        expect(read().match(/guard-it(?!-better)/g)).toBeNull();
        expect(read()).toContain("guard-it-better");
        await remove();
        expect(read()).toBe(bytes.toString("latin1"));

        // Registered first: `hooks remove` leaves our own entries as they are, and `uninstall` takes both.
        await register();
        const registered = read();
        await install();
        await register();
        const both = read();
        expect(both).toContain("guard-it-better");
        if (isOurFile) expect(isWithin(Buffer.from(registered, "latin1"), readFileSync(file))).toBe(true);
        await run("uninstall", "--dry-run");
        expect(read()).toBe(both);
        await remove();
        expect(read()).toBe(registered);
        await install();
        await run("uninstall");
        expect(read()).toBe(bytes.toString("latin1"));

        // Installed first.
        await install();
        await register();
        expect(read()).toContain("guard-it-better");
        await run("uninstall");
        expect(read()).toBe(bytes.toString("latin1"));
      });

      test("IX-9, RG-9 a file that did not exist is gone again, with its folders", async () => {
        await using house = await household({ home: HOOKS_ONLY });
        const { file, write, install, remove, register, run } = order(house);
        write("guard-it");
        const folder = join(below(house), path.split("/")[0]!);
        for (const undo of [remove, () => run("uninstall"), () => register().then(() => run("uninstall"))]) {
          await install();
          expect(statSync(file, { throwIfNoEntry: false })).toBeDefined();
          await undo();
          expect(statSync(folder, { throwIfNoEntry: false })).toBeUndefined();
          rmSync(join(house.home, ".symposium"), { recursive: true, force: true });
        }
      });
    },
  );
}

function put(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
