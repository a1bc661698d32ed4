import { goose } from "../../../recipes/goose.ts";
import { claudeHooks, MANIFEST, manifestOf, type PackageQuestions } from "../question.ts";

const USER = { at: "~/.agents/plugins/one", name: "one" };
const PROJECT = { at: ".agents/plugins/two", name: "two" };
const HOOKS = { "hooks/hooks.json": claudeHooks("SessionStart") };

export const goosePackages: PackageQuestions = {
  recipe: goose,
  questions: [
    {
      what: "folders alone",
      packages: [
        USER,
        PROJECT,
        { at: "~/.config/goose/plugins/a", name: "a" },
        { at: "~/.local/share/goose/plugins/b", name: "b" },
        { at: ".goose/plugins/c", name: "c" },
      ],
    },
    {
      what: "without a manifest",
      packages: [
        { ...USER, manifests: {} },
        { ...PROJECT, manifests: {} },
      ],
    },
    {
      what: "a link to another folder",
      packages: [
        { ...USER, linkedTo: "/elsewhere/one" },
        { ...PROJECT, linkedTo: "/elsewhere/two" },
      ],
    },
    { what: "the folder has another name than the plugin", packages: [{ ...USER, at: "~/.agents/plugins/other" }] },
    { what: "the same skill in `.agents/skills`", packages: [USER], copies: [".agents/skills/skill-one"] },
    {
      what: "the user's and the project's folder of one name",
      packages: [
        { ...USER, at: "~/.agents/plugins/same" },
        { ...PROJECT, at: ".agents/plugins/same" },
      ],
    },
    {
      what: "hooks without and beside a manifest",
      packages: [
        { ...USER, manifests: {}, hooks: HOOKS },
        { ...PROJECT, hooks: HOOKS },
      ],
    },
    {
      what: "hooks beside `.plugin/plugin.json`, alone and with the one in the root",
      packages: [
        { ...USER, manifests: { ".plugin/plugin.json": manifestOf("one") }, hooks: HOOKS },
        { ...PROJECT, manifests: { ".plugin/plugin.json": manifestOf("two"), [MANIFEST]: manifestOf("two") }, hooks: HOOKS },
      ],
    },
    ...["~/.config/goose/settings.json", ".config/goose/settings.json", ".config/goose/settings.local.json"].map((path) => ({
      what: `\`disabledPlugins\` in \`${path}\``,
      packages: [
        { ...USER, hooks: HOOKS },
        { ...PROJECT, hooks: HOOKS },
      ],
      settings: { [path]: { disabledPlugins: ["one", "two"] } },
    })),
    {
      what: "not enabled in `plugins` of `config.yaml`",
      packages: [
        { ...USER, hooks: HOOKS },
        { ...PROJECT, hooks: HOOKS },
      ],
      // JSON is YAML too.
      settings: {
        "~/.config/goose/config.yaml": {
          plugins: { "{home}/.agents/plugins/one": { enabled: false }, "{project}/.agents/plugins/two": { enabled: false } },
        },
      },
    },
    ...(["home", "project"] as const).map((off) => ({
      what: `two folders of one name, and the one in the ${off} is not enabled in \`config.yaml\``,
      packages: [
        { ...USER, at: "~/.agents/plugins/same", hooks: HOOKS },
        { ...PROJECT, at: ".agents/plugins/same", hooks: HOOKS },
      ],
      settings: { "~/.config/goose/config.yaml": { plugins: { [`{${off}}/.agents/plugins/same`]: { enabled: false } } } },
    })),
    {
      what: "`GOOSE_PATH_ROOT`",
      packages: [{ ...USER, at: "~/root/.agents/plugins/one" }],
      moves: { variable: "GOOSE_PATH_ROOT", folder: "root" },
    },
  ],
};
