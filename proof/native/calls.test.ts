/**
 * The native program with the compiler's checks of memory and undefined behaviour, called with bytes that no agent sends: each call must end
 * with an answer that an agent reads, and without a report. `SYMPOSIUM_TEST_CALLS=<number>` says how many calls there are.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { agentsUnderTest } from "../../test/conformance/agents.ts";
import { isLegal } from "../../test/oracles/oracle.ts";
import { createHome, environmentOf, type Home } from "../../test/support/home.ts";
import { hook, plugin } from "../../test/support/plugin.ts";
import { generator, SEED } from "../../test/support/random.ts";
import { type Chance, chanceOf, mutated, oddBytes } from "./mutations.ts";
import { type BytesCall, type Sanitized, sanitized } from "./sanitized.ts";

const CALLS = Number(process.env["SYMPOSIUM_TEST_CALLS"] ?? 2_000);
const AT_ONCE = 2;

const agents = await agentsUnderTest();
const oracles = agents.map(({ oracle }) => oracle);
const captured = agents.flatMap(({ oracle, payloads }) => payloads.map(({ event, payload }) => ({ agent: oracle.agent, event, payload })));

const EVENTS = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "SessionEnd", "Stop", "PermissionRequest", "Notification"];
const hooks = EVENTS.map((event) => hook(event, event, "", "act")).join("");
/** Does what the file beside it says. */
const SCRIPT = '. "${0%/*}/act"\n';

const HANDLERS = [
  ":",
  "exec <&-; echo '{}'",
  "cat",
  "printf '\\377\\376\\000{'",
  "head -c 3000000 /dev/zero",
  "head -c 300000 /dev/urandom",
  "yes '{' | head -c 2000000 >&2; exit 2",
  "printf '\\300\\257' >&2; exit 2",
  "kill -KILL $$",
  "kill -SEGV $$",
  "exit 255",
  "exec >&- 2>&-",
  "(sleep 0.2; echo late) & echo '{'",
  `printf '{"PreToolUse":{"decision":"deny","reason":"\\\\ud800"}}'`,
  `printf '{"PreToolUse":{"updatedInput":{"command":"\\377"}}}'`,
  `printf '{"PreToolUse":{"additionalContext":"%s"}}' "$(head -c 100000 /dev/zero | tr '\\000' x)"`,
  `awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; for (i = 0; i < 100000; i++) printf "]" }'`,
] as const;

type Bend = (call: BytesCall, home: Home, chance: Chance) => BytesCall;

const bent: Readonly<Record<string, Bend>> = {
  payloads: (call, _, chance) => ({ ...call, input: mutated(Buffer.from(call.input), chance) }),
  environments: (call, _, chance) => ({ ...call, env: oddEnvironment(call.env, chance) }),
  arguments: (call, _, chance) => {
    const words = [...call.args, "--version", "shim", "serve", "--", "-", "symposium", "claude", "constructor"];
    return {
      ...call,
      args: Array.from({ length: chance.below(5) }, () => (chance.below(2) === 0 ? oddBytes(chance, 90_000) : chance.one(["", ...words]))),
    };
  },
  "file names": (call, home, chance) => {
    const folder = Buffer.concat([Buffer.from(`${home.getPath("work")}/`), nameOf(chance)]);
    mkdirSync(folder, { recursive: true });
    for (const name of [nameOf(chance), ".git", "Cargo.toml", "package.json", "pyproject.toml", "go.mod"])
      if (chance.below(2) === 0) overwrite(Buffer.concat([folder, Buffer.from("/"), Buffer.from(name)]), chance);
    const within = { ...call, folder };
    if (chance.below(2) === 0) return within;
    const text = `plugin-dirs = ["${oddBytes(chance)
      .toString("latin1")
      .replaceAll(/["\\\n]/g, "")}"]\n[[agent]]\nname = "claude-code"\n`;
    writeFileSync(home.getPath("config.toml"), mutated(Buffer.from(text, "latin1"), chance));
    return within;
  },
  handlers: (call, home, chance) => {
    writeFileSync(home.getPath("plugins/act/act"), `${chance.one(HANDLERS)}\n`);
    return call;
  },
  stdin: (call, _, chance) => ({ ...call, stdin: chance.one(["closed", "non-blocking"]), input: mutated(Buffer.from(call.input), chance) }),
};

function oddEnvironment(env: BytesCall["env"], chance: Chance): BytesCall["env"] {
  const names = [
    "PATH",
    "HOME",
    "TMPDIR",
    "LANG",
    "PWD",
    "XDG_CACHE_HOME",
    "SYMPOSIUM_HOME",
    "CLAUDE_PROJECT_DIR",
    "__proto__",
    "toString",
    "",
  ] as const;
  const changed = [...env];
  for (let left = chance.below(6); left >= 0; left--) {
    const variable = Buffer.concat([
      Buffer.from(chance.one(names)),
      Buffer.from(chance.below(8) === 0 ? "" : "="),
      oddBytes(chance, 100_000),
    ]);
    changed.splice(chance.below(changed.length + 1), chance.below(2), variable);
  }
  if (chance.below(20) === 0) changed.push(...Array.from({ length: 5_000 }, (_, at) => `V${at % 3_000}=${at}`));
  return changed;
}

/** Of one file. */
function nameOf(chance: Chance): Buffer {
  const name = Buffer.from(oddBytes(chance).filter((byte) => byte !== 0x2f)).subarray(0, 200);
  return Buffer.concat([Buffer.from("n"), name]);
}

function overwrite(path: Buffer, chance: Chance): void {
  try {
    writeFileSync(path, mutated(Buffer.from('[package]\nname = "a"\nversion = "1.0.0"\n[dependencies]\nb = "1"\n'), chance));
  } catch {
    // A folder, perhaps, of an earlier call.
  }
}

describe(`RT-21 any bytes, with the seed ${SEED}`, () => {
  let program: Sanitized;
  beforeAll(async () => {
    program = await sanitized();
  });
  afterAll(() => program[Symbol.dispose]());

  test.each(Object.keys(bent))("%s", async (kind) => {
    const chance = chanceOf(generator(SEED + Object.keys(bent).indexOf(kind)));
    let left = Math.ceil(CALLS / Object.keys(bent).length);
    const work = async () => {
      const home = await freshHome();
      try {
        while (left-- > 0) {
          writeFileSync(home.getPath("plugins/act/act"), "cat >/dev/null\n");
          await expectAnswer(bent[kind]!(usualCall(home, chance), home, chance), kind);
          rmSync(home.getPath("config.toml"), { force: true });
        }
      } finally {
        await home[Symbol.asyncDispose]();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });

  const freshHome = () => createHome(plugin("act", hooks, { "act.sh": `#!/bin/sh\n${SCRIPT}`, act: "" }));

  function usualCall(home: Home, { below }: Chance): BytesCall {
    const { agent, event, payload } = captured[below(captured.length)]!;
    const env = Object.entries(environmentOf(home.path)).map(([name, value]) => `${name}=${value}`);
    return { args: [agent, event], env, folder: home.getPath("work"), stdin: "pipe", input: Buffer.from(JSON.stringify(payload)) };
  }

  /** A bent payload may be another agent's, who reads the answer then. */
  async function expectAnswer(call: BytesCall, kind: string): Promise<void> {
    const { stdout, stderr, exitCode } = await program.call(call);
    const answer = { stdout, stderr: exitCode === 0 ? "" : stderr, exitCode };
    const isSome = kind === "arguments" || oracles.some((oracle) => isLegal(oracle, answer));
    const [report] = program.reports();
    if (report === undefined && isSome && [0, 1, 2].includes(exitCode)) return;
    const kept = join(tmpdir(), `symposium-${kind}-${SEED}`.replace(" ", "-"));
    writeFileSync(kept, call.input);
    const shown = { args: call.args.map(String), env: call.env.map(String).slice(0, 20), folder: String(call.folder), stdin: call.stdin };
    expect.fail(
      `${report ?? ""}\n${JSON.stringify({ ...shown, exitCode })}\n${stdout.slice(0, 500)}\n${stderr.slice(0, 2_000)}\nthe payload is in ${kept}`,
    );
  }
});
