/** Bodies with a limit on their length. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import { boundedBytes, boundedText } from "../../core/bounded_body.ts";

/** Creates a stream of chunks that records whether it was cancelled. */
function streamOf(...chunks: readonly string[]) {
  const left = chunks.map((chunk) => new TextEncoder().encode(chunk));
  const state = { isCancelled: false };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const next = left.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
    cancel() {
      state.isCancelled = true;
    },
  }, { highWaterMark: 0 });
  return { stream, left, state };
}

for (
  const [what, chunks, most] of [
    ["nothing", [], 0],
    ["no more than nothing", [""], 0],
    ["one chunk of just as many bytes", ["abcd"], 4],
    ["chunks of just as many bytes", ["ab", "", "c", "d"], 4],
    ["a character of four bytes", ["\u{1f600}"], 4],
    ["fewer bytes", ["abc"], 1_000],
  ] as const
) {
  Deno.test(`a bounded body may have ${what}`, async () => {
    const text = chunks.join("");
    equal(await boundedText(new Response(streamOf(...chunks).stream), most), text);
    deepEqual(await boundedBytes(streamOf(...chunks).stream, most), new TextEncoder().encode(text));
  });
}

for (
  const [what, chunks, most, unread] of [
    ["one byte more than none", ["a", "b"], 0, 1],
    ["one chunk of one byte more", ["abcde", "f"], 4, 1],
    ["chunks of one byte more", ["ab", "cd", "e", "f", "g"], 4, 2],
    ["a character whose last byte is too many", ["\u{1f600}"], 3, 0],
  ] as const
) {
  Deno.test(`a bounded body of ${what} is rejected, and its stream is cancelled`, async () => {
    const { stream, left, state } = streamOf(...chunks);
    await rejects(boundedBytes(stream, most), { name: "TooLong" });
    deepEqual([left.length, state.isCancelled], [unread, true]);
  });
}

Deno.test("a response without a body has no text", async () => {
  equal(await boundedText(new Response(null), 0), "");
});
