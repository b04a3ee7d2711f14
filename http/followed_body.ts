/** Observes the end of a response's body. */

/**
 * Wraps a body. Calls `onEnd` once, when the body was read to its end, has failed, or was cancelled.
 *
 * @example
 * ```ts
 * import { followed } from "./followed_body.ts";
 * import { equal } from "node:assert/strict";
 *
 * let ends = 0;
 * const body = followed(new Blob(["data"]).stream(), () => ends++);
 * equal(ends, 0);
 * equal(await new Response(body).text(), "data");
 * equal(ends, 1);
 * ```
 */
export function followed(
  body: ReadableStream<Uint8Array>,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  return body.pipeThrough(new TransformStream({ flush: onEnd, cancel: onEnd }));
}
