/** Edited code that an upgrade leaves, although the templates write it differently now. */

import { patch } from "../../core/diff.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { positionAt } from "../../python/position.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";

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

/** Edited code, and how the templates write it. */
export interface LeftCode {
  readonly path: ProjectPath;
  readonly name: string | null;
  /** Returns the text of the file with the code of the templates. */
  readonly rewrite: (text: string) => string;
}

/** Describes edited code in an upgraded project. */
export function leftDefinitions(
  left: readonly LeftCode[],
  draft: ProjectDraft,
): readonly LeftDefinition[] {
  return left.flatMap(({ path, name, rewrite }) => {
    const before = draft.text(path);
    const after = before === undefined ? before : rewrite(before);
    if (before === undefined || after === undefined || after === before) return [];
    const diff = patch({ kind: "update", path, before, after }, "");
    return [{ path, line: name === null ? 1 : lineOf(before, name), name, diff }];
  });
}

function lineOf(text: string, name: string): number {
  const module = readPython(text);
  const symbol = symbols(module).find((each) => each.name === name);
  return symbol === undefined ? 1 : positionAt(module.physical.starts, symbol.start).line;
}
