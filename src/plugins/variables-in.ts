/** The names in all `env(…)` of the gates, anywhere in a plugin. */
export function variablesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const { kind, name } = value as { readonly kind?: unknown; readonly name?: unknown };
  const own = kind === "env" && typeof name === "string" ? [name] : [];
  return [...own, ...Object.values(value).flatMap(variablesIn)];
}
