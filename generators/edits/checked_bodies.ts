/** Finds out whether a project has the shared code for checked bodies. */

import type { Snapshot } from "../../core/change_set.ts";
import type { Layout } from "../../project/layout/layout.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { JSON_BODY } from "../code/endpoint_code.ts";

/** Reports whether a project's helper checks bodies against a model. */
export function checksBodies(files: Snapshot, layout: Layout): boolean {
  return isCheckingHelper(files.get(layout.requestBody));
}

/** Reports whether a project has all code that checked bodies share. */
export function supportsBodies(files: Snapshot, layout: Layout): boolean {
  return checksBodies(files, layout) && files.has(layout.bodyModel);
}

/** Reports whether the text of a helper checks bodies against a model. */
export function isCheckingHelper(text: string | undefined): boolean {
  const helper = symbols(readPython(text ?? "")).find(({ name }) => name === JSON_BODY);
  return helper !== undefined && CHECKING.test(helper.text);
}

/** Matches the helper that takes a model. */
const CHECKING = new RegExp(`^def ${JSON_BODY}\\(\\s*model\\b`, "m");
