/** Finds records that are missing or in conflict. */

import type { Snapshot } from "../../core/change_set.ts";
import type { Layout } from "../../project/layout/layout.ts";
import { recordConflicts } from "../../project/records/record_conflicts.ts";
import type { Records } from "../../project/records/records.ts";
import type { Problem } from "../../project/routing/analysis.ts";
import type { EndpointCase } from "./endpoint_case.ts";
import type { Handler } from "./handlers.ts";

/** A project whose records are judged. */
export interface JudgedRecords {
  /** The files with the records. */
  readonly files: Snapshot;
  readonly records: Records | null;
  readonly layout: Layout;
  readonly cases: readonly EndpointCase[];
  /** Reports whether a handler has the form of generated ones, and not only their place. */
  readonly isGenerated: (handler: Handler) => boolean;
  /** The spec's path in commands. */
  readonly spec: string;
}

/**
 * Finds the records that git left in conflict, and the routes of the spec that the code has in the place and
 * the form of generated ones, without a record.
 */
export function recordProblems(
  { files, records, layout, cases, isGenerated, spec }: JudgedRecords,
): readonly Problem[] {
  if (records === null) return [];
  const command = `'layerwright adopt --spec ${spec}'`;
  const conflicts = recordConflicts(files).map(({ path, line }) => ({
    file: path,
    line,
    message: "has a merge conflict",
    hint: `${command} takes both sides`,
  }));
  const lost = new Map<string, Problem>();
  for (const { route, wanted, handler } of cases) {
    if (wanted === null || handler === null || records.routes.has(route)) continue;
    const { file, line } = handler;
    if (lost.has(file) || layout.routeFileAt(file)?.route !== route) continue;
    if (!isGenerated(handler)) continue;
    const message = "has endpoints of the spec without a record";
    lost.set(file, { file, line, message, hint: `${command} records them` });
  }
  return [...conflicts, ...lost.values()];
}
