/** Finds out which of the shared code that checks requests a project has. */

import type { Snapshot } from "../../core/change_set.ts";
import { type Layout, servesDocs } from "../../project/layout/layout.ts";
import type { Project } from "../../project/project.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import type { OptionalParts } from "../../spec/api_spec.ts";
import { JSON_BODY } from "../code/endpoint_code.ts";
import { neededSupport, type RequestSupport } from "../code/needed_support.ts";

/** Returns the shared code that a project has. */
export function presentSupport(files: Snapshot, layout: Layout): RequestSupport {
  return {
    ...(isCheckingHelper(files.get(layout.requestBody)) && { checksRequests: true as const }),
    ...(files.has(layout.bodyLimits) && { limitsBodies: true as const }),
    ...(files.has(layout.requestParameters) && { readsParameters: true as const }),
    ...(files.has(layout.documentedErrors) && { documentsErrors: true as const }),
    ...(servesDocs(files.get(layout.docs)) && { servesDocs: true as const }),
    ...(files.has(layout.listParameters) && { pagesLists: true as const }),
  };
}

/**
 * Returns the shared code of a project to which endpoints are added; `null` if it has all code that
 * they need.
 */
export function grownSupport(
  endpoints: readonly OptionalParts[],
  { files, layout }: Pick<Project, "files" | "layout">,
): RequestSupport | null {
  const needed = neededSupport(endpoints);
  const present = presentSupport(files, layout);
  const hasModel = !needed.checksRequests || files.has(layout.bodyModel);
  const isWhole = hasModel && Object.keys(needed).every((each) => each in present);
  return isWhole ? null : { ...present, ...needed };
}

/** Reports whether the text of a helper checks bodies against a model. */
export function isCheckingHelper(text: string | undefined): boolean {
  const helper = symbols(readPython(text ?? "")).find(({ name }) => name === JSON_BODY);
  return helper !== undefined && CHECKING.test(helper.text);
}

/** Matches the helper that takes a model. */
const CHECKING = new RegExp(`^def ${JSON_BODY}\\(\\s*model\\b`, "m");
