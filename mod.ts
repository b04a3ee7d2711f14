/**
 * Layerwright as a library: layered Flask APIs from one spec, and the commands that grow them.
 *
 * Everything but the disk workspace works without any permission.
 *
 * @module
 */

export { analyzeProject } from "./actions/inspect.ts";
export type { AnalysisData } from "./actions/inspect.ts";
export { checkRouteExists } from "./actions/inspect.ts";
export type { RouteCheck } from "./actions/inspect.ts";
export { generateApi } from "./actions/generate_api.ts";
export type { GenerateApiOptions } from "./actions/generate_api.ts";
export { generateRoute } from "./actions/generate_route.ts";
export type { GenerateRouteOptions } from "./actions/generate_route.ts";
export { generateSubroute } from "./actions/generate_subroute.ts";
export type { GenerateSubrouteOptions } from "./actions/generate_subroute.ts";
export { getProjectInfo } from "./actions/inspect.ts";
export type { ProjectInfo } from "./actions/inspect.ts";
export { validateSpec } from "./actions/inspect.ts";
export type { ValidateSpecOptions } from "./actions/inspect.ts";
export type { RunOptions } from "./actions/run_plan.ts";
export type { Change, ChangeSet, Snapshot } from "./core/change_set.ts";
export type { Diagnostic, DiagnosticCode, Location, Severity } from "./core/diagnostic.ts";
export { type ProjectPath, projectPath } from "./core/project_path.ts";
export type { Report, ReportChange, Status } from "./core/report.ts";
export type { EndpointSummary } from "./generators/plan.ts";
export type { Analysis, AnalyzedEndpoint, AnalyzedRoute, Problem } from "./project/analysis.ts";
export type { Method } from "./spec/api_spec.ts";
export { createDiskWorkspace } from "./workspace/disk_workspace.ts";
export type { DiskWorkspaceOptions } from "./workspace/disk_workspace.ts";
export { createMemoryWorkspace } from "./workspace/memory_workspace.ts";
export type { MemoryWorkspace } from "./workspace/memory_workspace.ts";
export { WorkspaceError } from "./workspace/workspace.ts";
export type {
  ApplyOutcome,
  Entry,
  LockOutcome,
  Recovery,
  Workspace,
} from "./workspace/workspace.ts";
