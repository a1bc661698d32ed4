export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

/** A promise that is settled from outside. The first `new Promise` of a native programme costs it a tenth of a millisecond. */
export function deferred<T>(): Deferred<T> {
  const { withResolvers } = Promise as PromiseConstructor & { withResolvers?: <U>() => Deferred<U> };
  if (withResolvers !== undefined) return withResolvers.call<PromiseConstructor, [], Deferred<T>>(Promise);
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
