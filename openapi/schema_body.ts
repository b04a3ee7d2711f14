/** Writes the schema of a request's body as an example in a spec. */

import type { Json } from "../core/json.ts";
import { flag, list, object, text } from "../core/json_nodes.ts";
import { memberKey, OTHER_MEMBERS } from "../spec/body_type.ts";
import type { DocumentNode } from "./document_node.ts";
import { byKind, type DroppedParts, named } from "./dropped_parts.ts";
import { isConstraint, readConstraint } from "../spec/constraint.ts";
import { constraintOf } from "../spec/constraint_example.ts";
import { bodyType } from "../spec/example_type.ts";
import { type ScalarKind, scalarKindOf, schemaDefault, schemaLimits } from "./schema_limits.ts";
import { exampleNumber, exampleText, numberText } from "./scalar_examples.ts";
import { writtenExample } from "./schema_example.ts";
import {
  alternatives,
  conjuncts,
  isNullable,
  schemaProperties,
  type SchemaProperty,
  schemaTypes,
} from "./schema_parts.ts";

/** Maximum depth of a body. Deeper values may be anything. */
const MAX_DEPTH = 8;

/** The kinds of single values by their types. */
const KINDS: ReadonlyMap<string, ScalarKind> = new Map<string, ScalarKind>([
  ["string", "text"],
  ["integer", "integer"],
  ["number", "number"],
  ["boolean", "boolean"],
]);

/** Maximum number of values in a body. */
const MAX_VALUES = 500;

/** The example of a body. */
export interface WrittenBody {
  /** `null` if the body may be anything. */
  readonly body: Json | null;
  /** The parts of the schema that the example leaves out, apart from what no example can show. */
  readonly dropped: readonly DroppedParts[];
  /** The values in schemas that the example expresses, although not all schemas' are. */
  readonly said: readonly Json[];
}

/**
 * Writes the example of a body that accepts what a schema accepts, as far as a spec can express
 * it: `null` stands for anything, `?` after a key for a member that may be absent, and `...` for other
 * members.
 *
 * @param example An example of the body, whose values are used where they fit.
 */
export function schemaBody(schema: DocumentNode, example: Json | null): WrittenBody {
  const writer = new BodyWriter();
  const body = writer.write({ name: "body", schema }, example, 0);
  const { said } = writer;
  return { body: body.kind === "null" ? null : body, dropped: byKind(writer.dropped), said };
}

const ANYTHING: Json = { kind: "null", at: 0 };

/** A schema, with the name of the member that has it. */
type Named = Pick<SchemaProperty, "name" | "schema">;

/** The schemas that a value must match. */
interface NamedParts {
  readonly name: string;
  readonly parts: readonly DocumentNode[];
}

class BodyWriter {
  readonly dropped: DroppedParts[] = [];
  readonly said: Json[] = [];
  readonly #around = new Set<Json>();
  #count = 0;

  write(
    { name, schema, isRequired = true }: Named & Partial<SchemaProperty>,
    given: Json | null,
    depth: number,
  ): Json {
    if (depth > MAX_DEPTH || this.#around.has(schema.json) || ++this.#count > MAX_VALUES) {
      this.dropped.push(...named("nested value", [name]));
      return ANYTHING;
    }
    const parts = conjuncts(schema);
    const types = new Set(parts.flatMap(schemaTypes));
    const [type = "", another] = types;
    const isOpen = parts.some((each) => isNullable(each) || alternatives(each).length > 0);
    if (isOpen || another !== undefined) {
      if (depth === 0) this.dropped.push(...named("body schema", [""]));
      return ANYTHING;
    }
    this.#around.add(schema.json);
    const value = this.#ofType(type, { name, parts }, given ?? writtenExample(schema), depth);
    this.#around.delete(schema.json);
    if (type === "array") return isRequired ? value : this.#withDefault(parts, value);
    const kind = KINDS.get(type);
    return kind === undefined ? value : this.#limited(parts, kind, value, isRequired);
  }

  /** Writes a list with its default. */
  #withDefault(parts: readonly DocumentNode[], value: Json): Json {
    const type = bodyType(value);
    const kind = type.kind === "array" ? scalarKindOf(type.items) : null;
    const fallback = kind === null ? null : schemaDefault(parts, kind, type);
    if (fallback === null) return value;
    this.said.push(fallback.said);
    return constraintOf(type, fallback.value, value);
  }

  /** Writes a single value with its limits. What has a default may be absent. */
  #limited(
    parts: readonly DocumentNode[],
    kind: ScalarKind,
    value: Json,
    isRequired: boolean,
  ): Json {
    const { type, said } = schemaLimits(parts, kind);
    const fallback = isRequired ? null : schemaDefault(parts, kind, type);
    this.said.push(...said, ...(fallback === null ? [] : [fallback.said]));
    const isPlain = said.length === 0 && fallback === null;
    return isPlain ? value : constraintOf(type, fallback?.value, value);
  }

  #ofType(
    type: string,
    { name, parts }: NamedParts,
    given: Json | null,
    depth: number,
  ): Json {
    const [first] = parts;
    if (first === undefined) return ANYTHING;
    switch (type) {
      case "object":
        return this.#object(parts, given, depth);
      case "array":
        return this.#array({ name, parts }, given, depth);
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

  /** Writes an object. Schemas forbid other members only if they say so. */
  #object(parts: readonly DocumentNode[], given: Json | null, depth: number): Json {
    const isClosed = parts.some(forbidsOthers);
    const own = schemaProperties(parts, "readOnly").map(({ name, schema, isRequired }) => {
      const example = given === null ? null : schema.member(given, name);
      const value = this.write({ name, schema, isRequired }, example, depth + 1);
      if (isRequired && value.kind === "null") {
        this.dropped.push(...named("required member", [name]));
      }
      const hasDefault = isConstraint(value) && readConstraint(value).fallback !== null;
      return [memberKey({ name, isOptional: !isRequired && !hasDefault }), value] as const;
    });
    // Clients may send these members, but need not.
    const readOnly = schemaProperties(parts, null).filter(({ schema }) => schema.isSet("readOnly"))
      .map(({ name }) => [memberKey({ name, isOptional: true }), ANYTHING] as const);
    if (own.length === 0 && (!isClosed || readOnly.length === 0)) return object([]);
    return object([...own, ...(isClosed ? readOnly : [[OTHER_MEMBERS.key, ANYTHING] as const])]);
  }

  #array({ name, parts }: NamedParts, given: Json | null, depth: number): Json {
    const isTuple = parts.some((each) => each.get("prefixItems") !== null);
    const [items] = isTuple ? [] : parts.flatMap((each) => each.get("items") ?? []);
    const [sample] = given?.kind === "array" ? given.items : [];
    const item = items === undefined
      ? ANYTHING
      : this.write({ name, schema: items }, sample ?? null, depth + 1);
    return list(item.kind === "null" ? [] : [item]);
  }
}

/**
 * Reports whether a schema forbids members that it does not list. The keyword
 * `unevaluatedProperties` does not count: it depends on too many others.
 */
function forbidsOthers(schema: DocumentNode): boolean {
  const others = schema.get("additionalProperties")?.json;
  return others?.kind === "boolean" && !others.value && schema.get("patternProperties") === null;
}
