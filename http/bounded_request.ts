/** Requests with a bounded number of chunks in their bodies. */

import { Buffer } from "node:buffer";
import { IncomingMessage } from "node:http";

/** Number of chunks that a body of any length may have. */
export const FEW_CHUNKS = 1024;

/** Minimum average size of the chunks beyond {@linkcode FEW_CHUNKS}, in bytes of the whole body. */
export const SMALLEST_AVERAGE = 256;

/** Error for a body with too many chunks for its length. Even a short chunk costs time and memory. */
export class TooManyChunks extends Error {
  override readonly name = "TooManyChunks";
}

/**
 * A request whose body fails with {@linkcode TooManyChunks} above the limit. Chunks that arrive together
 * are merged, because each chunk costs a reader much more time than it costs the parser.
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
    if (this.#chunks > FEW_CHUNKS + this.#bytes / SMALLEST_AVERAGE) return this.#refuse();
    // The parser pushes everything that it has received before any microtask runs.
    if (this.#arrived.push(chunk) === 1) queueMicrotask(() => this.#pushArrived());
    // `false` pauses the parser until a reader takes bytes from the buffer, so it needs a full buffer.
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
    // A stream that fails before its first read looks empty, so the error waits for that read.
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
