/** What is asked of every agent about skills. One run answers many questions, because each skill has a mark of its own. */

import type { SkillAgent, SkillChange, SkillQuestion, SkillRun } from "./question.ts";

const PROJECT = [".agents", ".claude", ".codex", ".gemini", ".qwen", ".opencode", ".github", ".goose", ".copilot", ".cursor", ".kiro"];
const HOME = [
  ...["~/.agents", "~/.claude", "~/.codex", "~/.gemini", "~/.qwen", "~/.copilot", "~/.opencode", "~/.goose", "~/.cursor", "~/.kiro"],
  ...["~/.config/agents", "~/.config/goose", "~/.config/opencode"],
];

export function skillRuns(agent: SkillAgent): readonly SkillRun[] {
  return [folders(), kinds(agent), twice(agent), upwards(agent), linkedFolder(), ...changes(agent), untrusted(agent)];
}

function folders(): SkillRun {
  const all = [...PROJECT, ...HOME].map((folder) => ({
    folder,
    at: `${folder}/skills/in-${folder.replace(/[^a-z]+/g, "-").replace(/^-/, "")}`,
  }));
  const named = all.map(({ folder, at }) => ({ folder, at: folder.startsWith("~") ? `${at}-home` : at }));
  return {
    name: "folders",
    skills: named.map(({ at }) => ({ at })),
    asks: named.map(({ folder, at }) => ({ question: `\`${folder}/skills\``, of: [at] })),
  };
}

function kinds({ shared }: SkillAgent): SkillRun {
  const at = (name: string) => `${shared}/skills/${name}`;
  const one = (question: string, ...names: string[]): SkillQuestion => ({ question, of: names.map(at) });
  return {
    name: "kinds",
    files: { ".gitignore": `${at("ignored-by-project")}/\n`, ".git/info/exclude": `${at("excluded")}/\n` },
    skills: [
      { at: at("marked"), files: { ".symposium": "{}\n" } },
      { at: at("ignoring-itself"), files: { ".gitignore": "*\n" } },
      { at: at("marked-and-ignoring"), files: { ".gitignore": "*\n", ".symposium": "{}\n" } },
      { at: at("ignored-by-project") },
      { at: at("excluded") },
      { at: at("linked"), linkedTo: "elsewhere/linked" },
      { at: at("linked-out"), linkedTo: "../elsewhere/linked-out" },
      { at: at("other-folder-name"), name: "other-name" },
      { at: at("pair-one"), name: "pair" },
      { at: at("pair-two"), name: "pair" },
      { at: at("group/nested") },
      { at: at(".hidden"), name: "hidden" },
      { at: at("nameless"), name: null },
      { at: at("plain"), plain: true },
    ],
    asks: [
      one("with a file `.symposium`", "marked"),
      one("with a `.gitignore` of `*` in the skill", "ignoring-itself"),
      one("with both", "marked-and-ignoring"),
      one("ignored by the project's `.gitignore`", "ignored-by-project"),
      one("ignored by `.git/info/exclude`", "excluded"),
      one("a link to a folder in the project", "linked"),
      one("a link to a folder outside", "linked-out"),
      one("folder and `name` differ", "other-folder-name"),
      one("two folders, one `name`", "pair-one", "pair-two"),
      one("one folder deeper", "group/nested"),
      one("in a hidden folder", ".hidden"),
      one("without `name`", "nameless"),
      one("without frontmatter", "plain"),
    ],
  };
}

function twice({ shared, own }: SkillAgent): SkillRun {
  const skills = [".agents/skills/in-two", ".claude/skills/in-two", `${shared}/skills/at-home-too`, `~/${shared}/skills/at-home-too`];
  const owned = own === shared ? [] : [`${shared}/skills/own-too`, `${own}/skills/own-too`];
  return {
    name: "twice",
    skills: [...skills, ...owned].map((at) => ({ at })),
    asks: [
      { question: "one `name` in `.agents` and `.claude`", of: skills.slice(0, 2) },
      { question: "one `name` in project and home", of: skills.slice(2) },
      ...(owned.length === 0 ? [] : [{ question: "one `name` in the shared and its own folder", of: owned }]),
    ],
  };
}

function upwards({ shared }: SkillAgent): SkillRun {
  const places: Readonly<Record<string, string>> = {
    "the folder it is started in": "crates/one/",
    "the folder above": "crates/",
    "the top of the repository": "",
    "above the repository": "../",
    "a folder below": "crates/one/below/",
  };
  const at = (place: string, number: number) => `${place}${shared}/skills/place-${number}`;
  const all = Object.entries(places).map(([title, place], number) => ({ title, at: at(place, number) }));
  return {
    name: "upwards",
    by: { below: "crates/one" },
    skills: all.map((one) => ({ at: one.at })),
    asks: all.map((one) => ({ question: `started in \`crates/one\`: ${one.title}`, of: [one.at] })),
  };
}

function linkedFolder(): SkillRun {
  return {
    name: "linked-folder",
    links: { ".claude/skills": "../.agents/skills" },
    skills: [{ at: ".agents/skills/behind-link" }],
    asks: [{ question: "`.claude/skills` a link to `.agents/skills`", of: [".agents/skills/behind-link"] }],
  };
}

/** Alone it also brings the folder of skills; beside another it only adds to what is known. */
function changes({ shared, lookAgain }: SkillAgent): readonly SkillRun[] {
  const at = (name: string) => `${shared}/skills/${name}`;
  const both = (name: string, words: string, change: Pick<SkillChange, "by" | "say">): SkillRun => ({
    name,
    skills: [{ at: at("stayer") }, { at: at("goer") }],
    change: { ...change, come: [at("comer")], go: [at("goer")] },
    asks: [
      { question: `comes ${words}`, of: [at("comer")] },
      { question: `goes ${words}`, of: [at("goer")] },
    ],
  });
  return [
    {
      name: "comes-first",
      skills: [],
      change: { by: "hook", come: [at("comer")], go: [] },
      asks: [{ question: "comes at session start, the first of its folder", of: [at("comer")] }],
    },
    both("comes-and-goes", "at session start", { by: "hook" }),
    ...(lookAgain === undefined
      ? []
      : [both("looks-again", "at session start, the hook says `reloadSkills`", { by: "hook", say: lookAgain })]),
    both("later", "between request 1 and 2", { by: "command" }),
  ];
}

function untrusted({ shared }: SkillAgent): SkillRun {
  const [inProject, inHome] = [`${shared}/skills/untrusted`, `~/${shared}/skills/untrusted-home`];
  return {
    name: "untrusted",
    by: { untrusted: true },
    skills: [{ at: inProject }, { at: inHome }],
    asks: [
      { question: "trust not granted: the project's", of: [inProject] },
      { question: "trust not granted: the user's", of: [inHome] },
    ],
  };
}
