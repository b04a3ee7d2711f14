/** Edits to files that are collected in memory before anything is written. */

import type { Snapshot } from "../core/change_set.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";

/** An edited file. */
export interface LayerEdit {
  readonly path: ProjectPath;
  readonly before: string | null;
  readonly after: string;
  /** Name of the added definition. */
  readonly symbol: string | null;
}

/** Collects edits to files, and diagnostics. */
export class Draft {
  readonly diagnostics: Diagnostic[] = [];
  readonly #after = new Map<ProjectPath, { text: string; symbol: string | null }>();

  constructor(readonly snapshot: Snapshot) {}

  /** Returns the current text of a file; `undefined` if the file does not exist. */
  text(path: string): string | undefined {
    const checked = projectPath(path);
    return this.#after.get(checked)?.text ?? this.snapshot.get(checked);
  }

  /**
   * Sets the text of a file.
   *
   * @param symbol Name of the added definition.
   */
  set(path: string, text: string, symbol: string | null): void {
    this.#after.set(projectPath(path), { text, symbol });
  }

  /** Returns the edits to all files. */
  edits(): LayerEdit[] {
    return [...this.#after].map(([path, { text, symbol }]) => ({
      path,
      before: this.snapshot.get(path) ?? null,
      after: text,
      symbol,
    }));
  }
}
