/** The models that are generated from the bodies of a spec. */

import { deepEqual } from "node:assert/strict";
import type { ProjectPath } from "../../../core/project_path.ts";
import { apiFiles } from "../../../generators/code/api_code.ts";
import { fieldNames } from "../../../generators/code/field_names.ts";
import { checkedSpec } from "../written_projects.ts";

const MODEL = "api/models/carts_model.py" as ProjectPath;

/** Returns the lines of the models of a route with bodies. */
function models(route: string): readonly string[] {
  const spec = checkedSpec(`{"routes": {"carts": ${route}}}`);
  const text = apiFiles({ name: "demo", spec }).get(MODEL) ?? "";
  return text.split("\n").slice(1).filter((line) => line !== "").map((line) => line.trim());
}

function ofBody(body: string): readonly string[] {
  return models(`{"type": "POST", "body": ${body}}`);
}

const MODELS: readonly (readonly [body: string, lines: readonly string[]])[] = [
  ['{"customer": 7, "note?": "ring twice"}', [
    "from api.models.body import Body, Omittable",
    "class CartsBody(Body):",
    "customer: int",
    "note: Omittable[str] = None",
  ]],
  ['{"a": 1.0, "b": true, "c": null, "d?": null}', [
    "from typing import Any",
    "from api.models.body import Body",
    "class CartsBody(Body):",
    "a: float",
    "b: bool",
    "c: Any = None",
    "d: Any = None",
  ]],
  ['{"class": 1, "sure???": "x", "model_config": {}}', [
    "from typing import Any",
    "from pydantic import Field",
    "from api.models.body import Body, Omittable",
    "class CartsBody(Body):",
    'class_: int = Field(alias="class")',
    'sure: Omittable[str] = Field(default=None, alias="sure?")',
    'model_config_: dict[str, Any] = Field(alias="model_config")',
  ]],
  ['{"lines": [{"sku": "a"}, {"sku": "b", "n": 1}], "to": {"city": "Bonn"}}', [
    "from api.models.body import Body, Omittable",
    "class CartsLinesBody(Body):",
    "sku: str",
    "n: Omittable[int] = None",
    "class CartsToBody(Body):",
    "city: str",
    "class CartsBody(Body):",
    "lines: list[CartsLinesBody]",
    "to: CartsToBody",
  ]],
  ['{"a": {"b": "x", "...": null}, "c": [{"...": null}], "...": null}', [
    "from typing import Any",
    "from pydantic import ConfigDict",
    "from api.models.body import Body",
    "class CartsABody(Body):",
    'model_config = ConfigDict(extra="allow")',
    "b: str",
    "class CartsBody(Body):",
    'model_config = ConfigDict(extra="allow")',
    "a: CartsABody",
    "c: list[dict[str, Any]]",
  ]],
  ['[1, "a", {"b": true}]', [
    "from pydantic import ConfigDict, RootModel",
    "from api.models.body import Body, OneOf",
    "class CartsBody2(Body):",
    "b: bool",
    "class CartsBody(RootModel[list[OneOf[int | str | CartsBody2]]]):",
    "model_config = ConfigDict(strict=True)",
  ]],
  ["[[1]]", [
    "from pydantic import ConfigDict, RootModel",
    "class CartsBody(RootModel[list[list[int]]]):",
    "model_config = ConfigDict(strict=True)",
  ]],
  ["{}", [
    "from typing import Any",
    "from pydantic import ConfigDict, RootModel",
    "class CartsBody(RootModel[dict[str, Any]]):",
    "model_config = ConfigDict(strict=True)",
  ]],
  ["null", []],
];

for (const [body, lines] of MODELS) {
  Deno.test(`a body ${body} gets its models`, () => {
    deepEqual(ofBody(body), lines);
  });
}

Deno.test("each path has a model of its own, named after it and the method", () => {
  const classes = models(`{
    "methods": {"POST": {"body": {"a": true}}, "PUT": {"body": {"b": true}}},
    "subroutes": {
      "sale": {"type": "POST", "body": {"a": true}},
      "Sale": {"type": "PUT", "body": {"a": true}},
      "sale_update": {"type": "POST", "body": {"a": true}}
    }
  }`).filter((line) => line.startsWith("class "));
  deepEqual(classes, [
    "class CartsBody(Body):",
    "class CartsUpdateBody(Body):",
    "class CartsSaleBody(Body):",
    "class CartsSaleUpdateBody(Body):",
    "class CartsSaleUpdateBody2(Body):",
  ]);
});

/** Members of bodies, and the fields that are generated for them. */
const FIELDS: readonly (readonly [members: readonly string[], fields: readonly string[]])[] = [
  [["id", "type", "unitPrice", "model_year"], ["id", "type", "unitPrice", "model_year"]],
  [["class", "None", "async"], ["class_", "None_", "async_"]],
  [["copy", "schema", "json", "dict", "validate"], [
    "copy_",
    "schema_",
    "json_",
    "dict_",
    "validate_",
  ]],
  [["model_fields", "model_dump_x"], ["model_fields_", "field_model_dump_x"]],
  [["int", "str", "Any", "Field", "CartsBody2"], ["int_", "str_", "Any_", "Field_", "CartsBody2_"]],
  [["l", "O"], ["l_", "O_"]],
  [["n".repeat(41), `${"word ".repeat(9)}`], ["n".repeat(20), "word_word_word_word"]],
  [["a b", "a-b", "a_b"], ["a_b2", "a_b3", "a_b"]],
  [["", "?", "\u00e4", "\u540d"], ["field", "field2", "field3", "field4"]],
  [["_id", "__x__", "1st", "id"], ["id2", "x", "field_1st", "id"]],
];

for (const [members, fields] of FIELDS) {
  Deno.test(`fieldNames() names ${JSON.stringify(members)}`, () => {
    deepEqual(fieldNames(members), fields);
  });
}
