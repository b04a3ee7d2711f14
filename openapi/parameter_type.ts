/** The types of parameters in queries and headers. */

import type { ParametersPart } from "../spec/parameters.ts";
import type { DocumentNode } from "./document_node.ts";
import {
  type ScalarKind,
  type SchemaDefault,
  schemaDefault,
  type SchemaLimits,
  schemaLimits,
  unlimited,
} from "./schema_limits.ts";
import { alternatives, conjuncts, schemaTypes } from "./schema_parts.ts";

/** The type of a parameter in a spec: of single values, or of a list of them. */
export interface ParameterType extends SchemaLimits {
  /** The value of a parameter that is absent; `null` without one. */
  readonly fallback: SchemaDefault | null;
  /** The text between the items of a list that is sent as one text; `null` for other parameters. */
  readonly delimiter: string | null;
}

/** The text between the items of a list, by the style of its parameter. */
const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ["form", ","],
  ["spaceDelimited", " "],
  ["pipeDelimited", "|"],
]);

/**
 * Returns the type of a parameter, which accepts everything that the document accepts;
 * `null` if a spec has no such type. Choices of several types are texts. So are lists unless the
 * parameter is repeated for each item, or is a header, which has commas between the items.
 */
export function parameterType(
  part: ParametersPart,
  parameter: DocumentNode,
): ParameterType | null {
  if (parameter.get("content") !== null) return null;
  const schema = parameter.get("schema");
  const kinds = [...schema === null ? [TEXT] : kindsOf(schema, 0)];
  const single = kinds.filter((each) => !each.startsWith(LIST));
  const items = kinds.filter((each) => each.startsWith(LIST)).map((each) => each.slice(1));
  const all = new Set([...single, ...items]);
  if (all.has(OBJECT) || items.some((each) => each.startsWith(LIST))) return null;
  const kind = scalarKind(all);
  // Limits of texts are none of other values, which count as texts beside them.
  const isOneKind = kind !== "text" || all.size === 1;
  const limits = (schema: DocumentNode | null) =>
    schema === null || !isOneKind ? unlimited({ kind }) : schemaLimits(conjuncts(schema), kind);
  const whole = { fallback: null, delimiter: null };
  if (items.length === 0) {
    const found = limits(schema);
    // What has a default may be absent.
    const isRequired = schema === null || !isOneKind || parameter.isSet("required");
    const fallback = isRequired ? null : schemaDefault(conjuncts(schema), kind, found.type);
    return { ...whole, ...found, fallback };
  }
  const style = parameter.textOf("style") ?? "form";
  const explode = parameter.get("explode")?.json;
  const isHeader = part === "headers";
  const isRepeated = isHeader || (explode?.kind === "boolean" ? explode.value : style === "form");
  if (isRepeated) {
    if (style !== "form" && !isHeader) return null;
    const isOnlyList = single.length === 0 && schema !== null;
    const { type: items, said } = limits(isOnlyList ? itemsOf(schema) : null);
    const type = { kind: "array", items } as const;
    const isFixed = !isOnlyList || !isOneKind || parameter.isSet("required");
    const fallback = isFixed ? null : schemaDefault(conjuncts(schema), kind, type);
    return { ...whole, type, said, fallback };
  }
  const delimiter = DELIMITERS.get(style) ?? null;
  return delimiter === null ? null : { ...whole, ...unlimited({ kind: "text" }), delimiter };
}

const TEXT = "string";
const OBJECT = "object";

/** Begins the kind of a list, followed by the kind of its items. */
const LIST = "[";

/** Maximum depth of choices and lists. Deeper schemas count as objects. */
const MAX_DEPTH = 4;

/** Returns the kinds of values that a schema accepts. Without any type, a value is a text. */
function kindsOf(schema: DocumentNode, depth: number): ReadonlySet<string> {
  if (depth > MAX_DEPTH) return new Set([OBJECT]);
  const parts = conjuncts(schema);
  const types = new Set(parts.flatMap(schemaTypes));
  const choices = types.size === 0 ? parts.flatMap(alternatives) : [];
  const found = new Set(choices.flatMap((each) => [...kindsOf(each, depth + 1)]));
  if (types.has("array")) {
    const items = itemsOf(schema);
    const kinds = items === null ? [TEXT] : kindsOf(items, depth + 1);
    for (const each of kinds) found.add(LIST + each);
  }
  for (const each of types) if (each !== "array") found.add(each);
  return found.size === 0 ? new Set([TEXT]) : found;
}

/** Returns the schema of the items of lists. */
function itemsOf(schema: DocumentNode): DocumentNode | null {
  return conjuncts(schema).flatMap((each) => each.get("items") ?? [])[0] ?? null;
}

function scalarKind(kinds: ReadonlySet<string>): ScalarKind {
  const [only, ...more] = kinds;
  if (more.length === 0 && (only === "integer" || only === "boolean")) return only;
  return kinds.isSubsetOf(NUMBERS) ? "number" : "text";
}

const NUMBERS: ReadonlySet<string> = new Set(["integer", "number"]);
