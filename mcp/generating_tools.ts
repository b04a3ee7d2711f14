/** The tools that generate code. They run the actions of `layerwright generate`. */

import * as z from "zod";
import { argumentsOf, filedName } from "../actions/commands.ts";
import { generateApi } from "../actions/generate_api.ts";
import { addResource } from "../actions/generate_resource.ts";
import { addRoute } from "../actions/generate_route.ts";
import { addSubroute } from "../actions/generate_subroute.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { report } from "../core/report.ts";
import { presentAddition } from "../presentation/present.ts";
import { presentApi } from "../presentation/present_api.ts";
import type { JsonSchema } from "../spec/json_schema.ts";
import { specSchema } from "../spec/schema.ts";
import { PROJECT, PROJECT_ALIASES, TYPE_ALIASES } from "./arguments.ts";
import { RUN, runOptions, shownSchemas, toolGiven, toolSchemas } from "./command_arguments.ts";
import { onProjectAt } from "./open_project.ts";
import { type Tool, tool } from "./tool.ts";

const MOCK_ALIASES = { mock_data: "mock", response: "mock" } as const;

/** Schema keywords that listings omit to save the agent's tokens. The tools still enforce the omitted keywords. */
const SPARED = new Set([
  "$schema",
  "$defs",
  "title",
  "description",
  "minProperties",
  "maxLength",
  "minimum",
  "maximum",
  "pattern",
  "propertyNames",
  "not",
  "oneOf",
  // Not a keyword, but a member of specs. It is omitted because it does not change the generated code.
  "project",
]);

/** Short schemas that listings show in place of the full schemas. */
const SHORTENED: Readonly<Record<string, JsonSchema>> = {
  path: { type: "string", description: "Default: /<route>" },
  resource: {
    description: "In place of type: example item; adds five endpoints",
  },
  id_field: { type: "string", description: "Default: id" },
  type: { type: "string", description: "GET, POST, PUT or DELETE" },
  status: { type: "integer" },
  query: { description: "Example of each parameter" },
  headers: {},
  list: { description: "{limit, filter: [fields], sort}" },
  body: { description: "Example; others get 422. 'key?' is optional" },
  mock: { description: "Response body" },
  errors: { description: "Documented: {404: text}" },
  methods: {
    type: "object",
    description: "In place of type: {GET: {mock}, PUT: {body, mock}}",
  },
  subroutes: {
    type: "object",
    description: "By name: type and mock, or methods; path, as /{id:int}",
  },
};

const API = toolSchemas("generate api");

const generateApiTool = tool({
  name: "generate_api",
  description: "Create a layered Flask API from a spec, or follow its changes. Keeps edited code.",
  command: "generate api",
  kind: "replaces",
  makesProjects: true,
  input: z.strictObject({
    project: PROJECT,
    spec: API.spec,
    ...RUN,
    overwrite: API.force,
    keep: API.keep,
    replace: API.replace,
    restore: API.restore,
    prune: API.prune,
  }),
  shown: { spec: { anyOf: [shortSchema(specSchema), { type: "string" }] } },
  aliases: {
    ...PROJECT_ALIASES,
    name: "project",
    json: "spec",
    spec_json: "spec",
    force: "overwrite",
  },
  async run({ project, overwrite: force, ...given }, call) {
    let folder = "";
    const report = await onProjectAt(call, project, "nothing", ({ workspace, name }) => {
      folder = `${name}/`;
      const { spec, ...options } = toolGiven("generate api", { ...given, force });
      return generateApi(workspace, name, spec, {
        ...options,
        ...runOptions(given),
        patchFolder: "",
        foldsCase: call.projects.foldsCase,
        folder: project,
      });
    });
    return { report, text: presentApi, diff: given.diff ?? false, folder };
  },
});

/** Returns a schema without keywords that are in {@linkcode SPARED} or have the value `false`, at every level. */
function shortSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key, value]) => !SPARED.has(key) && value !== false);
  return Object.fromEntries(
    kept.map(([key, value]) => {
      const isSchema = typeof value === "object" && value !== null && !Array.isArray(value);
      // Only a schema is shortened: a key such as `type` can be a keyword or the name of a member.
      return [key, isSchema ? SHORTENED[key] ?? shortSchema(value as JsonSchema) : value];
    }),
  );
}

const ROUTE = toolSchemas("generate route");

const generateRouteTool = tool({
  name: "generate_route",
  description: "Add a route in all layers, or methods to one.",
  command: "generate route",
  kind: "adds",
  input: z.strictObject({
    project: PROJECT,
    ...ROUTE,
    resource: z.unknown().optional().describe("As in a spec; alone"),
    id_field: z.string().optional(),
    ...RUN,
  }),
  shown: shownSchemas("generate route"),
  aliases: {
    ...PROJECT_ALIASES,
    ...TYPE_ALIASES,
    ...MOCK_ALIASES,
    route_name: "route",
    name: "route",
  },
  async run({ project, ...given }, call) {
    const problems = resourceProblems(given);
    if (problems.length > 0) {
      return { report: report("generate route", "failed", { diagnostics: problems }) };
    }
    const run = { ...runOptions(given), folder: project };
    const done = await onProjectAt(
      call,
      project,
      "our layout",
      ({ workspace }) =>
        given.resource === undefined
          ? addRoute(workspace, { ...toolGiven("generate route", given), ...run })
          : addResource(workspace, {
            ...toolGiven("generate resource", { ...given, example: given.resource }),
            ...run,
          }),
    );
    return { report: done, text: presentAddition, diff: given.diff ?? false };
  },
});

/** Returns errors for arguments that contradict each other. */
function resourceProblems(given: Readonly<Record<string, unknown>>): readonly Diagnostic[] {
  if (given["resource"] === undefined) {
    const isAlone = given["id_field"] !== undefined;
    return isAlone ? [error("usage-argument", "'id_field' does not go without 'resource'.")] : [];
  }
  const taken = new Set(argumentsOf("generate resource").map(([name]) => filedName(name)));
  return Object.keys(ROUTE).filter((name) => !taken.has(name) && given[name] !== undefined)
    .map((name) => error("usage-argument", `'${name}' does not go with 'resource'.`));
}

const generateSubrouteTool = tool({
  name: "generate_subroute",
  description: "Add an endpoint in all layers, or methods to one.",
  command: "generate subroute",
  kind: "adds",
  input: z.strictObject({
    project: PROJECT,
    ...toolSchemas("generate subroute"),
    ...RUN,
  }),
  shown: shownSchemas("generate subroute"),
  aliases: {
    ...PROJECT_ALIASES,
    ...TYPE_ALIASES,
    ...MOCK_ALIASES,
    route_name: "route",
    subroute_name: "subroute",
    name: "subroute",
  },
  async run({ project, ...given }, call) {
    const report = await onProjectAt(
      call,
      project,
      "anything",
      ({ workspace }) =>
        addSubroute(workspace, {
          ...toolGiven("generate subroute", given),
          ...runOptions(given),
          folder: project,
        }),
    );
    return { report, text: presentAddition, diff: given.diff ?? false };
  },
});

/** The tools that generate code. */
export const GENERATING_TOOLS: readonly Tool[] = [
  generateApiTool,
  generateRouteTool,
  generateSubrouteTool,
];
