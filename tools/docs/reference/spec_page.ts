/** The page of specs. */

import { MAX_NAME_LENGTH } from "../../../spec/names.ts";
import { MAX_MOCK_DEPTH } from "../../../spec/mock.ts";
import { METHODS } from "../../../spec/api_spec.ts";
import { type JsonSchema, specSchema } from "../../../spec/schema.ts";
import { code, fenced, heading, table } from "./markdown.ts";

const EXAMPLE = `{
  "project": { "description": "A small shop." },
  "routes": {
    "products": {
      "type": "GET",
      "mock": [{ "id": 1, "name": "Teapot", "price": 24.5 }],
      "subroutes": {
        "import_batch": { "type": "POST" },
        "retired": { "type": "DELETE" }
      }
    }
  }
}`;

export function specPage(): string {
  return heading("Spec") + [
    "A spec is one JSON object. This one has a route at `/products`, and endpoints at " +
    "`/products/import_batch` and `/products/retired`:\n",
    fenced("json", EXAMPLE),
    "## Keys\n",
    table(["key", "kind", "required", "meaning"], keyRows(specSchema, "", [])),
    "## Rules\n",
    [
      `- Methods are ${METHODS.join(", ")}, in any case.`,
      "- Names are ASCII letters, digits and underscores, no digit first, and " +
      `${MAX_NAME_LENGTH} characters at most. Names that differ only in case are an error where the ` +
      "file system holds them for one, else a warning.",
      "- A mock is answered as it stands, order of keys and kind of numbers included: `1.0` stays " +
      `\`1.0\`. It may be ${MAX_MOCK_DEPTH} levels deep.`,
      "- An endpoint without a mock answers with a sentence.",
      "- POST is answered with 201, all others with 200.",
      "- Keys that mean nothing are named in a warning. A key that stands twice is an error.",
    ].join("\n") + "\n",
    "`validate` and `generate api` list every error, and show its line. " +
    "[The diagnostics](diagnostics.md#specs-and-other-input) have them.\n",
    "## JSON Schema\n",
    "For editors; `layerwright schema` prints it.\n",
    fenced("json", JSON.stringify(specSchema, null, 2)),
  ].join("\n");
}

/** A row for each key that the schema describes, by its path. */
function keyRows(schema: JsonSchema, path: string, required: readonly string[]): string[][] {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  const own = (schema["required"] ?? required) as readonly string[];
  const rows = properties.flatMap(([key, value]) => {
    const name = path === "" ? key : `${path}.${key}`;
    const description = String(value["description"] ?? "").replace(/\.$/, "");
    const isRequired = own.includes(key) ? "yes" : "";
    return [
      [code(name), String(value["type"] ?? "any value"), isRequired, description],
      ...keyRows(value, name, []),
    ];
  });
  const further = schema["additionalProperties"] as JsonSchema | undefined;
  return further === undefined ? rows : [...rows, ...keyRows(further, `${path}.<name>`, [])];
}
