/** The texts of files as they become. */

import type { Snapshot } from "../core/change_set.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";

/** A file with something added. */
export interface LayerEdit {
  readonly path: ProjectPath;
  readonly before: string | null;
  readonly after: string;
  /** The definition that was added. */
  readonly symbol: string | null;
}

/** Files that are being edited, and what there is to say about it. */
export class Draft {
  readonly diagnostics: Diagnostic[] = [];
  readonly #after = new Map<ProjectPath, { text: string; symbol: string | null }>();

  constructor(readonly snapshot: Snapshot) {}

  /** The text of a file as it has become; `undefined` if there is none. */
  text(path: string): string | undefined {
    const checked = projectPath(path);
    return this.#after.get(checked)?.text ?? this.snapshot.get(checked);
  }

  /** Gives a file a text, for the sake of a definition. */
  set(path: string, text: string, symbol: string | null): void {
    this.#after.set(projectPath(path), { text, symbol });
  }

  /** What has changed. */
  edits(): LayerEdit[] {
    return [...this.#after].map(([path, { text, symbol }]) => ({
      path,
      before: this.snapshot.get(path) ?? null,
      after: text,
      symbol,
    }));
  }
}
