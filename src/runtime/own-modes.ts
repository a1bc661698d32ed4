/** How we call ourselves for what a hook call must not do itself. */

/** Sends the request of a hook of type http. */
export const POST = "--post";

/** Runs an asynchronous hook to its end. */
export const RUN = "--run";
