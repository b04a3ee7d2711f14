/** Diagnostics about a project that has no records. */

import type { Snapshot } from "../../core/change_set.ts";
import { type Diagnostic, error, info } from "../../core/diagnostic.ts";
import { MANIFEST_PATH } from "../../project/records/manifest.ts";
import type { Plan } from "./plan.ts";

const HINT = "Restore its .layerwright folder, or create new records with " +
  "'layerwright adopt --spec <file>'";

/**
 * Returns the error for a command that needs records.
 *
 * @param project The project in a sentence, such as `this project`.
 * @param change The change that is impossible, such as `removed`.
 */
export function unrecorded(project: string, change: string): Diagnostic {
  const message = `Nothing is recorded about ${project}, so nothing can be ${change}.`;
  return error("project-unrecorded", message, { hint: HINT });
}

/**
 * Adds a note to a plan that adds code to a project without records.
 *
 * @param files The project's files, including the manifest if there is one.
 */
export function noteUnrecorded<Data>(plan: Plan<Data>, files: Snapshot): Plan<Data> {
  if (plan.changes.length === 0 || files.has(MANIFEST_PATH)) return plan;
  const message = "Nothing is recorded about this project, so the new code counts as yours";
  const note = info("project-unrecorded", message, { hint: HINT });
  return { ...plan, diagnostics: [...plan.diagnostics, note] };
}
