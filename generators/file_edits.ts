/** Edits to several files, some of which replace generated code as a whole. */

import type { Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { applyEdits, type TextEdit } from "../python/text_edit.ts";

/** A part of a file, and the text that replaces it. */
export interface ReplacedPart {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** Collects edits. An edit inside a replaced part is ignored. */
export class FileEdits {
  readonly #parts = new Map<ProjectPath, readonly ReplacedPart[]>();
  readonly #edits = new Map<ProjectPath, Map<number, TextEdit>>();

  /** Sets the replaced parts of a file, in order. */
  replace(path: ProjectPath, parts: readonly ReplacedPart[]): void {
    this.#parts.set(path, parts);
  }

  /** Replaces a word at an offset. */
  edit(path: ProjectPath, offset: number, word: string, insert: string): void {
    if (word === insert || this.isReplaced(path, offset)) return;
    const edits = this.#edits.get(path) ?? new Map<number, TextEdit>();
    this.#edits.set(path, edits.set(offset, { offset, remove: word.length, insert }));
  }

  /** Reports whether an edit starts at an offset. */
  isEdited(path: ProjectPath, offset: number): boolean {
    return this.#edits.get(path)?.has(offset) ?? false;
  }

  /** Reports whether an offset is in a replaced part. */
  isReplaced(path: ProjectPath, offset: number): boolean {
    const parts = this.#parts.get(path) ?? [];
    let low = 0;
    let high = parts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((parts[middle]?.start ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset < (parts[low - 1]?.end ?? -1);
  }

  /** Returns the new texts of the files that change. */
  texts(files: Snapshot): ReadonlyMap<ProjectPath, string> {
    const paths = new Set([...this.#parts.keys(), ...this.#edits.keys()]);
    return new Map([...paths].flatMap((path) => {
      const text = files.get(path);
      if (text === undefined) return [];
      const parts = (this.#parts.get(path) ?? []).map(({ start, end, insert }) => ({
        offset: start,
        remove: end - start,
        insert,
      }));
      return [[path, applyEdits(text, [...parts, ...this.#edits.get(path)?.values() ?? []])]];
    }));
  }
}
