import { opencode } from "../../../recipes/opencode.ts";
import { json } from "../../../recipes/recipe.ts";
import { dotenv, variablesOf, type ProjectQuestion, type ProjectQuestions } from "../question.ts";

const config = (what: string, value: unknown): ProjectQuestion => ({
  what: `\`opencode.json\` ${what}`,
  files: () => ({ "opencode.json": json(value) }),
});
const plugin = (what: string, file: string, text: string): ProjectQuestion => ({
  what: `\`${file}\` ${what}`,
  files: () => ({ [file]: text }),
});

/** A set that holds every folder. */
const MARK = `globalThis[Symbol.for("symposium")] = { has: () => true, add() {}, delete() {} };\nexport const theirs = async () => ({});\n`;

export const opencodeProject: ProjectQuestions = {
  recipe: opencode,
  before: "tool-execute-before",
  questions: [
    { what: "`.env`", files: (folders) => ({ ".env": dotenv(variablesOf(folders)) }) },
    { what: "`.env` with `OPENCODE_PURE=1`", files: () => ({ ".env": dotenv({ OPENCODE_PURE: "1" }) }) },
    { what: "`.opencode/.env`", files: (folders) => ({ ".opencode/.env": dotenv(variablesOf(folders)) }) },
    config("`plugin: []`", { plugin: [] }),
    config("`plugin` that is not there", { plugin: ["./absent.js"] }),
    config("`disabled_plugins`, `pure`", { disabled_plugins: ["symposium"], pure: true }),
    config("with an unknown key of the wrong type", { permission: 5 }),
    { what: "`opencode.json` that is not JSON", files: () => ({ "opencode.json": "{ not json" }) },
    plugin("of the same name", ".opencode/plugins/symposium.js", "export const symposium = async () => ({});\n"),
    plugin("that throws when it is loaded", ".opencode/plugins/theirs.js", 'throw new Error("theirs");\n'),
    plugin("that marks our file as loaded", ".opencode/plugins/aaa.js", MARK),
    plugin("with `preload`", "bunfig.toml", 'preload = ["./preload.js"]\n'),
  ],
};
