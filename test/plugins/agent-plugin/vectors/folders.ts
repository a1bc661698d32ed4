/** Skills, files of the wrong kind, and links: what fails is the narrowest part. */

import { packageText, serversText } from "../../../support/agent-plugin.ts";
import { skillText } from "../../../support/plugin.ts";
import type { Vector } from "./vector.ts";

const skill = (name: string, more = "") => ({ "SKILL.md": skillText(name, more) });
const NO_SKILLS = { skills: [] };
const OUT = "outside ";

const SKILLS: readonly Vector[] = [
  { requires: "a plugin without skills is whole", verdict: "accept", files: { skills: {} }, left: NO_SKILLS },
  {
    requires: "each folder with a SKILL.md is a skill",
    verdict: "accept",
    files: { skills: { review: skill("review"), deploy: skill("deploy") } },
    left: { skills: ["deploy", "review"] },
  },
  {
    requires: "a folder without a SKILL.md is none",
    verdict: "accept",
    files: { skills: { review: skill("review"), notes: { "README.md": "x" } } },
  },
  {
    requires: "a folder further down is none",
    verdict: "accept",
    files: { skills: { review: skill("review"), group: { deep: skill("deep") } } },
  },
  {
    requires: "a skill in a skill is none",
    verdict: "accept",
    files: { skills: { review: { ...skill("review"), inner: skill("inner") } } },
  },
  {
    requires: "the folder of skills is none itself",
    verdict: "accept",
    files: { skills: { review: skill("review"), "SKILL.md": skillText("skills") } },
  },
  {
    requires: "the case of SKILL.md counts",
    verdict: "accept",
    files: { skills: { review: skill("review"), lower: { "skill.md": skillText("lower") }, mixed: { "Skill.md": skillText("mixed") } } },
  },
  {
    requires: "a SKILL.md that is a folder is none",
    verdict: "accept",
    files: { skills: { review: skill("review"), odd: { "SKILL.md": { a: "" } } } },
  },
  {
    requires: "a skill needs a name",
    verdict: "partial",
    files: { skills: { review: skill("review"), bad: { "SKILL.md": "---\ndescription: x\n---\n" } } },
    says: ["skills/bad/SKILL.md:1:1: has no `name`"],
  },
  {
    requires: "a skill needs a description",
    verdict: "partial",
    files: { skills: { review: skill("review"), bad: { "SKILL.md": "---\nname: bad\n---\n" } } },
    says: ["skills/bad/SKILL.md:1:1: has no `description`"],
  },
  {
    requires: "a skill needs frontmatter",
    verdict: "partial",
    files: { skills: { review: skill("review"), bad: { "SKILL.md": "# Bad\n" } } },
    says: ["skills/bad/SKILL.md"],
  },
  {
    requires: "a skill has the name of its folder",
    verdict: "partial",
    files: { skills: { review: skill("review"), bad: skill("good") } },
    says: ['the skill\'s name "good" is not that of its folder, "bad", so this skill is ignored'],
  },
  {
    requires: "a skill's name has no capitals",
    verdict: "partial",
    files: { skills: { review: skill("review"), Bad: skill("Bad") } },
    says: ['"Bad" has other characters'],
  },
  {
    requires: "a skill's name has at most 64 characters",
    verdict: "partial",
    files: { skills: { review: skill("review"), ["x".repeat(65)]: skill("x".repeat(65)) } },
    says: ["is longer than 64 characters"],
  },
  {
    requires: "a skill's description has at most 1024 characters",
    verdict: "partial",
    files: { skills: { review: skill("review"), bad: { "SKILL.md": `---\nname: bad\ndescription: ${"x".repeat(1025)}\n---\n` } } },
    says: ["`description` has 1025 characters"],
  },
  {
    requires: "a skill brings its scripts and references",
    verdict: "accept",
    files: { skills: { review: { ...skill("review"), scripts: { "a.sh": "" }, references: { "b.md": "" } } } },
  },
];

const KINDS: readonly Vector[] = [
  {
    requires: "skills are in a folder",
    verdict: "partial",
    files: { skills: "text" },
    left: NO_SKILLS,
    says: ["skills: is not a folder, so no skill of this plugin is used"],
  },
  {
    requires: "servers are in a file",
    verdict: "partial",
    mcp: null,
    files: { "mcp.json": { a: "" } },
    left: { servers: [] },
    says: ["mcp.json: is not a file, so no server of this plugin is used"],
  },
  {
    requires: "mcp.json is the only file of servers",
    verdict: "accept",
    mcp: null,
    files: { ".mcp.json": serversText({ other: { type: "stdio", command: "x" } }), ".claude-plugin": { "plugin.json": "{}" } },
    left: { servers: [] },
  },
  {
    requires: "files that the format does not know change nothing",
    verdict: "accept",
    files: { LICENSE: "x", commands: { "a.md": "" }, agents: { "b.md": "" }, hooks: { "c.json": "" } },
  },
];

const LINKS: readonly Vector[] = [
  {
    requires: "a link inside the plugin is fine, for each of its files",
    verdict: "accept",
    files: {
      real: {
        "plugin.json": packageText({ name: "linked", extensions: { "dev.symposium": { "depends-on": "*" } } }),
        "mcp.json": serversText({ sound: { type: "stdio", command: "./bin/linked" } }),
        skills: { review: skill("review") },
      },
      bin: { run: "" },
    },
    links: {
      "plugin.json": "any/real/plugin.json",
      "mcp.json": "any/real/mcp.json",
      skills: "any/real/skills",
      "bin/linked": "any/bin/run",
    },
  },
  {
    requires: "a link to one skill inside the plugin is fine, under the name of the link",
    verdict: "accept",
    files: { skills: { review: skill("review") }, real: { body: skill("linked") } },
    links: { "skills/linked": "any/real/body" },
    left: { skills: ["linked", "review"] },
  },
  {
    requires: "a link to a skill beside it does not take its place",
    verdict: "accept",
    files: { skills: { review: skill("review") } },
    links: { "skills/alias": "any/skills/review" },
  },
  {
    requires: "a skill's link to a file of the plugin is fine",
    verdict: "accept",
    files: { skills: { review: skill("review") }, shared: { "style.md": "x" } },
    links: { "skills/review/style.md": "any/shared/style.md" },
  },
  {
    requires: "a manifest that leads out costs the plugin",
    verdict: "reject",
    links: { "plugin.json": "outside/plugin.json" },
    says: ["plugin.json: leads to", `${OUT}the plugin's folder, so this plugin is ignored`],
  },
  {
    requires: "servers that lead out cost the servers",
    verdict: "partial",
    links: { "mcp.json": "outside/mcp.json" },
    left: { servers: [] },
    says: ["mcp.json: leads to"],
  },
  {
    requires: "skills that lead out cost the skills",
    verdict: "partial",
    links: { skills: "outside/skills" },
    left: NO_SKILLS,
    says: ["any/skills: leads to"],
  },
  {
    requires: "a skill that leads out costs that skill",
    verdict: "partial",
    links: { "skills/secret": "outside/skills/secret" },
    says: ["skills/secret: leads to"],
  },
  {
    requires: "a SKILL.md that leads out costs that skill",
    verdict: "partial",
    files: { skills: { review: skill("review"), secret: { "a.md": "" } } },
    links: { "skills/secret/SKILL.md": "outside/skills/secret/SKILL.md" },
    says: ["skills/secret/SKILL.md: leads to"],
  },
  {
    requires: "a command that leads out costs that server",
    verdict: "partial",
    servers: { bad: { type: "stdio", command: "./bin/out" } },
    files: { bin: { run: "" } },
    links: { "bin/out": "outside/run" },
    left: { servers: ["sound"] },
    says: ["`command` leads to"],
  },
  {
    requires: "a command in a folder that leads out costs that server",
    verdict: "partial",
    servers: { bad: { type: "stdio", command: "./out/run" } },
    links: { out: "outside" },
    left: { servers: ["sound"] },
    says: ["`command` leads to"],
  },
  {
    requires: "a folder to start in that leads out costs that server",
    verdict: "partial",
    servers: { bad: { type: "stdio", command: "node", cwd: "./out" } },
    links: { out: "outside" },
    left: { servers: ["sound"] },
    says: ["`cwd` leads to"],
  },
  {
    requires: "a link to nowhere has no servers",
    verdict: "partial",
    links: { "mcp.json": "any/nowhere" },
    left: { servers: [] },
    says: ["mcp.json: is a dangling link, so no server"],
  },
  {
    requires: "a circle of links ends",
    verdict: "partial",
    links: { "mcp.json": "any/mcp.json" },
    left: { servers: [] },
    says: ["mcp.json: cannot be read (ELOOP)"],
  },
];

export const FOLDER_VECTORS: readonly Vector[] = [...SKILLS, ...KINDS, ...LINKS];
