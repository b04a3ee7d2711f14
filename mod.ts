/**
 * Layerwright as a library: layered Flask APIs from one spec, and the calls that grow them beside
 * what people edit.
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
 * **Where files are.** A {@linkcode Workspace} holds one project: {@linkcode createMemoryWorkspace}
 * for one that lives as long as your program, {@linkcode createDiskWorkspace} for a folder. Yours may
 * be another: implement the interface.
 *
 * **What changes a project.** {@linkcode generateApi}, {@linkcode generateRoute} and
 * {@linkcode generateSubroute} apply all their changes or none; with `dryRun` they only say what they
 * would do. Generating again adds what is asked anew and leaves edits alone.
 *
 * **What reads.** {@linkcode analyzeProject}, {@linkcode getProjectInfo} and
 * {@linkcode checkRouteExists} read any Flask project; {@linkcode validateSpec} checks a spec.
 *
 * **What comes back.** A {@linkcode Report}, also for mistakes: look at its `status`, and at its
 * `diagnostics`, of which each has a code that programs can rely on. Its `data` is the call's answer.
 *
 * **Permissions.** None, but for the disk workspace, which needs `--allow-read` and `--allow-write`
 * for its folder and the one that this is in. Nothing is sent anywhere. Deno 2.8 or newer is needed,
 * for text imports.
 *
 * @module
 */

export { generateApi } from "./actions/generate_api.ts";
export { generateRoute } from "./actions/generate_route.ts";
export { generateSubroute } from "./actions/generate_subroute.ts";
export { createMemoryWorkspace } from "./workspace/memory_workspace.ts";
export { createDiskWorkspace } from "./workspace/disk_workspace.ts";
export {
  analyzeProject,
  checkRouteExists,
  getProjectInfo,
  validateSpec,
} from "./actions/inspect.ts";
export { type ProjectPath, projectPath } from "./core/project_path.ts";

export type { GenerateApiOptions } from "./actions/generate_api.ts";
export type { GenerateRouteOptions } from "./actions/generate_route.ts";
export type { GenerateSubrouteOptions } from "./actions/generate_subroute.ts";
export type { RunOptions } from "./actions/run_planner.ts";
export type {
  ApiSpecInput,
  EndpointInput,
  RouteInput,
  SubroutesInput,
} from "./spec/api_spec_input.ts";
export type { JsonValue } from "./core/json_value.ts";
export type { Method } from "./spec/api_spec.ts";

export type { Report, ReportChange, Status } from "./core/report.ts";
export type { Diagnostic, DiagnosticCode, Location, Severity } from "./core/diagnostic.ts";
export type { ApiData } from "./generators/api.ts";
export type { EndpointSummary, GeneratedEndpoints } from "./generators/plan.ts";
export type {
  AnalysisData,
  Layer,
  ProjectInfo,
  RouteCheck,
  SpecSummary,
  ValidateSpecOptions,
} from "./actions/inspect.ts";
export type { Analysis, AnalyzedEndpoint, AnalyzedRoute, Problem } from "./project/analysis.ts";

export { WorkspaceError } from "./workspace/workspace.ts";
export type { DiskWorkspaceOptions } from "./workspace/disk_workspace.ts";
export type { MemoryWorkspace } from "./workspace/memory_workspace.ts";
export type {
  ApplyOutcome,
  KeptChange,
  LockOutcome,
  Recovery,
  Workspace,
} from "./workspace/workspace.ts";
export type { Change, Entry, Snapshot } from "./core/change_set.ts";
