/** What every agent is asked about its server files, made from a description of them. */

import { COMMAND, launchArgs, type ProbedFile, type ServerQuestion, type ServerQuestions } from "./question.ts";
import type { Recipe } from "../../recipes/recipe.ts";

export interface ServerProbe {
  readonly recipe: Recipe;
  /** Every file, with servers of each form. */
  readonly files: readonly ProbedFile[];
  /** The entry of a process. */
  readonly process: (name: string) => Readonly<Record<string, unknown>>;
  /** Files in which one wrong entry stands beside a good one. */
  readonly edited: readonly Pick<ProbedFile, "path" | "table">[];
  /** Variables that move the user's file, and where it then is. */
  readonly moves: readonly { readonly variable: string; readonly path: string; readonly table: readonly string[] }[];
  readonly more?: readonly ServerQuestion[];
}

const WRONG: Readonly<Record<string, unknown>> = {
  "a text": "text",
  "an empty table": {},
  "a command that is a number": { command: 5, args: [] },
  "a list as the command": { command: ["true"] },
  "an unknown `type`": { type: "pigeon", url: "http://127.0.0.1:1/" },
  "an unknown key": "more",
};

/** What a reader of JSON may not accept. */
const ODD: Readonly<Record<string, (text: string) => string>> = {
  "a comment": (text) => text.replace("{", "{\n  // a comment"),
  "a trailing comma": (text) => text.replace(/\n\}\s*$/, ",\n}\n"),
  "a byte-order mark": (text) => `\uFEFF${text}`,
};

/** Names that a person might give. */
const NAMES = [
  "under_score",
  "a.dot",
  "a blank",
  "UPPER",
  "a/slash",
  "a:colon",
  "ä",
  "double__under",
  "_under",
  "9nine",
  `long${"g".repeat(80)}`,
];

export function serverQuestions({ recipe, files, process, edited, moves, more = [] }: ServerProbe): ServerQuestions {
  const good = (name: string, what: string) => ({ [name]: { what, entry: process(name) } });
  const wrong = edited.flatMap((file) =>
    Object.entries(WRONG).map(([what, entry]) => ({
      what: `${what} in \`${file.path}\``,
      files: [
        {
          ...file,
          servers: {
            wrong: { what: "the wrong one", entry: entry === "more" ? { ...process("wrong"), pigeon: true } : entry },
            ...good("good", "the good one beside it"),
          },
        },
      ],
    })),
  );
  const odd = edited.flatMap((file) =>
    Object.entries(file.path.endsWith(".json") ? ODD : {}).map(([what, change]) => ({
      what: `${what} in \`${file.path}\``,
      files: [{ ...file, change, servers: good("good", "a server in it") }],
    })),
  );
  const [first] = files;
  const user = first ?? { path: "", table: [] };
  return {
    recipe,
    questions: [
      { what: "all", files },
      {
        what: "not trusted",
        files: files.map((file) => ({ ...file, servers: good(`n${files.indexOf(file)}`, `\`${file.path}\``) })),
        untrusted: true,
      },
      ...wrong,
      ...odd,
      ...moves.map(({ variable, path, table }) => ({
        what: `\`${variable}\``,
        env: { [variable]: "{root}/moved" },
        files: [
          { path, table, from: user.path, servers: good("moved", `\`${path.replace("/moved", `$${variable}`)}\``) },
          { path: user.path, table: user.table, servers: good("stays", `\`${user.path}\``) },
        ],
      })),
      {
        what: "names",
        files: [
          {
            path: user.path,
            table: user.table,
            servers: Object.fromEntries(NAMES.map((name, at) => [name, { what: name.slice(0, 20), entry: process(`name${at}`) }])),
          },
        ],
        toolsOf: Object.fromEntries(NAMES.map((name, at) => [name, `name${at}`])),
      },
      {
        what: "the same name in two files",
        files: files.slice(0, 4).map((file, at) => ({
          path: file.path,
          table: file.table,
          servers: { twice: { what: `\`${file.path}\` ${file.table[0]}`, entry: process(`twice${at}`) } },
        })),
        toolsInOrder: "twice",
      },
      ...more,
    ],
  };
}

/** The entry of a process where it has a command and arguments. */
export function plainProcess(name: string) {
  return { command: COMMAND, args: launchArgs(name) };
}
