/** Writes the schema of a request's body as an example in a spec. */

import type { Json } from "../core/json.ts";
import { flag, list, object, text } from "../core/json_nodes.ts";
import type { DocumentNode } from "./document_node.ts";
import { exampleNumber, exampleText } from "./scalar_examples.ts";
import { writtenExample } from "./schema_example.ts";
import {
  alternatives,
  conjuncts,
  isNullable,
  schemaProperties,
  schemaTypes,
} from "./schema_parts.ts";

/** Maximum depth of a body. Deeper values may be anything. */
const MAX_DEPTH = 8;

/** Maximum number of values in a body. */
const MAX_VALUES = 500;

/**
 * Writes the example of a body that accepts what a schema accepts, as far as a spec can express
 * it: `null` stands for anything, and `?` after a key for a member that may be absent.
 *
 * @param example An example of the body, whose values are used where they fit.
 * @returns `null` if the body may be anything.
 */
export function schemaBody(schema: DocumentNode, example: Json | null): Json | null {
  const body = new BodyWriter().write(schema, example, 0);
  return body.kind === "null" ? null : body;
}

const ANYTHING: Json = { kind: "null", at: 0 };

class BodyWriter {
  readonly #around = new Set<Json>();
  #count = 0;

  write(schema: DocumentNode, given: Json | null, depth: number): Json {
    if (depth > MAX_DEPTH || this.#around.has(schema.json) || ++this.#count > MAX_VALUES) {
      return ANYTHING;
    }
    const parts = conjuncts(schema);
    const types = new Set(parts.flatMap(schemaTypes));
    const [type = "", another] = types;
    const isOpen = parts.some((each) => isNullable(each) || alternatives(each).length > 0);
    if (isOpen || another !== undefined) return ANYTHING;
    this.#around.add(schema.json);
    const value = this.#ofType(type, parts, given ?? writtenExample(schema), depth);
    this.#around.delete(schema.json);
    return value;
  }

  #ofType(
    type: string,
    parts: readonly DocumentNode[],
    given: Json | null,
    depth: number,
  ): Json {
    const [first] = parts;
    if (first === undefined) return ANYTHING;
    switch (type) {
      case "object":
        return this.#object(parts, given, depth);
      case "array":
        return this.#array(parts, given, depth);
      case "string":
        return given?.kind === "string" ? given : first.copied(text(exampleText(first)));
      case "boolean":
        return given?.kind === "boolean" ? given : flag(true);
      case "integer":
      case "number": {
        const known = given?.kind === "number" ? numberText(given.text, type) : null;
        return { kind: "number", at: 0, text: known ?? exampleNumber(first, type) };
      }
      default:
        return ANYTHING;
    }
  }

  #object(parts: readonly DocumentNode[], given: Json | null, depth: number): Json {
    const isOpen = parts.some((each) => {
      const others = each.get("additionalProperties")?.json;
      return others?.kind === "object" || (others?.kind === "boolean" && others.value) ||
        each.get("patternProperties") !== null;
    });
    if (isOpen) return object([]);
    return object(
      schemaProperties(parts, "readOnly").map(({ name, schema, isRequired }) =>
        [
          writtenKey(name, isRequired),
          this.write(schema, given === null ? null : schema.member(given, name), depth + 1),
        ] as const
      ),
    );
  }

  #array(parts: readonly DocumentNode[], given: Json | null, depth: number): Json {
    const [items] = parts.flatMap((each) => each.get("items") ?? []);
    const [sample] = given?.kind === "array" ? given.items : [];
    const item = items === undefined ? ANYTHING : this.write(items, sample ?? null, depth + 1);
    return list(item.kind === "null" ? [] : [item]);
  }
}

/** Returns a number in the form that shows its type: with a point if any number is allowed. */
function numberText(written: string, type: "integer" | "number"): string | null {
  const hasPoint = /[.eE]/.test(written);
  if (type === "integer") return hasPoint ? null : written;
  return hasPoint ? written : `${written}.0`;
}

/** Returns the key of a member. Question marks of the name itself are doubled. */
function writtenKey(name: string, isRequired: boolean): string {
  let end = name.length;
  while (name.charAt(end - 1) === "?") end--;
  return `${name}${name.slice(end)}${isRequired ? "" : "?"}`;
}
