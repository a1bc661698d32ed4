/** Lock files in TOML. Only the packages that someone asks for are decoded. */

import { type LockForm, nameOf, packageOf } from "./lock-forms.ts";
import type { Lock, LockedPackage } from "./locked-package.ts";
import { foldName } from "./name.ts";
import { conflictIn, scanToml } from "./scan-toml.ts";

/** Far above any real one. */
const MOST_PACKAGES = 50_000;
const START = { line: 1, column: 1 } as const;

/** Reads a lock file in TOML. Never throws. Skips packages without a name. */
export function readTomlLock(text: string, form: LockForm): Lock {
  const conflict = conflictIn(text);
  if (conflict !== undefined) return { ok: false, ...conflict };
  const entries = new Map<string, ReadonlyMap<string, string>[]>();
  let count = 0;
  let entry: Map<string, string> | undefined;
  let prefix = "";
  let isMarked = false;
  let isTooMany = false;
  const close = () => {
    const name = entry === undefined ? undefined : nameOf(entry);
    if (entry !== undefined && name !== undefined) {
      const folded = foldName(name);
      const others = entries.get(folded);
      if (others === undefined) entries.set(folded, [entry]);
      else others.push(entry);
    }
    entry = undefined;
  };
  const wrong = scanToml(text, {
    header: (path, isList) => {
      if (path === form.list && isList) {
        close();
        isTooMany ||= ++count > MOST_PACKAGES;
        if (!isTooMany) entry = new Map();
        prefix = "";
      } else if (path.startsWith(`${form.list}.`)) prefix = `${path.slice(form.list.length + 1)}.`;
      else {
        close();
        isMarked ||= path === form.mark;
      }
    },
    pair: (key, value) => {
      if (entry === undefined) isMarked ||= key === form.mark;
      else if (form.keys.has(prefix + key)) {
        const before = entry.get(prefix + key);
        entry.set(prefix + key, before === undefined ? value : `${before}\n${value}`);
      }
    },
  });
  close();
  if (wrong !== undefined) return { ok: false, ...wrong };
  if (isTooMany) return { ok: false, position: START, message: `has more than ${MOST_PACKAGES} packages` };
  if (!isMarked) return { ok: false, position: START, message: `has no \`${form.mark}\`, so it is incomplete or of another program` };
  const named = (name: string): LockedPackage[] => (entries.get(name) ?? []).map((one) => packageOf(name, one, form));
  return { ok: true, named };
}
