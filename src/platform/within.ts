import { deferred } from "./deferred.ts";

/** The promise's value, or undefined when it has not settled after `ms`. The promise must not reject. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const first = deferred<T | undefined>();
  const timer = setTimeout(() => first.resolve(undefined), ms);
  void promise.then((value) => {
    clearTimeout(timer);
    first.resolve(value);
  });
  return first.promise;
}
