/** Long lines in the models of parameters: black and ruff leave them as they are. */

import { deepEqual, ok } from "node:assert/strict";
import type { ProjectPath } from "../../core/project_path.ts";
import { createMemoryWorkspace, exportSpec, generateApi } from "../../mod.ts";
import { black } from "../tools/black.ts";
import { checkedProject } from "../tools/checked_project.ts";
import { ruffFormat } from "../tools/ruff.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { withProjects } from "./written_projects.ts";

const ROUTE = "warehouse_deliveries_to_customers";
const MODEL = `api/models/${ROUTE}_model.py` as ProjectPath;

interface Case {
  readonly what: string;
  readonly query: string;
  readonly code: string;
}

const LONG = "m".repeat(40);

const CASES: readonly Case[] = [
  {
    what: "names the type of values whose line is too long",
    query: '{"tags?": [{"$example": "a:b", "$minLength": 1, "$maxLength": 10, "$format": "uri"}]}',
    code: `
WarehouseDeliveriesToCustomersParameters2 = Annotated[
    str, Field(min_length=1, max_length=10), text_format("uri")
]


class WarehouseDeliveriesToCustomersParameters(Parameters):
    tags: list[WarehouseDeliveriesToCustomersParameters2] | None = None
`,
  },
  {
    what: "gives a type a short name beside a long name of a field",
    query: `{"${LONG}?": [{"$enum": ["open", "closed"]}]}`,
    code: `
WarehoParameters = Literal["open", "closed"]


class WarehouseDeliveriesToCustomersParameters(Parameters):
    ${LONG}: list[WarehoParameters] | None = None
`,
  },
];

for (const { what, query, code } of CASES) {
  Deno.test(`generateApi() ${what}, and export reads it`, async () => {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "demo", specOf(ROUTE, query));
    const text = workspace.files().get(MODEL) ?? "";
    ok(text.includes(code), text);
    const exported = JSON.parse((await exportSpec(workspace, "demo")).data?.spec ?? "");
    deepEqual(exported.routes[ROUTE].query, JSON.parse(query));
  });
}

const TYPES: readonly string[] = [
  '"tea"',
  "20",
  "true",
  '{"$enum": ["open", "closed"]}',
  '{"$enum": ["open", "closed", "returned to the depot", "lost"]}',
  '{"$example": 5, "$minimum": 1, "$maximum": 100}',
  '{"$example": "tea", "$minLength": 3, "$maxLength": 200}',
  '{"$example": "2026-11-29", "$maxLength": 30, "$format": "date"}',
];

const DEFAULTS: readonly string[] = [
  '{"$default": "tea"}',
  '{"$default": "tea", "$maxLength": 100}',
  '{"$default": ["tea", "coffee"]}',
  '{"$default": "open", "$enum": ["open", "closed"]}',
  `{"$default": "${"x".repeat(50)}"}`,
];

/** Long lines are broken, so the names have every length that a field or class can have. */
const arbitraryQueries = fc.record({
  route: fc.integer({ min: 1, max: 40 }).map((length) => "r".repeat(length)),
  member: fc.integer({ min: 1, max: 42 }).map((length) => "m".repeat(length)),
  end: fc.constantFrom("", "-", "\u65e5", "e\u0301"),
  value: fc.constantFrom(...TYPES, ...TYPES.map((each) => `[${each}]`)),
  other: fc.constantFrom(...DEFAULTS),
});

Deno.test("black and ruff leave the lines of parameters as they are", async () => {
  const queries = fc.sample(arbitraryQueries, IS_FULL_TIER ? 600 : 60);
  const specs = [
    ...CASES.map(({ query }) => specOf(ROUTE, query)),
    ...queries.map(({ route, member, end, value, other }) =>
      specOf(
        route,
        `{"${member}${end}?": ${value}, "${member}a${end}": ${value}, "${member}b${end}": ${other}}`,
      )
    ),
  ];
  await withProjects(specs, async (folders) => {
    const projects = await Promise.all(folders.map(checkedProject));
    const models = projects.map(({ folder, files }) => ({
      folder,
      files: files.filter((file) => file.endsWith("_model.py")),
    }));
    const complaints = [...await black(models), ...await ruffFormat(models)];
    deepEqual(complaints.map(({ tool, output }) => `${tool}\n${output}`), []);
  });
});

/** Writes a spec with parameters in the query and, if their names are ASCII, in headers. */
function specOf(route: string, query: string): string {
  // deno-lint-ignore no-control-regex
  const headers = /^[\x00-\x7f]*$/.test(query) ? `, "headers": ${query}` : "";
  const subroutes = `{"s": {"type": "GET", "query": ${query}${headers}}}`;
  return `{"routes": {"${route}": {"type": "GET", "query": ${query}, "subroutes": ${subroutes}}}}`;
}
