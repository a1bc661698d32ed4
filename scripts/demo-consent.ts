/** The part of the demo about consent: a dependency's own hook asks first, runs after the user agreed, and stops when one byte changes. */

import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Scene } from "./demo-calls.ts";
import type { Capture } from "./demo-capture.ts";
import { run } from "./demo-commands.ts";
import { call } from "./demo-dependency.ts";
import { git } from "./demo-home.ts";
import { paragraph, session } from "./demo-print.ts";

const CRATE = "gadget";
/** Where Cargo unpacks it. */
const FOLDER = `.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/${CRATE}-0.3.0`;
const SCRIPT = "no-bulk.sh";

const WIPE: Scene = {
  title: "The agent wants to run: gadget wipe --all",
  event: "PreToolUse",
  tool: "shell",
  input: { command: "gadget wipe --all" },
};

const FILES: Readonly<Record<string, string>> = {
  "Cargo.toml": `[package]\nname = "${CRATE}"\nversion = "0.3.0"\n`,
  "SYMPOSIUM.toml": `[[hooks]]\nname = "no-bulk"\nevent = "PreToolUse"\nmatcher = "Bash"\nscript = "${SCRIPT}"\n`,
  [SCRIPT]: `echo '{"PreToolUse":{"decision":"deny","reason":"${CRATE} wipes one device at a time."}}'\n`,
};

/** Where an agent runs the demo, it shows that an agent may not decide for its user. */
export async function playConsent(home: string, show: Capture["show"]): Promise<void> {
  const folder = join(home, FOLDER);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  addDependency(home);
  const command = (...args: readonly string[]) => {
    const { stdout, stderr, exitCode } = run(home, args);
    if (exitCode !== 0 && !stderr.includes("only you can decide")) throw new Error(`symposium ${args.join(" ")}: ${stderr}`);
    return session(`symposium ${args.join(" ")}`, `${stdout}${stderr}`.trimEnd());
  };
  show(paragraph(`The crate \`${CRATE}\` brings a hook of its own. Nothing of it runs before you agreed to these very bytes.`));
  show(session(`cat ~/${FOLDER}/SYMPOSIUM.toml`, FILES["SYMPOSIUM.toml"]?.trimEnd() ?? ""), "consent");
  show(command("use", CRATE), "consent");
  show(await call(home, WIPE), "consent");
  show(command("trust", "show", CRATE), "consent");
  show(paragraph("At a terminal `symposium sync` asks. A script names the digest that it means."));
  show(command("trust", "accept", CRATE, "--digest", digestOf(home)), "consent");
  show(await call(home, WIPE), "consent");
  appendFileSync(join(folder, SCRIPT), "\n");
  show(paragraph("One byte more in the script, and it does not run until you agree again."));
  show(session(`echo >> ~/${FOLDER}/${SCRIPT}`, ""), "consent");
  show(await call(home, WIPE), "consent");
  show(command("trust", "list"), "consent");
  run(home, ["use", CRATE, "--remove"]);
  git(home, "checkout", "--quiet", "--", ".");
  rmSync(join(home, ".cargo"), { recursive: true });
}

function digestOf(home: string): string {
  const { answer } = JSON.parse(run(home, ["trust", "show", CRATE, "--json"]).stdout) as { answer: { plugins: { digest: string }[] } };
  return answer.plugins[0]?.digest ?? "";
}

/** Beside `widget`. */
function addDependency(home: string): void {
  const [manifest, lock] = [join(home, "project/app/Cargo.toml"), join(home, "project/Cargo.lock")];
  const source = `source = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${"0".repeat(64)}"\n`;
  appendFileSync(manifest, `${CRATE} = "0.3"\n`);
  const locked = readFileSync(lock, "utf8").replace(' "widget",', ` "${CRATE}",\n "widget",`);
  writeFileSync(lock, `${locked}\n[[package]]\nname = "${CRATE}"\nversion = "0.3.0"\n${source}`);
}
