/** A request for each operation of an OpenAPI document, as a client would send it. */

import { object } from "../../core/json_nodes.ts";
import {
  type Json,
  type JsonMember,
  memberValue,
  parseJson,
  stringifyJson,
} from "../../core/json.ts";

/** A request, and the status that the document gives for its response. */
export interface DocumentRequest {
  readonly method: string;
  /** The path in the document, with parameters in braces. */
  readonly template: string;
  /** The values of the path's parameters, as the text of a JSON object. */
  readonly parameters: string;
  /** The parameters of the query, as the text of a JSON object. */
  readonly query: string;
  /** The headers, as the text of a JSON object. */
  readonly headers: string;
  /** With the query. */
  readonly path: string;
  /** JSON text; `null` for a request without a body. */
  readonly body: string | null;
  readonly status: number;
}

/** Returns a request for each operation, with the example of its body. */
export function documentRequests(text: string): readonly DocumentRequest[] {
  return membersOf(at(parseJson(text), "paths")).flatMap(({ key: template, value: item }) =>
    membersOf(item).map(({ key: method, value: operation }) => {
      const request = at(operation, "requestBody");
      const example = at(request, "content", "application/json", "example");
      const values = parametersOf(operation, "path")
        .map((each) => [textAt(each, "name"), valueOf(at(each, "schema"))] as const);
      const [query, headers] = (["query", "header"] as const).map((place) =>
        parametersOf(operation, place).flatMap((each) => {
          const shown = at(each, "example");
          // The parameters of a list have no example, and may be absent.
          return shown === null ? [] : [[textAt(each, "name"), shown] as const];
        })
      );
      const statuses = membersOf(at(operation, "responses")).map(({ key }) => key);
      return {
        method: method.toUpperCase(),
        template,
        parameters: `{${values.map(([name, value]) => `${JSON.stringify(name)}: ${value}`)}}`,
        query: stringifyJson(object(query ?? []), 0),
        headers: stringifyJson(object(headers ?? []), 0),
        path: filled(template, values) + queryString(query ?? []),
        body: request === null ? null : example === null ? "null" : stringifyJson(example, 0),
        status: Number(statuses.find((each) => each.startsWith("2"))),
      };
    })
  );
}

function parametersOf(operation: Json, place: string): readonly Json[] {
  const all = at(operation, "parameters");
  return all?.kind === "array" ? all.items.filter((each) => textAt(each, "in") === place) : [];
}

function queryString(query: readonly (readonly [name: string, value: Json])[]): string {
  const parts = query.flatMap(([name, value]) => {
    const values = value.kind === "array" ? value.items : [value];
    return values.map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(sent(each))}`);
  });
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function sent(value: Json): string {
  return value.kind === "string" ? value.value : stringifyJson(value, 0);
}

function filled(
  template: string,
  values: readonly (readonly [name: string, json: string])[],
): string {
  return values.reduce(
    (path, [name, value]) => path.replace(`{${name}}`, String(JSON.parse(value))),
    template,
  );
}

function valueOf(schema: Json | null): string {
  const type = textAt(schema, "type");
  if (type === "integer") return "7";
  if (type === "number") return "1.5";
  return textAt(schema, "format") === "uuid" ? '"123e4567-e89b-12d3-a456-426614174000"' : '"x"';
}

/** Returns the value at a path of keys; `null` if there is none. */
function at(node: Json | null, ...keys: readonly string[]): Json | null {
  return keys.reduce<Json | null>(
    (found, key) => found?.kind === "object" ? memberValue(found, key) ?? null : null,
    node,
  );
}

function textAt(node: Json | null, key: string): string {
  const found = at(node, key);
  return found?.kind === "string" ? found.value : "";
}

function membersOf(node: Json | null): readonly JsonMember[] {
  return node?.kind === "object" ? node.members : [];
}
