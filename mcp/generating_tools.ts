/** The tools that generate code. They run the actions of `layerwright generate`. */

import * as z from "zod";
import { generateApi } from "../actions/generate_api.ts";
import { placeWords } from "../actions/added_endpoints.ts";
import { addRoute } from "../actions/generate_route.ts";
import { addSubroute } from "../actions/generate_subroute.ts";
import { presentAddition } from "../presentation/present.ts";
import { presentApi } from "../presentation/present_api.ts";
import type { ApiSpecInput, SubroutesInput } from "../spec/api_spec_input.ts";
import { METHODS } from "../spec/api_spec.ts";
import { type JsonSchema, specSchema } from "../spec/schema.ts";
import {
  DIFF,
  DRY_RUN,
  EXPECT,
  methodType,
  MOCK,
  parsedJson,
  PROJECT,
  PROJECT_ALIASES,
  ROUTE,
  runOptions,
  TYPE_ALIASES,
} from "./arguments.ts";
import { onProjectAt } from "./open_project.ts";
import { type Tool, tool } from "./tool.ts";

const MOCK_ALIASES = { mock_data: "mock", response: "mock" } as const;

/** Schema keywords that listings omit to save the agent's tokens. The tools still enforce them. */
const SPARED = new Set([
  "$schema",
  "title",
  "minProperties",
  "maxLength",
  "minimum",
  "maximum",
  "pattern",
  "propertyNames",
  "not",
  "oneOf",
]);

/** What listings say in place of schemas that repeat what is above them. */
const SHORTENED: Readonly<Record<string, JsonSchema>> = {
  methods: {
    type: "object",
    description: "In place of type: the HTTP methods, each with its own status, body and mock",
  },
  subroutes: {
    type: "object",
    description: "Further paths by name, at /<route>/<name>: type and mock, or methods",
  },
};

const ENDPOINTS = z.array(z.string()).optional();

const generateApiTool = tool({
  name: "generate_api",
  title: "Generate API",
  description:
    "Create a layered Flask API (routes, services, repositories, models, tests, containers) " +
    "from a spec, or add what is new in the spec. Keeps edited code.",
  command: "generate api",
  kind: "replaces",
  makesProjects: true,
  input: z.strictObject({
    project: PROJECT,
    spec: z.unknown().refine((spec) => spec !== undefined),
    dry_run: DRY_RUN,
    diff: DIFF,
    expect: EXPECT,
    overwrite: z.boolean().optional().describe("Overwrite edits after a backup"),
    keep: ENDPOINTS.describe("Endpoints whose code may differ"),
    replace: ENDPOINTS.describe("Edited endpoints that follow the spec"),
    restore: ENDPOINTS.describe("Deleted endpoints or files"),
    prune: z.boolean().optional().describe("Remove unedited endpoints that the spec dropped"),
  }),
  shown: {
    spec: {
      anyOf: [
        shortSchema(specSchema),
        { type: "string", description: "JSON text, which keeps 1.0 distinct from 1" },
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
  async run({ project, spec, overwrite, prune, ...given }, call) {
    const { keep = [], replace = [], restore = [], diff = false } = given;
    let folder = "";
    const report = await onProjectAt(call, project, "nothing", (opened) => {
      folder = `${opened.name}/`;
      return generateApi(opened.workspace, opened.name, spec as ApiSpecInput, {
        ...runOptions(given),
        patchFolder: "",
        force: overwrite ?? false,
        keep,
        replace,
        restore,
        prune: prune ?? false,
        foldsCase: call.projects.foldsCase,
        folder: project,
      });
    });
    return { report, text: presentApi, diff, folder };
  },
});

/** Returns a schema without the {@linkcode SPARED} and `false` keywords, at every level. */
function shortSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key, value]) => !SPARED.has(key) && value !== false);
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (SHORTENED[key] !== undefined) return [key, SHORTENED[key]];
      const isSchema = typeof value === "object" && value !== null && !Array.isArray(value);
      return [key, isSchema ? shortSchema(value as JsonSchema) : value];
    }),
  );
}

const generateRouteTool = tool({
  name: "generate_route",
  title: "Generate route",
  description:
    "Add a route to a project, with its service, repository, model, test and any subroutes.",
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
    expect: EXPECT,
  }).partial({ mock: true, subroutes: true }),
  shown: { subroutes: { type: "object", description: "As in a spec: {name: {type, mock}}" } },
  aliases: {
    ...PROJECT_ALIASES,
    ...TYPE_ALIASES,
    ...MOCK_ALIASES,
    route_name: "route",
    name: "route",
  },
  async run({ project, route, type, mock, subroutes, ...given }, call) {
    const report = await onProjectAt(
      call,
      project,
      "our layout",
      (opened) =>
        addRoute(opened.workspace, route, {
          ...optional("type", type),
          mock: parsedJson("mock", mock, placeWords({ route, subroute: null })),
          ...optional("subroutes", subroutes as SubroutesInput | undefined),
          ...runOptions(given),
        }),
    );
    return { report, text: presentAddition, diff: given.diff ?? false };
  },
});

const generateSubrouteTool = tool({
  name: "generate_subroute",
  title: "Generate subroute",
  description:
    "Add an endpoint /<route>/<subroute> to all layers of an existing route. Keeps edited code.",
  command: "generate subroute",
  kind: "adds",
  input: z.strictObject({
    project: PROJECT,
    route: ROUTE,
    subroute: z.string().describe("ASCII letters, digits, _"),
    type: methodType(["GET", "POST"]),
    mock: MOCK,
    dry_run: DRY_RUN,
    diff: DIFF,
    expect: EXPECT,
  }).partial({ mock: true }),
  aliases: {
    ...PROJECT_ALIASES,
    ...TYPE_ALIASES,
    ...MOCK_ALIASES,
    route_name: "route",
    subroute_name: "subroute",
    name: "subroute",
  },
  async run({ project, route, subroute, type, mock, ...given }, call) {
    const report = await onProjectAt(
      call,
      project,
      "anything",
      (opened) =>
        addSubroute(opened.workspace, route, subroute, {
          ...optional("type", type),
          mock: parsedJson("mock", mock, placeWords({ route, subroute })),
          ...runOptions(given),
        }),
    );
    return { report, text: presentAddition, diff: given.diff ?? false };
  },
});

/** Returns an object with one option, or an empty object if the option's value is `undefined`. */
function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [key in Name]?: Value } {
  return value === undefined ? {} : { [name]: value } as { [key in Name]: Value };
}

/** The tools that generate code. */
export const GENERATING_TOOLS: readonly Tool[] = [
  generateApiTool,
  generateRouteTool,
  generateSubrouteTool,
];
