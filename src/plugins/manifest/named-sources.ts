import { BARE } from "../../packages/ecosystem.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import { parseAtom } from "../gates/parse-atom.ts";
import { type Atom, isFlaw } from "../gates/predicate.ts";
import type { GitPin } from "../plugin.ts";
import type { Finding } from "./report.ts";

/** The version in a table is in the ecosystem's own syntax. */
export function readPackage(reference: string | { readonly name: string; readonly version?: string }, ecosystem = BARE): Atom | Finding {
  const { name, version } = typeof reference === "string" ? { name: reference } : reference;
  const prefix = ecosystem === BARE ? "" : `${ecosystem}:`;
  const atom = parseAtom(prefix + (version === undefined ? name : `${name}{${version}}`));
  if (isFlaw(atom)) return { message: atom.problem, hint: atom.hint };
  if (atom.name !== "*" && atom.ecosystem === ecosystem && (version === undefined || atom.name === name)) return atom;
  return {
    message: `\`${name}\` is not a valid ${ecosystemNamed(ecosystem)?.packageWord ?? "package"} name`,
    hint: "write one name, and put the version in `version`",
  };
}

const PINS = ["branch", "tag", "rev"] as const;

export type GitTable = Partial<Record<(typeof PINS)[number] | "subdir", string | undefined>>;

export function readPin(source: GitTable): GitPin | Finding | undefined {
  const pins = PINS.flatMap((kind): GitPin[] => {
    const name = source[kind];
    return name === undefined ? [] : [{ kind, name }];
  });
  const [pin, other] = pins;
  if (other === undefined) return pin;
  return { key: ["source", other.kind], message: `${pins.map(({ kind }) => kind).join(" and ")} are mutually exclusive` };
}

export function withoutPins(source: GitTable): Finding | undefined {
  const stray = ([...PINS, "subdir"] as const).find((key) => source[key] !== undefined);
  return stray === undefined ? undefined : { key: ["source", stray], message: `source.${stray} needs source.git` };
}
