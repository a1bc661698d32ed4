/** The part of the demo about consent: an npm package's own hook asks first, runs after the user agreed, and stops when one byte changes. */

import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Scene } from "./demo-calls.ts";
import type { Capture } from "./demo-capture.ts";
import { run } from "./demo-commands.ts";
import { call } from "./demo-dependency.ts";
import { paragraph, session } from "./demo-print.ts";

const PACKAGE = "gadget";
const FOLDER = `node_modules/${PACKAGE}`;
const SCRIPT = "no-bulk.sh";

const WIPE: Scene = {
  title: "The agent wants to run: gadget wipe --all",
  event: "PreToolUse",
  tool: "shell",
  input: { command: "gadget wipe --all" },
};

const FILES: Readonly<Record<string, string>> = {
  "package.json": `{ "name": "${PACKAGE}", "version": "0.3.0" }\n`,
  "SYMPOSIUM.toml": `[[hooks]]\nname = "no-bulk"\nevent = "PreToolUse"\nmatcher = "Bash"\nscript = "${SCRIPT}"\n`,
  [SCRIPT]: `echo '{"PreToolUse":{"decision":"deny","reason":"${PACKAGE} wipes one device at a time."}}'\n`,
};

const DECLARED = { name: "app", version: "1.0.0", dependencies: { [PACKAGE]: "^0.3.0" } };
const INTEGRITY = `sha512-${"0".repeat(86)}==`;

/** Beside the Cargo workspace, as `npm install` writes them. */
const PROJECT: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify(DECLARED, undefined, 2)}\n`,
  "package-lock.json": `${JSON.stringify({
    lockfileVersion: 3,
    packages: { "": DECLARED, [FOLDER]: { version: "0.3.0", resolved: "https://registry.example/gadget-0.3.0.tgz", integrity: INTEGRITY } },
  })}\n`,
};

/** Where an agent runs the demo, it shows that an agent may not decide for its user. */
export async function playConsent(home: string, show: Capture["show"]): Promise<void> {
  const project = join(home, "project");
  const folder = join(project, FOLDER);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  for (const [name, text] of Object.entries(PROJECT)) writeFileSync(join(project, name), text);
  const command = (...args: readonly string[]) => {
    const { stdout, stderr, exitCode } = run(home, args);
    if (exitCode !== 0 && !stderr.includes("only you can decide")) throw new Error(`symposium ${args.join(" ")}: ${stderr}`);
    return session(`symposium ${args.join(" ")}`, `${stdout}${stderr}`.trimEnd());
  };
  show(
    paragraph(
      `The project also depends on the npm package \`${PACKAGE}\`, which brings a hook of its own. Nothing of it runs before you agreed to these very bytes.`,
    ),
  );
  show(session("cat package.json", PROJECT["package.json"]?.trimEnd() ?? ""), "consent");
  show(session(`cat ${FOLDER}/SYMPOSIUM.toml`, FILES["SYMPOSIUM.toml"]?.trimEnd() ?? ""), "consent");
  show(command("use", `npm:${PACKAGE}`), "consent");
  show(await call(home, WIPE), "consent");
  show(command("trust", "show", PACKAGE), "consent");
  show(paragraph("At a terminal `symposium sync` asks. A script names the digest that it means."));
  show(command("trust", "accept", PACKAGE, "--digest", digestOf(home)), "consent");
  show(await call(home, WIPE), "consent");
  appendFileSync(join(folder, SCRIPT), "\n");
  show(paragraph("One byte more in the script, and it does not run until you agree again."));
  show(session(`echo >> ${FOLDER}/${SCRIPT}`, ""), "consent");
  show(await call(home, WIPE), "consent");
  show(command("trust", "list"), "consent");
  run(home, ["use", `npm:${PACKAGE}`, "--remove"]);
  for (const name of ["node_modules", ...Object.keys(PROJECT)]) rmSync(join(project, name), { recursive: true });
}

function digestOf(home: string): string {
  const { answer } = JSON.parse(run(home, ["trust", "show", PACKAGE, "--json"]).stdout) as { answer: { plugins: { digest: string }[] } };
  return answer.plugins[0]?.digest ?? "";
}
