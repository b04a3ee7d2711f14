/** Edits to several files, some of which replace generated code as a whole. */

import type { Snapshot } from "../../core/change_set.ts";
import { partitionPoint } from "../../core/partition_point.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { namesIn } from "../code/names_in.ts";
import { applyEdits, type TextEdit } from "../../python/text_edit.ts";

/** A part of a file, and the text that replaces it. */
export interface ReplacedPart {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** An edit to a file. */
export interface FileEdit extends TextEdit {
  readonly path: ProjectPath;
}

/** Collects edits. An edit inside a replaced part is ignored. */
export class FileEdits {
  readonly #parts = new Map<ProjectPath, readonly ReplacedPart[]>();
  readonly #edits = new Map<ProjectPath, Map<number, TextEdit>>();
  /** The names in the texts of the parts. */
  readonly #inserted = new Map<ProjectPath, ReadonlySet<string>>();

  /** Sets the replaced parts of a file. The parts must be in the order of the file. */
  replace(path: ProjectPath, parts: readonly ReplacedPart[]): void {
    this.#parts.set(path, parts);
    this.#inserted.delete(path);
  }

  /** Replaces a word at an offset. */
  edit(path: ProjectPath, offset: number, word: string, insert: string): void {
    if (word !== insert) this.add({ path, offset, remove: word.length, insert });
  }

  /** Adds an edit. Replaces an earlier edit at the same offset. */
  add({ path, ...edit }: FileEdit): void {
    if (this.isReplaced(path, edit.offset)) return;
    const edits = this.#edits.get(path) ?? new Map<number, TextEdit>();
    this.#edits.set(path, edits.set(edit.offset, edit));
  }

  /** The files with edits. */
  get paths(): Iterable<ProjectPath> {
    return this.#edits.keys();
  }

  /** Reports whether an edit starts at an offset. */
  isEdited(path: ProjectPath, offset: number): boolean {
    return this.#edits.get(path)?.has(offset) ?? false;
  }

  /** Reports whether an offset is in a replaced part. */
  isReplaced(path: ProjectPath, offset: number): boolean {
    const parts = this.#parts.get(path) ?? [];
    const next = partitionPoint(parts, ({ start }) => start <= offset);
    return offset < (parts[next - 1]?.end ?? -1);
  }

  /** Reports whether a text that replaces a part of a file uses a name. */
  insertsName(path: ProjectPath, name: string): boolean {
    const parts = this.#parts.get(path) ?? [];
    const names = this.#inserted.get(path) ??
      new Set(parts.flatMap(({ insert }) => [...namesIn(insert)]));
    this.#inserted.set(path, names);
    return names.has(name);
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
