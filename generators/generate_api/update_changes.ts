/** The changes that bring a project to its spec. */

import type { Change } from "../../core/change_set.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { Records } from "../../project/records/records.ts";
import type { EndpointRecord } from "../../project/records/route_record.ts";
import type { UnwantedEndpoints } from "./unwanted_endpoints.ts";
import { cleanUp } from "./clean_up.ts";
import type { FileMerges } from "../edits/file_merges.ts";
import { projectInput } from "../code/project_files.ts";
import type { ProjectUpdate } from "./project_update.ts";
import type { ReconciledRoutes } from "./reconcile_routes.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { writeRecords } from "../records/write_records.ts";

/** The changes of an update. */
export interface UpdateChanges {
  /** Changes to the project, except to its records. */
  readonly changes: readonly Change[];
  /** Changes that would discard edits without the user's consent. */
  readonly conflicts: readonly Change[];
  /** The changes that discard edits at the user's request. */
  readonly discarded: readonly Change[];
  /** The records after the changes. */
  readonly records: Records;
  /** The endpoints that the changes remove. */
  readonly removed: readonly EndpointRecord[];
  /** Tells which endpoints stay although the spec no longer has them. */
  readonly diagnostics: readonly Diagnostic[];
}

interface Made {
  readonly merges: FileMerges;
  /** The paths of all project-wide files that are or were generated. */
  readonly files: readonly ProjectPath[];
  /** The endpoints to remove. */
  readonly unwanted: UnwantedEndpoints;
}

/** Collects the changes of an update: merged files, and removed endpoints. */
export function updateChanges(
  { earlier, name, code, values, respecified }: ProjectUpdate,
  { routes, changed, actions }: ReconciledRoutes,
  { merges, files, unwanted }: Made,
): UpdateChanges {
  const manifest = {
    ...earlier.manifest,
    name,
    input: projectInput(values),
    files: new Map(files.flatMap((path) => {
      const record = merges.records.get(path) ?? earlier.manifest.files.get(path);
      return record === undefined ? [] : [[path, record] as const];
    })),
  };
  const { draft } = merges;
  const cleaned = cleanUp({ manifest, routes }, { code, changed, unwanted, draft });
  const changes = draft.changes();
  const edited = new Set(
    respecified.filter(({ wanted }) => actions.get(wanted)?.kind === "respecify")
      .flatMap(({ owner, handler }) => owner === "edited" ? handler?.file ?? [] : []),
  );
  return {
    changes,
    conflicts: merges.conflicts.changes(),
    discarded: changes.filter(({ path }) => merges.replaced.has(path) || edited.has(path)),
    records: cleaned.records,
    removed: cleaned.removed,
    diagnostics: cleaned.diagnostics,
  };
}

/**
 * Returns the changes to the records. If nothing else changes, a new path of the spec file is not
 * recorded.
 */
export function recordingChanges(
  { input: { specFile }, project }: ProjectUpdate,
  { changes, records }: UpdateChanges,
): readonly Change[] {
  const { manifest, routes } = records;
  const draft = new ProjectDraft(project);
  writeRecords(records, draft);
  if (changes.length === 0 && draft.changes().length === 0) return [];
  writeRecords({ manifest: { ...manifest, spec: specFile ?? manifest.spec }, routes }, draft);
  return draft.changes();
}
