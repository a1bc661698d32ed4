import { answers } from "./plugin.ts";
import { ended, runsShell, toolRan, type Scenario } from "./scenario.ts";

export const rewrite: readonly Scenario[] = [
  {
    name: "rewrite-shell",
    ability: "rewrite of a shell command",
    plugins: () => [
      {
        name: "rewriting",
        hooks: [
          {
            name: "rewrite",
            event: "PreToolUse",
            matcher: "Bash",
            body: answers("PreToolUse", { updatedInput: { command: "echo changed > marker.txt" } }),
          },
        ],
      },
    ],
    steps: runsShell,
    judge: (seen) => [ended(seen), toolRan(seen, "changed")],
  },
  {
    name: "rewrite-file-edit",
    ability: "rewrite of a file edit",
    // Only the changed field is named: completing it to the agent's whole input is our part (RT-3). A patch goes back whole.
    plugins: ({ project }) => [
      {
        name: "rewriting",
        hooks: [
          {
            name: "rewrite",
            event: "PreToolUse",
            matcher: "Edit",
            body: [
              "case $input in",
              `*'"patch"'*) ${answers("PreToolUse", { updatedInput: { patch: patchOf(`${project}/notes.txt`) } })} ;;`,
              `*) ${answers("PreToolUse", { updatedInput: { new_string: "delta" } })} ;;`,
              "esac",
            ].join("\n"),
          },
        ],
      },
    ],
    files: { "notes.txt": "alpha\nbeta\n" },
    steps: ({ calls }, { project }) => [
      ...(calls.read === undefined ? [] : [{ calls: [calls.read(`${project}/notes.txt`)] }]),
      { calls: [calls.edit(`${project}/notes.txt`, "beta", "gamma")] },
    ],
    judge: (seen) => [ended(seen), ["the file has the rewritten text", seen.file("notes.txt") === "alpha\ndelta"]],
  },
  {
    name: "rewrite-by-two",
    ability: "rewrite of a shell command",
    plugins: () =>
      ["first", "second"].map((name) => ({ name, hooks: [{ name, event: "PreToolUse", matcher: "Bash", body: APPENDING(name) }] })),
    steps: runsShell,
    judge: (seen) => [
      ended(seen),
      toolRan(seen, "second"),
      ["the second handler was given what the first had made", seen.handled("second").some((given) => given.includes("echo first"))],
    ],
  },
];

const APPENDING = (word: string) => answers("PreToolUse", { updatedInput: { command: `echo ${word} > marker.txt` } });

function patchOf(path: string): string {
  return `*** Begin Patch\n*** Update File: ${path}\n@@\n-beta\n+delta\n*** End Patch`;
}
