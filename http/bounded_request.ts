/** Requests whose bodies come in a bounded number of chunks. */

import { Buffer } from "node:buffer";
import { IncomingMessage } from "node:http";

/** Maximum chunks of a short body. */
export const FEW_CHUNKS = 1024;

/** Average bytes of further chunks, at least. */
export const SMALLEST_AVERAGE = 256;

/** The chunks of a body are too many for its length: each takes time and memory, however short. */
export class TooManyChunks extends Error {
  override readonly name = "TooManyChunks";
}

/**
 * A request whose body fails with {@linkcode TooManyChunks} once it has too many. Its readers get the
 * chunks that arrived together as one, because each costs them much more than the parser.
 */
export class BoundedRequest extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;
  #arrived: Uint8Array[] = [];
  #problem: TooManyChunks | null = null;

  /** Takes a chunk from the parser; `null` is the end. */
  override push(chunk: Uint8Array | null): boolean {
    if (chunk === null) {
      this.#pushArrived();
      return this.#problem === null ? super.push(null) : false;
    }
    if (this.destroyed || this.#problem !== null) return false;
    this.#chunks++;
    this.#bytes += chunk.length;
    if (this.#chunks > FEW_CHUNKS + this.#bytes / SMALLEST_AVERAGE) return this.#refuse();
    // The parser calls again for all that it has received, before any microtask.
    if (this.#arrived.push(chunk) === 1) queueMicrotask(() => this.#pushArrived());
    // A pause lasts until readers take bytes from the buffer, so it must have some.
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
    // A stream that fails before anyone reads it looks like an empty one.
    if (this.readableFlowing !== null) this.destroy(this.#problem);
    return false;
  }

  override _read(size: number): void {
    if (this.#problem === null) super._read(size);
    else this.destroy(this.#problem);
  }

  /** Keeps the connection for the answer to a body that has too many chunks. */
  override _destroy(problem: Error | null, done: (problem?: Error | null) => void): void {
    if (problem !== this.#problem || problem === null) return super._destroy(problem, done);
    // Without a listener, the error would end the process.
    this.on("error", () => {});
    done(problem);
  }
}
