/** The tools that write: the same actions as `layerwright generate`. */

import * as z from "zod";
import { generateApi } from "../actions/generate_api.ts";
import { generateRoute } from "../actions/generate_route.ts";
import { generateSubroute } from "../actions/generate_subroute.ts";
import { presentAddition, presentApi } from "../presentation/present.ts";
import { METHODS } from "../spec/api_spec.ts";
import { type JsonSchema, specSchema } from "../spec/schema.ts";
import {
  DIFF,
  DRY_RUN,
  jsonText,
  methodType,
  MOCK,
  PROJECT,
  PROJECT_ALIASES,
} from "./arguments.ts";
import { onProjectAt } from "./open_project.ts";
import { type Tool, tool } from "./tool.ts";

const MOCK_ALIASES = { mock_data: "mock", response: "mock" } as const;

const TYPE_ALIASES = { method: "type", http_method: "type" } as const;

/** What agents can do without, as every listing of the tools costs them: the tool checks it anyway. */
const SPARED = new Set(["$schema", "title", "minProperties", "maxLength"]);

const ROUTE = z.string().describe("Route name: ASCII letters, digits, _");

const generateApiTool = tool({
  name: "generate_api",
  title: "Generate API",
  description:
    "Make a layered Flask API (routes, services, repositories, models, tests, containers) " +
    "from a spec, or add to one what its spec asks anew. Edited code is kept, or the call is refused.",
  command: "generate api",
  kind: "replaces",
  input: z.strictObject({
    project: PROJECT,
    spec: z.unknown().refine((spec) => spec !== undefined),
    dry_run: DRY_RUN,
    diff: DIFF,
    overwrite: z.boolean().optional().describe("Discard edits that collide, after a backup"),
  }),
  shown: {
    spec: {
      anyOf: [
        shortSchema(specSchema),
        { type: "string", description: "The same as JSON text, which keeps 1.0 apart from 1" },
      ],
    },
  },
  aliases: {
    ...PROJECT_ALIASES,
    name: "project",
    json: "spec",
    spec_json: "spec",
    force: "overwrite",
  },
  async run({ project, spec, dry_run, diff, overwrite }, call) {
    let folder = "";
    const report = await onProjectAt(call, project, "nothing", (opened) => {
      folder = `${opened.name}/`;
      return generateApi(opened.workspace, opened.name, spec, {
        dryRun: dry_run ?? false,
        diff: diff ?? false,
        patchFolder: "",
        force: overwrite ?? false,
        foldsCase: call.projects.foldsCase,
        folder: project,
      });
    });
    return { report, text: presentApi, diff: diff ?? false, folder };
  },
});

/** Returns a schema, and the schemas in it, without the keywords that agents can do without. */
function shortSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key, value]) => !SPARED.has(key) && value !== false);
  return Object.fromEntries(
    kept.map(([key, value]) => {
      const isSchema = typeof value === "object" && value !== null && !Array.isArray(value);
      return [key, isSchema ? shortSchema(value as JsonSchema) : value];
    }),
  );
}

const generateRouteTool = tool({
  name: "generate_route",
  title: "Generate route",
  description:
    "Add a route to a project: route, service, repository, model and test, with all its " +
    "subroutes at once.",
  command: "generate route",
  kind: "adds",
  input: z.strictObject({
    project: PROJECT,
    route: ROUTE,
    type: methodType(METHODS),
    mock: MOCK,
    subroutes: z.unknown(),
    dry_run: DRY_RUN,
    diff: DIFF,
  }).partial({ mock: true, subroutes: true }),
  shown: { subroutes: { type: "object", description: "As in a spec: {name: {type, mock}}" } },
  aliases: {
    ...PROJECT_ALIASES,
    ...TYPE_ALIASES,
    ...MOCK_ALIASES,
    route_name: "route",
    name: "route",
  },
  async run({ project, route, type, mock, subroutes, dry_run, diff }, call) {
    const report = await onProjectAt(
      call,
      project,
      "our layout",
      (opened) =>
        generateRoute(opened.workspace, route, {
          ...optional("type", type),
          ...optional("mock", jsonText(mock)),
          ...optional("subroutes", subroutes),
          dryRun: dry_run ?? false,
          diff: diff ?? false,
        }),
    );
    return { report, text: presentAddition, diff: diff ?? false };
  },
});

const generateSubrouteTool = tool({
  name: "generate_subroute",
  title: "Generate subroute",
  description: "Add an endpoint /<route>/<subroute> to a route in all its layers, beside edits.",
  command: "generate subroute",
  kind: "adds",
  input: z.strictObject({
    project: PROJECT,
    route: ROUTE,
    subroute: z.string().describe("Name of the endpoint"),
    type: methodType(["GET", "POST"]),
    mock: MOCK,
    dry_run: DRY_RUN,
    diff: DIFF,
  }).partial({ mock: true }),
  aliases: {
    ...PROJECT_ALIASES,
    ...TYPE_ALIASES,
    ...MOCK_ALIASES,
    route_name: "route",
    subroute_name: "subroute",
    name: "subroute",
  },
  async run({ project, route, subroute, type, mock, dry_run, diff }, call) {
    const report = await onProjectAt(
      call,
      project,
      "anything",
      (opened) =>
        generateSubroute(opened.workspace, route, subroute, {
          ...optional("type", type),
          ...optional("mock", jsonText(mock)),
          dryRun: dry_run ?? false,
          diff: diff ?? false,
        }),
    );
    return { report, text: presentAddition, diff: diff ?? false };
  },
});

/** An option, unless it was left out. */
function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [key in Name]?: Value } {
  return value === undefined ? {} : { [name]: value } as { [key in Name]: Value };
}

export const GENERATING_TOOLS: readonly Tool[] = [
  generateApiTool,
  generateRouteTool,
  generateSubrouteTool,
];
