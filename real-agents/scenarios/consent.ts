import { join } from "node:path";

import type { RegisteringStep } from "../register.ts";
import { put, read } from "../sandbox.ts";
import type { Folders } from "../recipes/recipe.ts";
import { shellWord } from "../shell-word.ts";
import { accepts, BY_ANYONE, ours, scripts } from "./by-user.ts";
import { guarded, leaves, markerOf, REASON } from "./guard.ts";
import {
  atomOf,
  CARGO,
  install,
  PACKAGE,
  type PackagedProject,
  PACKAGED_PROJECTS,
  removesDependency,
  whatIn,
} from "./packaged-projects.ts";
import { answers } from "./plugin.ts";
import { ended, initFor, places, reached, type Claim, type Scenario, type Seen } from "./scenario.ts";

const PLUGIN = "house-rules";

/** The repository's own plugin, whose hook notes each call and then answers. */
function repository(onFailure: "open" | "closed", answer: string): NonNullable<Scenario["registering"]> {
  const manifest = [
    `name = "${PLUGIN}"`,
    'files = ["lib/**"]',
    '[[hooks]]\nname = "rule"\nevent = "PreToolUse"\ncommand = { script = "rule.sh" }',
    `on-failure = "${onFailure}"`,
  ];
  return ({ name }) => [
    scripts,
    initFor([name]),
    places(({ root }) => ({
      ".git/HEAD": "ref: refs/heads/main\n",
      "SYMPOSIUM.toml": `${manifest.join("\n")}\n`,
      "rule.sh": ruleText(root, answer),
      "lib/words.sh": "words=1\n",
    })),
  ];
}

function ruleText(root: string, answer: string): string {
  return `#!/bin/sh\ncat > /dev/null\necho ran >> ${shellWord(join(root, "handled-rule.jsonl"))}\n${answer}\n`;
}

interface Turn {
  readonly words: string;
  /** What happens before it, as a shell command in the project. */
  readonly meanwhile: (folders: Folders) => string;
  /** The bytes are those that the user agreed to. */
  readonly isAgreed: boolean;
}

const RESTORE = "cp away.sh rule.sh; cp away.toml SYMPOSIUM.toml; printf 'words=1\\n' > lib/words.sh";

const TURNS: readonly Turn[] = [
  { words: "before the user agreed", meanwhile: () => "cp rule.sh away.sh; cp SYMPOSIUM.toml away.toml", isAgreed: false },
  { words: "after the user agreed", meanwhile: (folders) => accepts(folders, PLUGIN), isAgreed: true },
  { words: "with one more byte in the script", meanwhile: () => "echo >> rule.sh", isAgreed: false },
  { words: "with the old bytes again", meanwhile: () => RESTORE, isAgreed: true },
  { words: "with a comment in the manifest", meanwhile: () => "echo '# words' >> SYMPOSIUM.toml", isAgreed: true },
  { words: "with another key in the hook's entry", meanwhile: () => "echo 'timeout = 9' >> SYMPOSIUM.toml", isAgreed: false },
  { words: "with another file that is covered changed", meanwhile: () => `${RESTORE}; echo >> lib/words.sh`, isAgreed: false },
  {
    words: "with the script replaced by a link",
    meanwhile: () => `${RESTORE}; mv rule.sh other.sh; ln -s other.sh rule.sh`,
    isAgreed: false,
  },
  {
    words: "with a change whose time is set back",
    meanwhile: () => `rm rule.sh; ${RESTORE}; touch -r rule.sh time; sed -i 's/echo ran/echo run/' rule.sh; touch -r time rule.sh`,
    isAgreed: false,
  },
  { words: "after the user agreed to that", meanwhile: (folders) => accepts(folders, PLUGIN), isAgreed: true },
];

const turns: Scenario["steps"] = ({ calls }, folders) =>
  TURNS.map(({ meanwhile }, place) => ({
    meanwhile: `cd ${shellWord(folders.project)}; ${meanwhile(folders)}`,
    calls: [calls.shell(leaves(place))],
  }));

/** Some agents ask more than once about a call. */
function ranWhere(seen: Seen): Claim {
  const ran = seen.handled("rule").length;
  const agreed = TURNS.filter(({ isAgreed }) => isAgreed).length;
  return [`the hook ran for the ${agreed} calls that the user agreed to, and for no other (${ran} times)`, ran === agreed];
}

/** A dependency with a closed hook, as its package manager unpacked it. */
function dependency(project: PackagedProject): NonNullable<Scenario["registering"]> {
  const manifest = '[[hooks]]\nname = "rule"\nevent = "PreToolUse"\ncommand = { script = "rule.sh" }\non-failure = "closed"\n';
  return ({ name }) => [
    scripts,
    {
      user: ({ folders }) =>
        install(project, folders, {
          "SYMPOSIUM.toml": manifest,
          "rule.sh": ruleText(folders.root, answers("PreToolUse", { decision: "deny", reason: REASON })),
          "words.txt": "words\n",
        }),
    },
    initFor([name]),
  ];
}

/** `use` would keep it without the dependency. */
function enables(project: PackagedProject, { home }: Folders): string {
  const config = shellWord(join(home, ".symposium", "config.toml"));
  return `printf '\\n[plugins]\\nauto-enable = ["${atomOf(project)}"]\\n' >> ${config}`;
}

interface PackageTurn {
  readonly words: string;
  readonly meanwhile: (folders: Folders, project: PackagedProject) => string;
  readonly becomes: "runs" | "denied";
}

const PACKAGE_TURNS: readonly PackageTurn[] = [
  { words: "before the user enabled the package", meanwhile: () => ":", becomes: "runs" },
  { words: "enabled, without consent to run code", meanwhile: (folders, project) => enables(project, folders), becomes: "runs" },
  { words: "after consent", meanwhile: (folders) => accepts(folders, PACKAGE), becomes: "denied" },
  {
    words: "with another file of the package changed",
    meanwhile: (folders, { folder }) => `echo >> ${shellWord(join(folder(folders), "words.txt"))}`,
    becomes: "denied",
  },
  { words: "without the dependency", meanwhile: (_, project) => removesDependency(project), becomes: "runs" },
];

const ATTEMPTS: readonly ((folders: Folders) => string)[] = [
  (folders) => accepts(folders, PLUGIN, BY_ANYONE),
  (folders) => `script -qec ${shellWord(accepts(folders, PLUGIN, BY_ANYONE))} /dev/null < /dev/null`,
  (folders) => `script -qec ${shellWord(ours(folders, BY_ANYONE, `trust accept ${PLUGIN}`))} /dev/null < /dev/null`,
  (folders) => ours(folders, BY_ANYONE, "uninstall --yes"),
  (folders) => `script -qec ${shellWord(ours(folders, BY_ANYONE, "hooks remove --yes"))} /dev/null < /dev/null`,
  (folders) => ours(folders, BY_ANYONE, "init --hook-scope project"),
  (folders) => ours(folders, BY_ANYONE, "sync --yes"),
];

const attempts: RegisteringStep = {
  user: ({ folders }) => {
    for (const [place, attempt] of ATTEMPTS.entries()) put(join(folders.root, attemptName(place)), `${attempt(folders)}\n`);
  },
};

function attemptName(place: number): string {
  return `attempt-${place}.sh`;
}

function ofPackage(project: PackagedProject): Scenario {
  return guarded({
    name: project === CARGO ? "consent-package" : `consent-${project.ecosystem}-package`,
    ability: `the hook of ${whatIn(project)} decides after consent, and is gone with the dependency`,
    files: project.files,
    plugins: () => [],
    registering: dependency(project),
    steps: ({ calls }, folders) =>
      PACKAGE_TURNS.map(({ meanwhile }, place) => ({
        meanwhile: `cd ${shellWord(folders.project)}; ${meanwhile(folders, project)}`,
        calls: [calls.shell(leaves(place))],
      })),
    judge: (seen) => [
      ended(seen),
      ...PACKAGE_TURNS.map(({ words, becomes }, place): Claim => [
        `${becomes}: ${words}`,
        (seen.file(markerOf(place)) === "ran") === (becomes === "runs"),
      ]),
      reached(seen, REASON, 4),
      ["the hook ran once, after consent", seen.handled("rule").length === 1],
    ],
  });
}

/** Nothing of a repository runs before its user agreed to these very bytes (PL-16, PL-17, PL-26, PL-27). */
export const consent: readonly Scenario[] = [
  guarded({
    name: "consent-closed",
    ability: "a repository's closed hook decides after consent, and denies while its bytes differ",
    plugins: () => [],
    registering: repository("closed", answers("PreToolUse", { decision: "deny", reason: REASON })),
    steps: turns,
    judge: (seen) => [
      ended(seen),
      ["the first call ran: the user had not agreed yet", seen.file(markerOf(0)) === "ran"],
      ...TURNS.slice(1).map(({ words }, place): Claim => [`denied: ${words}`, seen.file(markerOf(place + 1)) === ""]),
      reached(seen, REASON, 4),
      reached(seen, "symposium trust accept", 4),
      ranWhere(seen),
    ],
  }),
  guarded({
    name: "consent-open",
    ability: "a repository's hook runs after consent, and not with other bytes",
    plugins: () => [],
    registering: repository("open", ":"),
    steps: turns,
    judge: (seen) => [
      ended(seen),
      ...TURNS.map(({ words }, place): Claim => [`the call ran: ${words}`, seen.file(markerOf(place)) === "ran"]),
      ranWhere(seen),
    ],
  }),
  ...PACKAGED_PROJECTS.map(ofPackage),
  guarded({
    name: "consent-by-agent",
    ability: "an agent cannot consent for its user, and takes no guard away",
    plugins: () => [],
    registering: (recipe) => [...repository("open", ":")(recipe), attempts],
    // Some agents refuse a command with another one in it.
    steps: ({ calls }, { root }) =>
      ATTEMPTS.map((_, place) => ({
        calls: [calls.shell(`sh ${shellWord(join(root, attemptName(place)))} > attempt-${place}.txt 2>&1; ${leaves(place)}`)],
      })),
    judge: (seen) => [
      ended(seen),
      ...ATTEMPTS.map((_, place): Claim => [`the agent tried (${place + 1})`, seen.file(markerOf(place)) === "ran"]),
      ...ATTEMPTS.slice(0, -1).map((_, place): Claim => [
        `it was refused (${place + 1}: ${seen.file(`attempt-${place}.txt`).slice(0, 200)})`,
        seen.file(`attempt-${place}.txt`).includes("only you can decide what runs"),
      ]),
      ["nothing was recorded", !read(join(seen.run.home, ".symposium", "consent.json")).includes("accepted")],
      ["the hook never ran", seen.handled("rule").length === 0],
    ],
  }),
];
