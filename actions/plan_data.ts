/**
 * The shape of the data in a plan file, for each command. This data is checked, because people see
 * it.
 */

import type { DocsData } from "../generators/docs/present_docs.ts";
import type { Diagnostic, Location, Severity } from "../core/diagnostic.ts";
import { choice, count, list, nullable, object, type Shape, text } from "../core/shape.ts";
import type { AdoptedData } from "../generators/adopt/planner.ts";
import type { ApiData } from "../generators/generate_api/report.ts";
import type { ListedEndpoint, ListedState } from "../generators/generate_api/report_rows.ts";
import type { EndpointSummary, GeneratedEndpoints } from "../generators/plans/plan.ts";
import type { Agreement, CodeOwner, EndpointState } from "../generators/compare/project_state.ts";
import type { KeptData, RemovedData } from "../generators/edits/removal_plan.ts";
import type { RenamedPath } from "../generators/rename/renamed_endpoints.ts";
import type { LeftPlace, RenamedData, RenamedFile } from "../generators/rename/renamed_report.ts";
import type { UndoData } from "../generators/undo/planner.ts";
import type { UpgradedData } from "../generators/upgrade/planner.ts";
import type { LeftDefinition } from "../generators/upgrade/left_definitions.ts";
import type { ChangingCommand } from "./commands.ts";

/** Reports whether a value is a method that a table can show; `?` if only the application knows it. */
function isMethod(value: unknown): value is string {
  return text(value) && /^(?:[A-Z-]{1,20}|\?)$/.test(value);
}

const isEndpoint = object<EndpointSummary>(
  {
    method: isMethod,
    path: text,
    status: count,
    answer: choice<EndpointSummary["answer"]>({ mock: true, default: true, empty: true }),
    handler: text,
    body: text,
    query: text,
    headers: text,
    list: text,
    errors: text,
  },
  "body",
  "query",
  "headers",
  "list",
  "errors",
);

const AGREEMENTS: Readonly<Record<Agreement, true>> = {
  unreadable: true,
  conflict: true,
  unregistered: true,
  new: true,
  changed: true,
  outdated: true,
  deleted: true,
  extra: true,
  same: true,
  beside: true,
};

const isListedEndpoint = object<ListedEndpoint>({
  state: choice<ListedState>({ ...AGREEMENTS, edited: true, kept: true, removed: true }),
  method: text,
  path: text,
  file: nullable(text),
  line: nullable(count),
  note: text,
  diff: nullable(text),
});

const isEndpointState = object<EndpointState>({
  state: choice<Agreement>(AGREEMENTS),
  route: text,
  method: text,
  path: text,
  file: nullable(text),
  line: nullable(count),
  code: nullable(choice<CodeOwner>({ generated: true, edited: true, moved: true, yours: true })),
  note: text,
});

const isRemoved = object<RemovedData>({
  removed: list(text),
  kept: list(object<KeptData>({ definition: text, uses: list(text) })),
});

const isRenamed = object<RenamedData>({
  files: list(object<RenamedFile>({ before: text, after: text })),
  endpoints: list(object<RenamedPath>({ method: text, before: text, after: text })),
  left: list(object<LeftPlace>({ file: text, line: count, text })),
});

const isUndone = object<UndoData>({ id: text, command: text, kept: list(text) });

const isGenerated = object<GeneratedEndpoints>({ endpoints: list(isEndpoint) });

const isDocs = object<DocsData>({ paths: list(text) });

/** The shape of a command's report data. */
export const DATA: Readonly<Record<ChangingCommand, Shape<unknown>>> = {
  "generate api": object<ApiData>({
    description: nullable(text),
    files: count,
    routes: count,
    endpoints: list(isEndpoint),
    states: list(isListedEndpoint),
  }),
  "generate route": isGenerated,
  "generate resource": isGenerated,
  "generate subroute": isGenerated,
  "generate docs": isDocs,
  "change route": isGenerated,
  "change subroute": isGenerated,
  "remove route": isRemoved,
  "remove subroute": isRemoved,
  "remove docs": isDocs,
  "rename route": isRenamed,
  "rename subroute": isRenamed,
  upgrade: object<UpgradedData>({
    left: list(
      object<LeftDefinition>({ path: text, line: count, name: nullable(text), diff: text }),
    ),
  }),
  undo: isUndone,
  redo: isUndone,
  adopt: object<AdoptedData>({ endpoints: list(isEndpointState) }),
};

const isDiagnostic = object<Diagnostic<string>>({
  severity: choice<Severity>({ error: true, warning: true, info: true }),
  code: text,
  message: text,
  hint: nullable(text),
  where: nullable(
    object<Location>({
      path: text,
      line: nullable(count),
      column: nullable(count),
      pointer: nullable(text),
    }),
  ),
});

/**
 * Reports whether a value is a warning or a note. Plans contain no errors, because a failed run
 * writes no plan.
 */
export function isNote(value: unknown): value is Diagnostic<string> {
  return isDiagnostic(value) && value.severity !== "error";
}
