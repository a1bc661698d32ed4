import { answers } from "./plugin.ts";
import { registration } from "./registration.ts";
import { ended, initFor, reached, type Scenario } from "./scenario.ts";

const NOTE = "Known to this file alone.";

export const untrusted: readonly Scenario[] = [
  registration({
    name: "trust-not-granted",
    ability: "trust not granted: nothing fires, as init said",
    about: { agents: ["codex", "copilot-cli", "gemini-cli", "qwen-code"], others: "wants no trust before hooks run" },
    untrusted: true,
    silent: true,
    registering: ({ name, trusts }) => [initFor([name], trusts)],
    plugins: () => [
      { name: "guarding", hooks: [{ name: "guard", event: "PreToolUse", body: answers("PreToolUse", { decision: "deny" }) }] },
    ],
    // In a folder that is not trusted, reading is what an agent does without being allowed to.
    files: { "note.txt": `${NOTE}\n` },
    steps: ({ calls }, { project }) => [{ calls: [calls.read?.(`${project}/note.txt`) ?? calls.shell("cat note.txt")] }],
    judge: (seen) => [
      ended(seen),
      reached(seen, NOTE, 2),
      ["no handler ran", seen.handled("guard").length === 0],
      ["init said that hooks are not active until the user does something", seen.registered.said.includes("not active until")],
    ],
  }),
];
