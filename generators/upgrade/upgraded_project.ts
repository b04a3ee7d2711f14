/** A project while it is upgraded. */

import type { Change, Snapshot } from "../../core/change_set.ts";
import { patch } from "../../core/diff.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { positionAt } from "../../python/position.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { fileChange } from "../plans/plan.ts";

/** Edited code that the templates write differently now. */
export interface LeftDefinition {
  /** The file, relative to the project's root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The definition's name, such as `create_app`; `null` for a file without definitions. */
  readonly name: string | null;
  /** A patch that discards the edit. The patch applies after the upgrade. */
  readonly diff: string;
}

/** Something that stays, and a function that discards the edit. */
interface Left {
  readonly path: ProjectPath;
  readonly name: string | null;
  readonly rewrite: (text: string) => string;
}

/** The files of a project during an upgrade, and the parts that stay as people wrote them. */
export class UpgradedProject {
  readonly #before: Snapshot;
  readonly #after: Map<ProjectPath, string>;
  readonly #left: Left[] = [];

  constructor(files: Snapshot) {
    this.#before = files;
    this.#after = new Map(files);
  }

  /** The files, with the changes so far. */
  get files(): Snapshot {
    return this.#after;
  }

  text(path: ProjectPath): string | undefined {
    return this.#after.get(path);
  }

  /** @param text `null` to delete the file. */
  set(path: ProjectPath, text: string | null): void {
    if (text === null) this.#after.delete(path);
    else this.#after.set(path, text);
  }

  /**
   * Notes that something stays as people wrote it.
   *
   * @param rewrite Returns the text of the file with the code of the templates.
   */
  leave(path: ProjectPath, name: string | null, rewrite: (text: string) => string): void {
    this.#left.push({ path, name, rewrite });
  }

  changes(): readonly Change[] {
    const paths = new Set([...this.#before.keys(), ...this.#after.keys()]);
    return [...paths].flatMap((path): readonly Change[] => {
      const before = this.#before.get(path) ?? null;
      const after = this.#after.get(path);
      if (after !== undefined) return fileChange(path, before, after);
      return before === null ? [] : [{ kind: "delete", path, before, after: null }];
    });
  }

  left(): readonly LeftDefinition[] {
    return this.#left.flatMap(({ path, name, rewrite }) => {
      const before = this.#after.get(path);
      if (before === undefined) return [];
      const after = rewrite(before);
      if (after === before) return [];
      const diff = patch({ kind: "update", path, before, after }, "");
      return [{ path, line: name === null ? 1 : lineOf(before, name), name, diff }];
    });
  }
}

function lineOf(text: string, name: string): number {
  const module = readPython(text);
  const symbol = symbols(module).find((each) => each.name === name);
  return symbol === undefined ? 1 : positionAt(module.physical.starts, symbol.start).line;
}
