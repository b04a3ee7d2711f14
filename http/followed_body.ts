/** Bodies whose end is worth knowing. */

/**
 * The same bytes; tells once when they have all been read, or cannot be, or nobody reads them any more.
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
