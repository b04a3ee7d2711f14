/** Makes examples of responses from their schemas. The same schema always gives the same example. */

import type { Json } from "../core/json.ts";
import { flag, list, object, text } from "../core/json_nodes.ts";
import type { DocumentNode } from "./document_node.ts";
import { alternatives, conjuncts, schemaProperties, schemaTypes } from "./schema_parts.ts";
import { exampleNumber, exampleText } from "./scalar_examples.ts";

/** Maximum depth of an example. */
const MAX_DEPTH = 8;

/** Maximum number of values in an example. */
const MAX_VALUES = 2_000;

/** An example of a response. */
export interface MadeExample {
  /** `null` if the schema accepts anything. */
  readonly example: Json | null;
  /** Number of values that exceed the limits. */
  readonly omitted: number;
}

/** Makes an example of a response. */
export function schemaExample(schema: DocumentNode): MadeExample {
  const maker = new ExampleMaker();
  const example = maker.make(schema, 0);
  return { example, omitted: maker.omitted };
}

class ExampleMaker {
  /** The schemas around the current one: a schema can contain itself. */
  readonly #around = new Set<Json>();
  #count = 0;
  /** Number of values that exceed the limits. */
  omitted = 0;

  make(schema: DocumentNode, depth: number): Json | null {
    if (depth > MAX_DEPTH || ++this.#count > MAX_VALUES) {
      this.omitted++;
      return null;
    }
    const written = writtenExample(schema);
    if (written !== null) return written;
    if (this.#around.has(schema.json)) return null;
    this.#around.add(schema.json);
    const value = this.#made(schema, depth);
    this.#around.delete(schema.json);
    return value;
  }

  #made(schema: DocumentNode, depth: number): Json | null {
    const parts = conjuncts(schema);
    const [type] = parts.flatMap(schemaTypes);
    if (type === "object") return this.#object(parts, depth);
    for (const alternative of parts.flatMap(alternatives)) {
      const value = this.make(alternative, depth);
      if (value !== null && value.kind !== "null") return value;
    }
    switch (type) {
      case "array":
        return this.#array(parts, depth);
      case "string":
        return schema.copied(text(exampleText(schema)));
      case "integer":
      case "number":
        return { kind: "number", at: 0, text: exampleNumber(schema, type) };
      case "boolean":
        return flag(true);
      default:
        return parts.flatMap((each) => each === schema ? [] : writtenExample(each) ?? [])[0] ??
          null;
    }
  }

  #object(parts: readonly DocumentNode[], depth: number): Json {
    const members = new Map<string, Json>();
    for (const alternative of parts.flatMap(alternatives).slice(0, 1)) {
      const value = this.make(alternative, depth);
      if (value?.kind === "object") {
        for (const each of value.members) members.set(each.key, each.value);
      }
    }
    for (const { name, schema, isRequired } of schemaProperties(parts, "writeOnly")) {
      const value = this.make(schema, depth + 1);
      if (value !== null) members.set(name, value);
      else if (isRequired) members.set(name, { kind: "null", at: 0 });
    }
    return object(members);
  }

  #array(parts: readonly DocumentNode[], depth: number): Json {
    const [items] = parts.flatMap((each) => each.get("items") ?? []);
    const item = items === undefined ? null : this.make(items, depth + 1);
    return list(item === null ? [] : [item]);
  }
}

/** Returns the example that a schema has: its own, its default, or the first value that it lists. */
export function writtenExample(schema: DocumentNode): Json | null {
  for (const key of ["example", "const", "default", "examples", "enum"]) {
    const value = schema.raw(key);
    const isList = key === "examples" || key === "enum";
    const found = isList ? value?.kind === "array" ? value.items[0] : null : value;
    if (found != null) return schema.copied(found);
  }
  return null;
}
