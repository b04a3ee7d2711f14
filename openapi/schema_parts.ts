/** Reads schemas of every OpenAPI 3 version. */

import type { DocumentNode } from "./document_node.ts";

/** Returns the types that a schema names or implies, without `null`. */
export function schemaTypes(schema: DocumentNode): readonly string[] {
  const type = schema.get("type");
  const named = type === null
    ? []
    : [type.text() ?? "", ...type.items().map((each) => each.text() ?? "")]
      .filter((each) => each !== "" && each !== "null");
  if (named.length > 0) return named;
  if (schema.get("properties") !== null || schema.get("additionalProperties") !== null) {
    return ["object"];
  }
  return schema.get("items") === null ? [] : ["array"];
}

/** Reports whether a schema accepts `null` in addition to other values. */
export function isNullable(schema: DocumentNode): boolean {
  return schema.isSet("nullable") ||
    (schema.get("type")?.items().some((each) => each.text() === "null") ?? false);
}

/** Maximum number of schemas in one `allOf`. */
const MAX_PARTS = 100;

/** Returns a schema and the schemas of its `allOf`: values must match all of them. */
export function conjuncts(schema: DocumentNode): readonly DocumentNode[] {
  const found: DocumentNode[] = [];
  const seen = new Set<unknown>();
  const add = (each: DocumentNode) => {
    if (seen.has(each.json) || seen.size === MAX_PARTS) return;
    seen.add(each.json);
    for (const inner of each.get("allOf")?.items() ?? []) add(inner);
    found.push(each);
  };
  add(schema);
  return found;
}

/** Returns the alternatives of a schema, from `oneOf` or `anyOf`. */
export function alternatives(schema: DocumentNode): readonly DocumentNode[] {
  return ["oneOf", "anyOf"].flatMap((key) => schema.get(key)?.items() ?? []);
}

/** A property of an object. */
export interface SchemaProperty {
  readonly name: string;
  readonly schema: DocumentNode;
  readonly isRequired: boolean;
}

/**
 * Returns the properties of an object.
 *
 * @param parts A schema and the schemas of its `allOf`.
 * @param omitted `readOnly` for requests, `writeOnly` for responses; `null` for all properties.
 */
export function schemaProperties(
  parts: readonly DocumentNode[],
  omitted: "readOnly" | "writeOnly" | null,
): readonly SchemaProperty[] {
  const required = new Set(
    parts.flatMap((each) => each.get("required")?.items().map((item) => item.text()) ?? []),
  );
  const properties = new Map(parts.flatMap((each) => each.get("properties")?.members() ?? []));
  return [...properties].filter(([, schema]) => omitted === null || !schema.isSet(omitted))
    .map(([name, schema]) => ({ name, schema, isRequired: required.has(name) }));
}
