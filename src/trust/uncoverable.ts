import { UserError } from "../errors.ts";

/** Files that a consent cannot be bound to: they never run. */
export function uncoverable(message: string): UserError {
  return new UserError("UNCOVERABLE", message);
}
