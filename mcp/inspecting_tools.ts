/** The read-only tools. */

import * as z from "zod";
import { analyzeProject, checkRouteExists, getProjectInfo } from "../actions/inspect.ts";
import { projectStatus } from "../actions/project_status.ts";
import { validateSpec } from "../actions/validate_spec.ts";
import type { Report } from "../core/report.ts";
import { presentAnalysis, presentInfo } from "../presentation/present_inspection.ts";
import { presentValidation } from "../presentation/present_validation.ts";
import type { ApiSpecInput } from "../spec/api_spec_input.ts";
import { PROJECT, PROJECT_ALIASES } from "./arguments.ts";
import { isFolderOfProjects, listProjects, onProjectAt } from "./open_project.ts";
import { statesAnswer } from "./project_states.ts";
import { type Tool, tool } from "./tool.ts";

const SPEC_TYPES = [{ type: "object" }, { type: "string" }];

const analyzeProjectTool = tool({
  name: "analyze_project",
  description:
    "List a Flask project's endpoints with handlers and lines, and problems. With spec, " +
    "route or states: what differs from spec or generated code.",
  command: "analyze",
  kind: "reads",
  input: z.strictObject({
    project: PROJECT,
    spec: z.unknown(),
    route: z.string().optional().describe("Only this route"),
    states: z.enum(["notable", "all"]).optional()
      .describe("notable (default): differing or edited"),
  }).partial({ spec: true }),
  shown: { spec: { anyOf: SPEC_TYPES, description: "To compare with" } },
  aliases: {
    ...PROJECT_ALIASES,
    name: "project",
    json: "spec",
    spec_json: "spec",
    route_name: "route",
  },
  async run({ project, spec, route, states }, call) {
    const isCompared = [spec, route, states].some((value) => value !== undefined);
    const options = {
      ...(spec !== undefined && { spec: spec as ApiSpecInput }),
      ...(route !== undefined && { route }),
      foldsCase: call.projects.foldsCase,
    };
    const report = await onProjectAt(
      call,
      project,
      "anything",
      ({ workspace, name }): Promise<Report> =>
        isCompared ? projectStatus(workspace, name, options) : analyzeProject(workspace, name),
    );
    return isCompared
      ? statesAnswer(report, { all: states === "all", readOnly: call.readOnly })
      : { report, text: presentAnalysis };
  },
});

const validateSpecTool = tool({
  name: "validate_spec",
  description: "List every error in a spec.",
  command: "validate",
  kind: "reads",
  input: z.strictObject({ spec: z.unknown().refine((spec) => spec !== undefined) }),
  shown: {
    spec: {
      anyOf: SPEC_TYPES,
      description: "As for generate_api",
    },
  },
  aliases: { json: "spec", spec_json: "spec" },
  run({ spec }, { projects: { foldsCase } }) {
    const report = validateSpec(spec as ApiSpecInput, { foldsCase });
    return Promise.resolve({ report, text: presentValidation });
  },
});

const getProjectInfoTool = tool({
  name: "get_project_info",
  description: "Get a project's routes, models, containers and generator. " +
    "Without project: list projects.",
  command: "info",
  kind: "reads",
  input: z.strictObject({ project: PROJECT.optional() }),
  aliases: { ...PROJECT_ALIASES, name: "project" },
  async run({ project }, call) {
    if (project === undefined || await isFolderOfProjects(project, call)) {
      return { report: await listProjects(call) };
    }
    const report = await onProjectAt(
      call,
      project,
      "anything",
      ({ workspace, name }) => getProjectInfo(workspace, name),
    );
    return { report, text: presentInfo };
  },
});

const checkRouteExistsTool = tool({
  name: "check_route_exists",
  description: "Find the files of a route, if it exists.",
  command: "check",
  kind: "reads",
  input: z.strictObject({ project: PROJECT, route: z.string() }),
  aliases: { ...PROJECT_ALIASES, route_name: "route", name: "route" },
  async run({ project, route }, call) {
    const report = await onProjectAt(
      call,
      project,
      "anything",
      ({ workspace }) => checkRouteExists(workspace, route),
    );
    return { report };
  },
});

/** The read-only tools. */
export const INSPECTING_TOOLS: readonly Tool[] = [
  analyzeProjectTool,
  validateSpecTool,
  getProjectInfoTool,
  checkRouteExistsTool,
];
