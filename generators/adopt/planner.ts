/** Plans the missing records of a project. */

import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { Snapshot } from "../../core/change_set.ts";
import { type Diagnostic, error } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { quotable } from "../../core/printable.ts";
import { counted } from "../../core/report.ts";
import { MANIFEST_PATH } from "../../project/records/manifest.ts";
import { GIT_SETTINGS, recordsIn, routeRecordsIn } from "../../project/records/records.ts";
import { recordConflicts } from "../../project/records/record_conflicts.ts";
import { RECORDS_FOLDER } from "../../project/records/route_record.ts";
import type { Project } from "../../project/project.ts";
import type { ApiSpec } from "../../spec/api_spec.ts";
import { adoptedRecords, asInCode } from "./adopted_records.ts";
import { apiFiles } from "../code/api_code.ts";
import { routeEndpoints } from "../code/endpoint.ts";
import { brokenFiles, emptyPlan, type Plan } from "../plans/plan.ts";
import type { Planner } from "../plans/planner.ts";
import { compareProject, statesOf } from "../compare/compare_project.ts";
import { DRIFT, type EndpointState } from "../compare/project_state.ts";
import { servedInputs } from "../records/served_inputs.ts";
import { writeRecords } from "../records/write_records.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { followRenames } from "../compare/renamed_spec.ts";

/** A project to adopt. */
export interface AdoptInput {
  /** The name of the project's folder. */
  readonly name: string;
  readonly spec: ApiSpec;
  /** The spec's path in messages. */
  readonly specPath: string;
  /** The spec's path relative to the project's folder, to record; `null` to record none. */
  readonly specFile: string | null;
}

/** Report data of an adopted project. */
export interface AdoptedData {
  /** Every endpoint of the spec and the code, compared with the new records. */
  readonly endpoints: readonly EndpointState[];
}

/** Returns the planner that creates the missing records of a project. */
export function adoptPlanner(input: AdoptInput): Planner<AdoptedData> {
  return {
    reads: {
      files: [MANIFEST_PATH, ...Object.values(GIT_SETTINGS), ...apiFiles(input).keys()],
      folders: [RECORDS_FOLDER],
    },
    settlesRecords: true,
    readsAfter: ({ folders }) => ({
      files: recordsIn(folders),
      below: [DEFAULT_LAYOUT.docsPage],
      python: () => true,
    }),
    plan: (project) => planAdoption(input, project),
  };
}

function planAdoption(
  { name, spec: written, specPath, specFile }: AdoptInput,
  project: Project,
): Plan<AdoptedData> {
  const { records: known } = project;
  const isWhole = recordConflicts(project.files).length === 0;
  const broken = isWhole ? [] : brokenFiles(filesInConflict(project.python), project.files);
  if (broken.length > 0) return emptyPlan(broken);
  const { spec } = followRenames(written, known);
  const adopted = adoptedRecords(name, spec, project);
  const found = [...adopted.routes].filter(([, { endpoints }]) => endpoints.length > 0);
  if (known !== null && isWhole && found.every(([route]) => known.routes.has(route))) {
    return emptyPlan([alreadyRecorded(name)]);
  }
  if (found.length === 0 && isWhole) return emptyPlan([nothingGenerated(name, specPath)]);
  // Existing records stay: they know facts that the spec lacks, such as removed endpoints.
  const recorded = routeRecordsIn(project.files);
  const settled = isWhole ? recorded : asInCode(recorded, adopted.routes, project);
  const routes = new Map([...adopted.routes, ...settled]);
  const manifest = known?.manifest ?? { ...adopted.manifest, spec: specFile };
  const wanted = spec.routes.flatMap(routeEndpoints);
  const draft = new ProjectDraft(project);
  writeRecords({ manifest, routes }, draft);
  const compared = compareProject({ project: draft.project, wanted });
  const served = servedInputs(compared.cases);
  writeRecords({ manifest: { ...manifest, served }, routes: new Map() }, draft);
  const endpoints = statesOf(compared.all);
  const what = `project '${name}': ${summary(endpoints)}`;
  return {
    ...emptyPlan([]),
    changes: draft.changes(),
    messages: {
      applied: `Adopted ${what}`,
      planned: `Would adopt ${what}`,
      unchanged: "",
      conflict: null,
    },
    data: { endpoints },
  };
}

/** Returns the paths of the files in which git left a conflict. */
function filesInConflict(files: Snapshot): readonly ProjectPath[] {
  return [...files].flatMap(([path, text]) => /^<<<<<<< /m.test(text) ? [path] : []);
}

/**
 * Returns the word for an adopted endpoint: its difference from the spec, or the author of its
 * code.
 */
export function adoptedWord({ state, code }: EndpointState): string {
  return DRIFT.has(state) || state === "beside" ? state : code ?? state;
}

/** Summarizes the endpoints by their words, such as `4 endpoints, 3 generated, 1 edited`. */
function summary(endpoints: readonly EndpointState[]): string {
  const words = [...Map.groupBy(endpoints, adoptedWord)]
    .map(([word, { length: count }]) => ({ word, count }));
  const isOwn = ({ word }: { readonly word: string }) => word === "generated";
  const counts = [...words.filter(isOwn), ...words.filter((each) => !isOwn(each))];
  const [first, ...rest] = counts;
  if (first !== undefined && rest.length === 0) {
    return counted(first.count, `${first.word} endpoint`);
  }
  const parts = counts.map(({ word, count }) => `${count} ${word}`);
  return `${counted(endpoints.length, "endpoint")}, ${parts.join(", ")}`;
}

function alreadyRecorded(name: string): Diagnostic {
  const message = `Project '${quotable(name)}' already has records; nothing was written.`;
  return error("project-recorded", message, {
    hint: "To compare its code with them, run 'layerwright status'. To adopt it again, delete " +
      ".layerwright/manifest and .layerwright/routes first",
  });
}

function nothingGenerated(name: string, specPath: string): Diagnostic {
  const message =
    `Project '${quotable(name)}' has no code that '${quotable(specPath)}' generates; ` +
    "nothing was written.";
  return error("project-unlike", message, {
    hint: "Only code in the places and with the names of generated code can be adopted",
  });
}
