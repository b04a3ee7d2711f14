/** Requests with a bounded number of chunks in their bodies. */

import { Buffer } from "node:buffer";
import { IncomingMessage } from "node:http";

/** Number of chunks that a body of any length may have. */
export const BASE_CHUNKS = 1024;

/** Beyond {@linkcode BASE_CHUNKS}, a body may have one chunk per this number of bytes. */
export const MIN_AVERAGE_CHUNK_BYTES = 256;

/** The error of a body that has too many chunks for its length. Even a short chunk costs time and memory. */
export class TooManyChunks extends Error {
  override readonly name = "TooManyChunks";
}

/**
 * A request whose body fails with {@linkcode TooManyChunks} if it has too many chunks. Chunks that arrive
 * together are merged, because a chunk costs the reader of the body much more time than the parser.
 */
export class BoundedRequest extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;
  #arrived: Uint8Array[] = [];
  #problem: TooManyChunks | null = null;

  /** Receives a chunk from the parser; `null` at the end. */
  override push(chunk: Uint8Array | null): boolean {
    if (chunk === null) {
      this.#pushArrived();
      return this.#problem === null ? super.push(null) : false;
    }
    if (this.destroyed || this.#problem !== null) return false;
    this.#chunks++;
    this.#bytes += chunk.length;
    if (this.#chunks > BASE_CHUNKS + this.#bytes / MIN_AVERAGE_CHUNK_BYTES) return this.#refuse();
    // Merges chunks in a microtask: before it runs, the parser has pushed everything that it has received.
    if (this.#arrived.push(chunk) === 1) queueMicrotask(() => this.#pushArrived());
    // `false` pauses the parser until a reader takes bytes from the buffer, so `false` is right only for a
    // full buffer.
    return this.readableLength < this.readableHighWaterMark;
  }

  #pushArrived(): void {
    const [first, ...others] = this.#arrived;
    if (first === undefined) return;
    this.#arrived = [];
    super.push(others.length === 0 ? first : Buffer.concat([first, ...others]));
  }

  #refuse(): false {
    this.#arrived = [];
    this.#problem ??= new TooManyChunks("The body comes in too many small chunks");
    // A stream that fails before its first read would look empty, so the error is held back until that read.
    if (this.readableFlowing !== null) this.destroy(this.#problem);
    return false;
  }

  override _read(size: number): void {
    if (this.#problem === null) super._read(size);
    else this.destroy(this.#problem);
  }

  /** Keeps the connection open for the response to a body with too many chunks. */
  override _destroy(problem: Error | null, done: (problem?: Error | null) => void): void {
    if (problem !== this.#problem || problem === null) return super._destroy(problem, done);
    // Without a listener, the error would end the process.
    this.on("error", () => {});
    done(problem);
  }
}
