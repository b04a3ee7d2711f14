/** The page about specs. */

import { MAX_NAME_LENGTH } from "../../../spec/names.ts";
import { MAX_MOCK_DEPTH } from "../../../spec/mock.ts";
import { MAX_BODY_DEPTH, MAX_BODY_LENGTH } from "../../../spec/body.ts";
import { MAX_DIGITS } from "../../../spec/constraint.ts";
import { DEFAULT_LIMIT, MAX_LIMIT } from "../../../spec/list.ts";
import { MAX_PARAMETERS } from "../../../spec/parameters.ts";
import { METHODS } from "../../../spec/api_spec.ts";
import type { JsonSchema } from "../../../spec/json_schema.ts";
import { specSchema } from "../../../spec/schema.ts";
import { code, fenced, heading, table } from "./markdown.ts";

const EXAMPLE = `{
  "project": { "description": "A small shop." },
  "routes": {
    "products": {
      "type": "GET",
      "query": { "q?": "tea", "tags?": ["new"] },
      "headers": { "X-Tenant": "acme" },
      "mock": [{ "id": 1, "name": "Teapot", "price": 24.5 }],
      "subroutes": {
        "import_batch": { "type": "POST", "body": [{ "name": "Cup", "price?": 4.5 }] },
        "sale": {
          "methods": {
            "GET": { "mock": { "discount": 10 } },
            "PUT": { "mock": { "discount": 15 } }
          }
        }
      }
    }
  }
}`;

/** Returns the page as Markdown. */
export function specPage(): string {
  return heading("Spec") + [
    "A spec is a JSON object. This example has a route at `/products`, and subroutes at " +
    "`/products/import_batch` and `/products/sale`:\n",
    fenced("json", EXAMPLE),
    "## Keys\n",
    table(["key", "type", "required", "meaning"], keyRows(specSchema, "", [])),
    "## Rules\n",
    [
      `- Methods are ${METHODS.join(", ")}, in any case.`,
      "- A path with one method has `type` and, if you like, `status`, `query`, `headers`, `list`, `body` and `mock`. A path with several " +
      "methods has `methods` instead, where each method has its own `status`, `query`, `headers`, `list`, `body` and `mock`. A route that only has subroutes has " +
      '`"methods": {}`.',
      "- A route with a `resource` has five endpoints: GET and POST at the route list and create items; GET, PUT " +
      "and DELETE in a subroute `item`, at `/{item_id}` below the route, read, replace and delete one. They " +
      "respond with 200, 201, 200, 200 and 204, in this order. `resource` is an example of one item, or a list of such " +
      "examples. Mocks and bodies are made from it. The route can have other subroutes, too.",
      "- An item's id is its field `id`, or the field that `id_field` names. If it is an integer, the path is " +
      "`/{item_id:int}`; if all ids look like UUIDs, `/{item_id:uuid}`; otherwise `/{item_id}`. No two " +
      "items have the same id, and ids have at most 1,000 characters. The bodies of POST and PUT are items whose id may be absent.",
      "- A POST that responds with 201 sends a `Location` header if a GET can read the created item. In a resource, it " +
      "always can. Elsewhere, the path of the GET must be the path of the POST plus one parameter, such as `/{id:int}`, " +
      "and the mock of the POST must be an object with that key.",
      "- If `resource` is a list, a field that some of its items lack may be absent in bodies. A field whose values are " +
      "of different types accepts anything.",
      "- A route's `path` is the prefix of its paths, such as `/v1/products`, and `/<route>` by default. A " +
      "subroute's `path` is below it, and `/<subroute>` by default. If it is empty, it is the route's own path. " +
      "A segment consists of letters, digits, `_`, `-`, `.` and `~`. In subroutes, it can also be " +
      "a parameter. `{id}` accepts any text; `{id:int}`, `{id:float}` and `{id:uuid}` accept only values of that " +
      "type. Literal segments take precedence over parameters. " +
      "Two paths cannot differ only in names or types of parameters.",
      "- Names consist of ASCII letters, digits and underscores, and do not begin with a digit. They " +
      `have at most ${MAX_NAME_LENGTH} characters. Names that differ only in case are an error on ` +
      "file systems that ignore case, and a warning on others.",
      "- An endpoint responds with exactly its mock: the order of keys stays, and `1.0` stays " +
      `\`1.0\`. A mock may be nested ${MAX_MOCK_DEPTH} levels deep. Another order of keys in a later spec is no change: existing code keeps its order.`,
      "- Without a mock, an endpoint responds with a default message.",
      "- POST endpoints respond with 201, all others with 200, unless they have a `status`. An " +
      "endpoint with status 204 or 205 responds without content and has no mock.",
      "- `query` has an example of each parameter in the query of an endpoint's URL: a text, a number, `true` or `false`, or " +
      "a list of these for a parameter that may be repeated. An integer stands for integers of at most " +
      `${MAX_DIGITS} digits, and a number with a point or an exponent for any number. A parameter whose key ends with \`?\` ` +
      "may be absent. A query has at most " +
      `${MAX_PARAMETERS} parameters, none of which has the name of a parameter in the path.`,
      "- A query that does not fit gets a 422 response with every problem, before the body is read. Numbers are written as in JSON, so " +
      "`+5` and `007` do not fit. A list is sent as `?tags=new&tags=sale`. " +
      "Parameters that `query` does not name are ignored.",
      "- `headers` has an example of each header of requests, as `query` has of parameters. Names of headers ignore case, and " +
      "have no `_`, because servers drop such headers. `Accept`, `Authorization` and `Content-Type` cannot be there. " +
      "Examples are ASCII without spaces around them, but requests can send any UTF-8.",
      "- The headers of a request are checked together with its query, and one 422 response lists the problems of both, those " +
      "of the query first. Spaces around a value do not count. A list is a header with commas: `X-Tags: new, sale`. Spaces " +
      "around its items and empty items do not count, and an empty header is an empty list. Servers join a header that is sent " +
      "twice with a comma. So a list gets the items of both, a text gets both values, and a number or a boolean does not fit.",
      "- In place of an example, a parameter or a value in a body or a resource can have an object with `$default`, `$enum` or `$example`, such as " +
      '`"limit": {"$default": 20, "$minimum": 1, "$maximum": 100}` or `"state?": {"$enum": ["open", "closed"]}`. ' +
      "A parameter or a member with a `$default` may be absent, and then has that value. `$minimum` and `$maximum` limit numbers, " +
      "`$minLength` and `$maxLength` the characters of a text, and `$enum` lists all allowed texts or integers. `$format` is the format of a text: `date` and `date-time` as " +
      "in RFC 3339, such as `2026-01-31` and `2026-01-31T09:30:00Z`, and `uuid` of RFC 9562 are checked, `email` and `uri` are only " +
      "documented. Handlers get the text as it was sent. For a list, " +
      'the object is its only item, and has no `$default`. A list can have one itself: `"tags": {"$default": ["new"]}`, or ' +
      '`{"$example": ["new"], "$default": []}`. In mocks, such objects are plain values. ' +
      "Where a body or a resource has several examples of a value, one has the object, and the others must fit it.",
      "- `list`, beside a GET whose mock is a list or beside a `resource`, lets clients page, filter and sort that list: " +
      '`{"limit": 20, "filter": ["name"], "sort": ["name", "price"]}`. `?limit=` (1 to ' +
      `${MAX_LIMIT}, ` + "the spec's `limit` or " +
      `${DEFAULT_LIMIT} by default) and \`?offset=\` choose a page, ` +
      "`?name=Tea` selects the items with that value, and `?sort=price,-name` sorts, `-` in descending order. Items without a value " +
      "come last, and equal items stay in their order. Texts sort by code point. The body is still the list; `X-Total-Count` says " +
      "how many items there are, and `Link` (RFC 8288) has the first, previous, next and last page, with the other parameters of the request. After the end, the previous page is the last one. Fields are texts, numbers, `true` or `false`, or null.",
      "- POST and PUT endpoints accept any JSON unless they have a `body`, which is an example. It may be nested " +
      `${MAX_BODY_DEPTH} levels deep, and have ${
        MAX_BODY_LENGTH.toLocaleString("en")
      } characters as JSON.`,
      "- In the example of a body, an integer stands for integers, and a number with a point or an " +
      "exponent for any number. `null` stands for anything, and a member whose value is `null` may be absent. An " +
      "array stands for arrays of items like its own, which may be of several types. An empty array " +
      "or object stands for any array or object. Other objects have exactly the members shown.",
      '- If an object in the example of a body has the member `"...": null`, other members are allowed ' +
      "in its place, with any values.",
      "- A member of a body whose key ends with `?` may be absent, but not null. To end a " +
      "name with a question mark, write two.",
      "- A body that does not fit gets a 422 response with the JSON pointer of every problem, or with only one message if there are " +
      "more than 1,000 problems. A body with more than 100,000 values gets a 413 response. `1.0` is not an integer.",
      "- An unknown key is a warning. A duplicate key is an error.",
    ].join("\n") + "\n",
    "`validate` and `generate api` list every error with its line. " +
    "[Diagnostics](diagnostics.md#specs-and-other-input) explains them.\n",
    "## JSON Schema\n",
    "`layerwright export schema` prints this JSON Schema, for example for your editor.\n",
    fenced("json", JSON.stringify(specSchema, null, 2)),
  ].join("\n");
}

/** Returns a row for each key of the schema, with its path. */
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
  const [pattern] = Object.values(
    (schema["patternProperties"] ?? {}) as Record<string, JsonSchema>,
  );
  const further = (schema["additionalProperties"] ?? pattern) as JsonSchema | undefined;
  const placeholder = path.endsWith(".methods") ? "<method>" : "<name>";
  return further === undefined
    ? rows
    : [...rows, ...keyRows(further, `${path}.${placeholder}`, [])];
}
