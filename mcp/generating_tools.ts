/** The tools that generate code. They run the actions of `layerwright generate`. */

import * as z from "zod";
import { generateApi } from "../actions/generate_api.ts";
import { type AddedNames, placeWords } from "../actions/added_endpoints.ts";
import { addResource } from "../actions/generate_resource.ts";
import { addRoute } from "../actions/generate_route.ts";
import { addSubroute } from "../actions/generate_subroute.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { report } from "../core/report.ts";
import { presentAddition } from "../presentation/present.ts";
import { presentApi } from "../presentation/present_api.ts";
import type { ApiSpecInput, SubroutesInput } from "../spec/api_spec_input.ts";
import { type Method, METHODS } from "../spec/api_spec.ts";
import { type JsonSchema, specSchema } from "../spec/schema.ts";
import {
  DIFF,
  DRY_RUN,
  EXPECT,
  METHOD_LIST,
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

/** Schema keywords that listings omit to save the agent's tokens. The tools still enforce the omitted keywords. */
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
  // Not a keyword, but a member of specs. It is omitted because it does not change the generated code.
  "project",
]);

/** Short schemas that listings show in place of the full schemas. */
const SHORTENED: Readonly<Record<string, JsonSchema>> = {
  path: { type: "string", description: "URL prefix; default: /<route>" },
  resource: {
    description: "In place of type: an example item; adds list, create, read, replace, delete",
  },
  id_field: { type: "string", description: "Default: id" },
  type: { type: "string", description: "GET, POST, PUT or DELETE" },
  status: { type: "integer" },
  body: { description: "Example of a request body; others get 422. 'key?' is optional" },
  mock: { description: "Response body: any JSON value" },
  methods: {
    type: "object",
    description: "In place of type: {GET: {mock}, PUT: {status, body, mock}}",
  },
  subroutes: {
    type: "object",
    description: "Further paths by name: type and mock, or methods; path such as /{id:int}",
  },
};

/** The arguments of tools that add endpoints at a path. */
const ENDPOINT_INPUT = {
  methods: METHOD_LIST,
  path: z.string().optional(),
  status: z.int().optional(),
  mock: MOCK.optional(),
  body: z.unknown().optional(),
};

/** The schemas that listings show for {@linkcode ENDPOINT_INPUT}. */
const ENDPOINT_SHOWN = {
  methods: { type: "array", items: { type: "string" }, description: "In place of type" },
  status: { type: "integer" },
  body: { description: "Example of a request body, as in a spec" },
} satisfies Readonly<Record<string, JsonSchema>>;

/** Converts the arguments of {@linkcode ENDPOINT_INPUT} to options. */
function endpointOptions(
  { type, methods, path, status, mock, body }: EndpointInput,
  names: AddedNames,
) {
  const place = placeWords(names);
  return {
    ...optional("type", type),
    ...optional("methods", methods),
    ...optional("path", path),
    ...optional("status", status),
    mock: parsedJson("mock", mock, place),
    body: parsedJson("body", body, place),
  };
}

interface EndpointInput {
  readonly type?: Method | undefined;
  readonly methods?: readonly Method[] | undefined;
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  readonly mock?: unknown;
  readonly body?: unknown;
}

const ENDPOINTS = z.array(z.string()).optional();

const generateApiTool = tool({
  name: "generate_api",
  title: "Generate API",
  description:
    "Create a layered Flask API with tests and containers from a spec, or add what is new in the " +
    "spec. Keeps edited code.",
  command: "generate api",
  kind: "replaces",
  makesProjects: true,
  input: z.strictObject({
    project: PROJECT,
    spec: z.unknown().refine((spec) => spec !== undefined),
    dry_run: DRY_RUN,
    diff: DIFF,
    expect: EXPECT,
    overwrite: z.boolean().optional().describe("Back up and overwrite edits"),
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

const generateRouteTool = tool({
  name: "generate_route",
  title: "Generate route",
  description: "Add a route to a project in all layers, or methods to one.",
  command: "generate route",
  kind: "adds",
  input: z.strictObject({
    project: PROJECT,
    route: ROUTE,
    type: methodType(METHODS),
    ...ENDPOINT_INPUT,
    subroutes: z.unknown().optional(),
    resource: z.unknown().optional(),
    id_field: z.string().optional(),
    dry_run: DRY_RUN,
    diff: DIFF,
    expect: EXPECT,
  }),
  shown: {
    ...ENDPOINT_SHOWN,
    path: { type: "string", description: "Default: /<route>" },
    subroutes: { type: "object", description: "As in a spec" },
    resource: { description: "As in a spec; alone" },
  },
  aliases: {
    ...PROJECT_ALIASES,
    ...TYPE_ALIASES,
    ...MOCK_ALIASES,
    route_name: "route",
    name: "route",
  },
  async run({ project, route, subroutes, resource, id_field: idField, ...given }, call) {
    const problems = resourceProblems({ ...given, subroutes, resource, id_field: idField });
    if (problems.length > 0) {
      return { report: report("generate route", "failed", { diagnostics: problems }) };
    }
    const run = { ...runOptions(given), folder: project };
    const done = await onProjectAt(
      call,
      project,
      "our layout",
      ({ workspace }) =>
        resource === undefined
          ? addRoute(workspace, route, {
            ...endpointOptions(given, { route, subroute: null }),
            ...optional("subroutes", subroutes as SubroutesInput | undefined),
            ...run,
          })
          : addResource(workspace, route, {
            example: parsedJson("example", resource, placeWords({ route, subroute: null })),
            ...optional("idField", idField),
            ...run,
          }),
    );
    return { report: done, text: presentAddition, diff: given.diff ?? false };
  },
});

/** The arguments that a route cannot have together with `resource`. */
const NOT_OF_RESOURCE = ["type", "methods", "path", "status", "mock", "body", "subroutes"] as const;

type RouteArguments = EndpointInput & {
  readonly subroutes?: unknown;
  readonly resource?: unknown;
  readonly id_field?: string | undefined;
};

/** Returns errors for arguments that contradict each other. */
function resourceProblems(given: RouteArguments): readonly Diagnostic[] {
  if (given.resource === undefined) {
    const isAlone = given.id_field !== undefined;
    return isAlone ? [error("usage-argument", "'id_field' does not go without 'resource'.")] : [];
  }
  return NOT_OF_RESOURCE.filter((name) => given[name] !== undefined).map((name) =>
    error("usage-argument", `'${name}' does not go with 'resource'.`)
  );
}

const generateSubrouteTool = tool({
  name: "generate_subroute",
  title: "Generate subroute",
  description: "Add an endpoint of a route, or methods to one, in all layers. Keeps edited code.",
  command: "generate subroute",
  kind: "adds",
  input: z.strictObject({
    project: PROJECT,
    route: ROUTE,
    subroute: z.string(),
    type: methodType(["GET", "POST"]),
    ...ENDPOINT_INPUT,
    dry_run: DRY_RUN,
    diff: DIFF,
    expect: EXPECT,
  }),
  shown: {
    ...ENDPOINT_SHOWN,
    path: { type: "string", description: "Such as /{id:int}; default: /<subroute>" },
  },
  aliases: {
    ...PROJECT_ALIASES,
    ...TYPE_ALIASES,
    ...MOCK_ALIASES,
    route_name: "route",
    subroute_name: "subroute",
    name: "subroute",
  },
  async run({ project, route, subroute, ...given }, call) {
    const report = await onProjectAt(
      call,
      project,
      "anything",
      (opened) =>
        addSubroute(opened.workspace, route, subroute, {
          ...endpointOptions(given, { route, subroute }),
          ...runOptions(given),
          folder: project,
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
