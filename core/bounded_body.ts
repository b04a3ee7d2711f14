/** Reads streams and response bodies up to a maximum length. */

/** Thrown when a stream is longer than its limit. */
export class TooLong extends Error {
  override readonly name = "TooLong";
}

/**
 * Reads a stream. Cancels it when it exceeds the limit.
 *
 * @param most Maximum length in bytes.
 * @throws {TooLong} If the stream is longer.
 */
export async function boundedBytes(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > most) throw new TooLong("its answer is too long");
    chunks.push(chunk);
  }
  return await new Blob(chunks).bytes();
}

/**
 * Reads the body of a response as text.
 *
 * @param most Maximum length in bytes.
 * @throws {TooLong} If the body is longer.
 */
export async function boundedText({ body }: Response, most: number): Promise<string> {
  return body === null ? "" : new TextDecoder().decode(await boundedBytes(body, most));
}
