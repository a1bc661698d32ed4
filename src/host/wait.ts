/** Waiting: for a promise, for a time, and for what is settled from outside. */

/**
 * The promise's value, or undefined when it has not settled after `ms`. The promise must not reject. A process that was suspended for `ms` first
 * handles what arrived meanwhile: an engine runs due timers before it reads.
 */
export function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const first = deferred<T | undefined>();
  const giveUp = () => first.resolve(undefined);
  const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), ms);
  void promise.then((value) => {
    clearTimeout(timer);
    first.resolve(value);
  });
  return first.promise;
}

interface Deferred<T> {
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
