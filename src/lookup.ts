/**
 * Lookups by words from outside. A plain `table[word]` also finds what every object inherits (`toString`, `constructor`, `__proto__`), and
 * `object["__proto__"] = value` makes no member at all. A test finds every other such place in the sources.
 */

declare const VALUE: unique symbol;

/** A table that can only be read through the functions here: it has no members that the type checker knows. */
export interface Table<T> {
  readonly [VALUE]: T;
}

export type Askable<T> = Table<T> | Readonly<Record<string, T>>;

/* @__NO_SIDE_EFFECTS__ */
export function tableOf<T>(entries: Readonly<Record<string, T>>): Table<T> {
  return entries as unknown as Table<T>;
}

/** The value under this word in the object itself. */
export function lookUp<T>(from: Askable<T>, word: string): T | undefined {
  return Object.hasOwn(from, word) ? (from as Readonly<Record<string, T>>)[word] : undefined;
}

export function hasWord(from: object, word: string): boolean {
  return Object.hasOwn(from, word);
}

export function entriesOf<T>(from: Askable<T>): [word: string, value: T][] {
  return Object.entries(from as Readonly<Record<string, T>>);
}

/** Makes or replaces a member, whatever its name. */
export function put<T>(into: Record<string, T>, key: string, value: T): void {
  if (key !== "__proto__") into[key] = value;
  else Object.defineProperty(into, key, { value, writable: true, enumerable: true, configurable: true });
}

/** As `Map.groupBy`, which Node 20 does not have. */
export function grouped<T>(items: Iterable<T>, keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
