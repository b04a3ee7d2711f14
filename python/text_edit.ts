/** Edits to text. */

/** An edit that inserts, removes or replaces characters of a text. */
export interface TextEdit {
  readonly offset: number;
  /** Number of characters to remove. */
  readonly remove: number;
  readonly insert: string;
}

/** Returns the edit that replaces a range of a text, such as a token. */
export function replaceRange(
  { start, end }: { readonly start: number; readonly end: number },
  insert: string,
): TextEdit {
  return { offset: start, remove: end - start, insert };
}

/**
 * Applies edits to a source. Insertions at the same offset keep their order.
 *
 * @throws {RangeError} If two edits overlap, or one is outside the source.
 *
 * @example
 * ```ts
 * import { applyEdits } from "./text_edit.ts";
 * import { equal, throws } from "node:assert/strict";
 *
 * equal(applyEdits("a b", [{ offset: 0, remove: 1, insert: "A" }]), "A b");
 * throws(() => applyEdits("a", [{ offset: 2, remove: 0, insert: "" }]), RangeError);
 * ```
 */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { offset, remove, insert } of edits.toSorted(bySourceOrder)) {
    if (offset < done) throw new RangeError(`Edit at ${offset} overlaps the one before it`);
    if (offset + remove > source.length) {
      throw new RangeError(`Edit at ${offset} goes past the source's end at ${source.length}`);
    }
    parts.push(source.slice(done, offset), insert);
    done = offset + remove;
  }
  parts.push(source.slice(done));
  return parts.join("");
}

function bySourceOrder(a: TextEdit, b: TextEdit): number {
  return a.offset - b.offset || Math.sign(a.remove) - Math.sign(b.remove);
}
