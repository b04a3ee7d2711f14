/** Long lines in the models of bodies: black and ruff leave them as they are, and `export spec` reads them. */

import { deepEqual, ok } from "node:assert/strict";
import { parseJson } from "../../core/json.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { createMemoryWorkspace, exportSpec, generateApi } from "../../mod.ts";
import { bodyForm } from "../../spec/body_type.ts";
import { bodyType } from "../../spec/example_type.ts";
import { black } from "../tools/black.ts";
import { checkedProject } from "../tools/checked_project.ts";
import { ruffFormat } from "../tools/ruff.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { arbitraryBody } from "./arbitrary_body.ts";
import { withProjects } from "./written_projects.ts";

const ROUTE = "warehouse_deliveries";
const MODEL = `api/models/${ROUTE}_model.py` as ProjectPath;

interface Case {
  readonly what: string;
  readonly body: string;
  readonly code: string;
}

const CASES: readonly Case[] = [
  {
    what: "breaks the line of a class around its base",
    body: '[[1], {"a": 1}]',
    code: `
class WarehouseDeliveriesBody(
    RootModel[list[OneOf[list[int] | WarehouseDeliveriesBody2]]]
):
`,
  },
  {
    what: "breaks a type in its brackets",
    body: '[{"parts": true}, {"parts": [[{"a": 1}]]}, {"parts": {"a": 1}}]',
    code: `
    parts: OneOf[
        bool | list[list[WarehouseDeliveriesPartsBody]] | WarehouseDeliveriesPartsBody2
    ]
`,
  },
  {
    what: "breaks a longer union before each operator",
    body: '[{"parts": true}, {"parts": [[{"a": 1}]]}, {"parts": {"a": 1}}, {"parts": ""}]',
    code: `
    parts: OneOf[
        str
        | bool
        | list[list[WarehouseDeliveriesPartsBody]]
        | WarehouseDeliveriesPartsBody2
    ]
`,
  },
  {
    what: "breaks brackets in brackets",
    body: '[{"parts?": true}, {"parts": [[{"a": 1}]]}, {"parts": {"a": 1}}, {"parts": ""}]',
    code: `
    parts: Omittable[
        OneOf[
            str
            | bool
            | list[list[WarehouseDeliveriesPartsBody]]
            | WarehouseDeliveriesPartsBody2
        ]
    ] = None
`,
  },
  {
    what: "breaks a named type before each operator",
    body: '{"parts": [[[{"a": 1}]], {"a": 1}, "some text", true, 1.5]}',
    code: `
WarehouseDeliveriesPartsItemsBody = OneOf[
    float
    | str
    | bool
    | list[list[WarehouseDeliveriesPartsBody]]
    | WarehouseDeliveriesPartsBody2
]
`,
  },
  {
    what: "names a type that black and ruff would break in different ways",
    body: '{"previous_delivery_addresses?": [{"a": 1}]}',
    code: `
WarehouseDItemsBody = list[WarehouseDeliveriesPreviousDelBody]


class WarehouseDeliveriesBody(Body):
    previous_delivery_addresses: Omittable[WarehouseDItemsBody] = None
`,
  },
  {
    what: "writes limits and defaults beside types",
    body: `{
      "quantity": {"$default": 1, "$minimum": 1, "$maximum": 100},
      "note?": {"$example": "Ring twice", "$maxLength": 200},
      "gift": {"$default": false},
      "sizes": [{"$enum": ["small", "large"]}],
      "unit-price": {"$default": 1.5, "$minimum": 0}
    }`,
    code: `
class WarehouseDeliveriesBody(Body):
    quantity: Limited[Annotated[int, Field(ge=1, le=100)]] = 1
    note: Omittable[Limited[Annotated[str, Field(max_length=200)]]] = None
    gift: bool = False
    sizes: list[Limited[Literal["small", "large"]]]
    unit_price: Limited[Annotated[float, Field(ge=0)]] = Field(
        default=1.5, alias="unit-price"
    )
`,
  },
  {
    what: "names the type of a field with limits whose line is too long",
    body: '{"previous_delivery_addresses": {"$example": "a", "$minLength": 10, "$maxLength": 1000}}'
      .replace('"a"', '"1 Main Street"'),
    code: `
WarehouseDItemsBody = Limited[Annotated[str, Field(min_length=10, max_length=1000)]]


class WarehouseDeliveriesBody(Body):
    previous_delivery_addresses: WarehouseDItemsBody
`,
  },
  {
    what: "names a type before a value that only ruff would put in parentheses",
    body: `{
      "start!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!": {"$default": "2026-11-29T09:30:00Z", "$maxLength": 28, "$format": "date-time"}
    }`,
    code: `
WarehouseDItemsBody = Limited[
    Annotated[str, Field(max_length=28), text_format("date-time")]
]


class WarehouseDeliveriesBody(Body):
    start: WarehouseDItemsBody = Field(
        default="2026-11-29T09:30:00Z",
        alias="start!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!",
    )
`,
  },
  {
    what: "names many values",
    body:
      '{"state": {"$default": "open", "$enum": ["open", "closed", "returned to the depot", "lost"]}}',
    code: `
WarehouseDeliveriesStateBody = Literal[
    "open", "closed", "returned to the depot", "lost"
]


class WarehouseDeliveriesBody(Body):
    state: Limited[WarehouseDeliveriesStateBody] = "open"
`,
  },
];

for (const { what, body, code } of CASES) {
  Deno.test(`generateApi() ${what}`, async () => {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "demo", specOf(ROUTE, "body", body));
    const text = workspace.files().get(MODEL) ?? "";
    ok(text.includes(code), text);
    const exported = JSON.parse((await exportSpec(workspace, "demo")).data?.spec ?? "");
    deepEqual(form(JSON.stringify(exported.routes[ROUTE].body)), form(body));
  });
}

Deno.test("black and ruff leave the lines of models as they are", async () => {
  const bodies = fc.sample(arbitraryNamedBody, IS_FULL_TIER ? 1_000 : 40);
  const specs = [
    ...CASES.map(({ body }) => specOf(ROUTE, "body", body)),
    ...bodies.map(({ route, member, body }) => specOf(route, member, body)),
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

/** Long lines are broken, so the names have every length that a field or class can have. */
const arbitraryNamedBody = fc.record({
  route: fc.integer({ min: 1, max: 40 }).map((length) => "r".repeat(length)),
  member: fc.integer({ min: 1, max: 42 }).map((length) => "m".repeat(length)),
  body: arbitraryBody,
});

/** Writes a spec with a body, and one that has the body as a member that may be absent. */
function specOf(route: string, member: string, body: string): string {
  const nested = `{"type": "PUT", "body": {"${member}?": [${body}], "${member}_": ${body}}}`;
  return `{"routes": {"${route}": {"type": "POST", "body": ${body}, "subroutes": {"s": ${nested}}}}}`;
}

function form(body: string): string {
  return bodyForm(bodyType(parseJson(body)));
}
