export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** A promise that is settled from outside. The first `new Promise` of a native program costs a tenth of a millisecond. */
export function deferred<T>(): Deferred<T> {
  const { withResolvers } = Promise as PromiseConstructor & { withResolvers?: <U>() => Deferred<U> };
  if (withResolvers !== undefined) return withResolvers.call<PromiseConstructor, [], Deferred<T>>(Promise);
  let settle!: Pick<Deferred<T>, "resolve" | "reject">;
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}
