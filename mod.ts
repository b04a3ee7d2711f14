/**
 * This library generates layered Flask APIs from a spec, and extends them without touching your edits.
 *
 * ```ts
 * import {
 *   createMemoryWorkspace,
 *   generateApi,
 *   generateSubroute,
 *   projectPath,
 * } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateApi(workspace, "shop", {
 *   routes: { products: { type: "GET", mock: [{ id: 1 }] } },
 * });
 * const report = await generateSubroute(workspace, "products", "sale");
 * equal(report.status, "applied");
 *
 * const path = projectPath("api/routes/products_route.py");
 * equal(workspace.files().has(path), true);
 * ```
 *
 * **Files.** A {@linkcode Workspace} holds one project. {@linkcode createMemoryWorkspace} keeps the
 * project in memory, {@linkcode createDiskWorkspace} in a folder. You can implement the interface
 * yourself.
 *
 * **Changing a project.** {@linkcode generateApi}, {@linkcode generateRoute},
 * {@linkcode generateSubroute}, {@linkcode generateResource}, {@linkcode changeRoute},
 * {@linkcode changeSubroute}, {@linkcode removeRoute}, {@linkcode removeSubroute},
 * {@linkcode renameRoute}, {@linkcode renameSubroute}, {@linkcode generateDocs} and
 * {@linkcode removeDocs} apply all their changes or none. With `dryRun`, they only report the changes. Generating again adds what is
 * new in the spec and keeps your edits. {@linkcode adoptProject} records a project that lost its
 * records, and {@linkcode upgradeProject} brings a project to the templates of this version.
 * {@linkcode history} lists the applied changes, {@linkcode showChange} shows one, {@linkcode undo}
 * reverses it, and {@linkcode redo} applies it again. {@linkcode planFile} writes a plan of a
 * change, and {@linkcode applyPlan} later applies exactly this change, or nothing.
 *
 * **Reading.** {@linkcode analyzeProject}, {@linkcode getProjectInfo} and
 * {@linkcode checkRouteExists} read any Flask project. {@linkcode exportSpec} writes a project's
 * spec, {@linkcode exportOpenApi} its OpenAPI document, and {@linkcode projectStatus} compares a
 * project with its records and with a spec. {@linkcode validateSpec} checks a spec,
 * {@linkcode specToOpenApi} describes it in OpenAPI, {@linkcode importOpenApi} makes a spec from an
 * OpenAPI document, and {@linkcode createMock} creates a mock of a spec's API.
 *
 * **Results.** Functions that read or change projects or specs return a {@linkcode Report}, even if
 * the input is wrong. There are two exceptions: {@linkcode planFile} returns a report and the plan,
 * and {@linkcode createMock} throws if the spec has errors. Check the `status` and the
 * `diagnostics` of a report; each diagnostic has a stable code. `data` is the result of the call.
 *
 * **Permissions.** Only the disk workspace needs permissions: `--allow-read` and `--allow-write`
 * for its folder and the parent folder. The library sends nothing over the network. It needs Deno
 * 2.8 or newer, because it imports text files.
 *
 * @module
 */

export { adoptProject } from "./actions/adopt_project.ts";
export { exportOpenApi, specToOpenApi } from "./actions/export_openapi.ts";
export { importOpenApi } from "./actions/import_openapi.ts";
export { exportSpec } from "./actions/export_spec.ts";
export { projectStatus } from "./actions/project_status.ts";
export { changeRoute, changeSubroute } from "./actions/change.ts";
export { removeRoute, removeSubroute } from "./actions/remove.ts";
export { renameRoute, renameSubroute } from "./actions/rename.ts";
export { generateApi } from "./actions/generate_api.ts";
export { generateDocs, removeDocs } from "./actions/generate_docs.ts";
export { generateResource } from "./actions/generate_resource.ts";
export { generateRoute } from "./actions/generate_route.ts";
export { generateSubroute } from "./actions/generate_subroute.ts";
export { history } from "./actions/history.ts";
export { showChange } from "./actions/show_change.ts";
export { redo, undo } from "./actions/undo.ts";
export { upgradeProject } from "./actions/upgrade_project.ts";
export { planFile } from "./actions/plan_file.ts";
export { applyPlan } from "./actions/apply_plan.ts";
export { createMock } from "./mock/create_mock.ts";
export { createMemoryWorkspace } from "./workspace/memory_workspace.ts";
export { createDiskWorkspace } from "./workspace/disk_workspace.ts";
export { analyzeProject, checkRouteExists, getProjectInfo } from "./actions/inspect.ts";
export { validateSpec } from "./actions/validate_spec.ts";
export { type ProjectPath, projectPath } from "./core/project_path.ts";

export type { MockOptions } from "./mock/create_mock.ts";
export type { AdoptProjectOptions } from "./actions/adopt_project.ts";
export type { AdoptedData } from "./generators/adopt/planner.ts";
export type { AppliedChange, HistoryData } from "./actions/history.ts";
export type { ShowChangeOptions } from "./actions/show_change.ts";
export type { RedoOptions, UndoOptions } from "./actions/undo.ts";
export type { UndoData } from "./generators/undo/planner.ts";
export type { UpgradeProjectOptions } from "./actions/upgrade_project.ts";
export type { UpgradedData } from "./generators/upgrade/planner.ts";
export type { LeftDefinition } from "./generators/upgrade/left_definitions.ts";
export type { ChangeOptions } from "./actions/change.ts";
export type { RemoveOptions } from "./actions/remove.ts";
export type { KeptData, RemovedData } from "./generators/edits/removal_plan.ts";
export type { LeftPlace, RenamedData, RenamedFile } from "./generators/rename/renamed_report.ts";
export type { RenamedPath } from "./generators/rename/renamed_endpoints.ts";
export type { ProjectStatus, ProjectStatusOptions } from "./actions/project_status.ts";
export type { Agreement, CodeOwner, EndpointState } from "./generators/compare/project_state.ts";
export type { ListedEndpoint, ListedState } from "./generators/generate_api/report_rows.ts";
export type {
  ExportedOpenApi,
  ExportOpenApiOptions,
  SpecToOpenApiOptions,
} from "./actions/export_openapi.ts";
export type {
  ImportedSpec,
  ImportOpenApiOptions,
  LeftOutOperation,
} from "./actions/import_openapi.ts";
export type { DocumentFormat } from "./openapi/document_text.ts";
export type { ExportedSpec } from "./actions/export_spec.ts";
export type { OmittedPart } from "./generators/export/exported_endpoints.ts";
export type { GenerateApiOptions } from "./actions/generate_api.ts";
export type { EndpointOptions } from "./actions/added_endpoints.ts";
export type { GenerateRouteOptions } from "./actions/generate_route.ts";
export type { DocsData } from "./generators/docs/present_docs.ts";
export type { RemoveDocsOptions } from "./actions/generate_docs.ts";
export type { GenerateResourceOptions } from "./actions/generate_resource.ts";
export type { GenerateSubrouteOptions } from "./actions/generate_subroute.ts";
export type { ApplyPlanOptions } from "./actions/apply_plan.ts";
export type { PlannedFile } from "./actions/plan_file.ts";
export type { PlannedRun, RunOptions } from "./actions/run_planner.ts";
export type { ChangingCommand } from "./actions/commands.ts";
export type { Invocation } from "./actions/invocation.ts";
export type {
  AnswerInput,
  ApiSpecInput,
  EndpointInput,
  ErrorInput,
  ErrorsInput,
  ListInput,
  MethodInput,
  MethodsInput,
  ResourceInput,
  RouteInput,
  SubroutesInput,
} from "./spec/api_spec_input.ts";
export type { JsonValue } from "./core/json_value.ts";
export type { Method } from "./spec/api_spec.ts";

export type { Report, ReportChange, Status } from "./core/report.ts";
export type { Diagnostic, DiagnosticCode, Location, Severity } from "./core/diagnostic.ts";
export type { ApiData } from "./generators/generate_api/report.ts";
export type { EndpointSummary, GeneratedEndpoints } from "./generators/plans/plan.ts";
export type { ContainerFile, Layer } from "./actions/project_parts.ts";
export type { AnalysisData, ProjectInfo, RouteCheck } from "./actions/inspect.ts";
export type { CheckedEndpoint, SpecSummary, ValidateSpecOptions } from "./actions/validate_spec.ts";
export type {
  Analysis,
  AnalyzedEndpoint,
  AnalyzedRoute,
  Problem,
} from "./project/routing/analysis.ts";
export type { UnreadRoutes } from "./project/routing/unread_routes.ts";

export { WorkspaceError } from "./workspace/workspace.ts";
export type { DiskWorkspaceOptions } from "./workspace/disk_workspace.ts";
export type { MemoryWorkspace } from "./workspace/memory_workspace.ts";
export type {
  ApplyDetails,
  ApplyOutcome,
  KeptChange,
  LockOutcome,
  Recovery,
  Workspace,
} from "./workspace/workspace.ts";
export type { Change, Entry, FileForm, Snapshot, TextEncoding } from "./core/change_set.ts";
export type {
  AppliedCommand,
  ChangeAuthor,
  ChangeRecord,
  FileVersion,
  History,
  HistoryEntry,
  HistoryReader,
  HistoryStep,
  RecordedFile,
  RecordName,
} from "./core/history.ts";
