/** The changes that bring a project to its spec. */

import type { UpdateActions } from "./decide_update.ts";
import { followed } from "./respecify.ts";
import { mergeProjectFiles } from "./merge_project_files.ts";
import { mergeSupport } from "../edits/request_support.ts";
import { hasDataFile } from "../code/endpoint_code.ts";
import { emptyPlan, type Plan } from "../plans/plan.ts";
import type { DecidedRoute } from "./reconcile_route.ts";
import type { Change } from "../../core/change_set.ts";
import { type CleanedUp, cleanUp } from "./clean_up.ts";
import { FileMerges } from "../edits/file_merges.ts";
import { projectInput } from "../code/project_files.ts";
import type { ProjectUpdate } from "./project_update.ts";
import { type ReconciledRoutes, writeRoutes } from "./reconcile_routes.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { servedInputs } from "../records/served_inputs.ts";
import { writeRecords } from "../records/write_records.ts";

/** An updated project. */
export interface UpdateChanges extends CleanedUp {
  /** The project after the changes. */
  readonly draft: ProjectDraft;
  /** What the run did with each endpoint of the spec. */
  readonly actions: ReconciledRoutes["actions"];
  /** Changes to the project, except to its records. */
  readonly changes: readonly Change[];
  /** Changes that would discard edits without the user's consent. */
  readonly conflicts: readonly Change[];
  /** The changes that discard edits at the user's request. */
  readonly discarded: readonly Change[];
}

/**
 * Edits a project as decided: first the handlers that follow the spec, then the files of the project
 * and of its routes. Removes endpoints last.
 *
 * @returns A plan without changes if a file does not parse.
 */
export function updateChanges(
  { input, project, earlier, name, values, compared }: ProjectUpdate,
  decided: UpdateActions,
): UpdateChanges | Plan<never> {
  const { draft, routes: recorded } = followed(decided.respecified, project);
  const merges = new FileMerges(draft, input.force);
  const known = earlier.manifest.files;
  const files = mergeProjectFiles(values, {
    earlier: { ...earlier, routes: recorded },
    choices: decided.choices,
    loadsMocks: decided.routes.some(loadsMocks),
    addsSupport: decided.support !== null,
  }, merges);
  if (decided.support !== null) mergeSupport(values, known, merges);
  const { routes, changed, actions, notes } = writeRoutes(decided.routes, recorded, merges);
  if (merges.diagnostics.length > 0) return emptyPlan(merges.diagnostics);
  const manifest = {
    ...earlier.manifest,
    name,
    input: projectInput(values),
    files: new Map(files.flatMap((path) => {
      const record = merges.records.get(path) ?? known.get(path);
      return record === undefined ? [] : [[path, record] as const];
    })),
    served: servedInputs(compared.cases, (each) => (actions.get(each)?.writing ?? null) !== null),
  };
  const { unwanted } = decided;
  const code = new Map(decided.routes.map(({ route }) => [route.name, route.code]));
  const cleaned = cleanUp({ manifest, routes }, { code, changed, unwanted, actions, draft });
  const changes = draft.changes();
  const edited = new Set(
    decided.respecified.decisions.flatMap(({ as, case: { owner, handler } }) =>
      as === "asked" && owner === "edited" ? handler?.file ?? [] : []
    ),
  );
  return {
    draft,
    actions,
    changes,
    conflicts: merges.conflicts.changes(),
    discarded: changes.filter(({ path }) => merges.replaced.has(path) || edited.has(path)),
    ...cleaned,
    diagnostics: [...notes, ...cleaned.diagnostics],
  };
}

/** Reports whether the mock of any endpoint that people did not remove is in a data file. */
function loadsMocks({ actions }: DecidedRoute): boolean {
  return [...actions].some(([each, { reason }]) => reason !== "removed" && hasDataFile(each));
}

/**
 * Returns the changes to the records. If nothing else changes, a new path of the spec file is not
 * recorded.
 */
export function recordingChanges(
  { input: { specFile }, project }: ProjectUpdate,
  { changes, records }: UpdateChanges,
): readonly Change[] {
  const draft = new ProjectDraft(project);
  writeRecords(records, draft);
  if (changes.length === 0 && draft.changes().length === 0) return [];
  const { manifest } = records;
  const named = { ...manifest, spec: specFile ?? manifest.spec };
  writeRecords({ manifest: named, routes: new Map() }, draft);
  return draft.changes();
}
