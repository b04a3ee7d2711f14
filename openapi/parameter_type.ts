/** The types of parameters in a query. */

import type { BodyType } from "../spec/body_type.ts";
import type { DocumentNode } from "./document_node.ts";
import { alternatives, conjuncts, schemaTypes } from "./schema_parts.ts";

/** The type of a parameter in a spec. */
export interface ParameterType {
  /** A type of single values, or a list of them. */
  readonly type: BodyType;
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
 * Returns the type of a parameter in a query, which accepts everything that the document accepts;
 * `null` if a spec has no such type. Choices of several types are texts. So are lists unless the
 * parameter is repeated for each item.
 */
export function parameterType(parameter: DocumentNode): ParameterType | null {
  if (parameter.get("content") !== null) return null;
  const schema = parameter.get("schema");
  const kinds = [...schema === null ? [TEXT] : kindsOf(schema, 0)];
  const single = kinds.filter((each) => !each.startsWith(LIST));
  const items = kinds.filter((each) => each.startsWith(LIST)).map((each) => each.slice(1));
  const all = new Set([...single, ...items]);
  if (all.has(OBJECT) || items.some((each) => each.startsWith(LIST))) return null;
  const value: BodyType = { kind: scalarKind(all) };
  if (items.length === 0) return { type: value, delimiter: null };
  const style = parameter.textOf("style") ?? "form";
  const explode = parameter.get("explode")?.json;
  const isRepeated = explode?.kind === "boolean" ? explode.value : style === "form";
  if (isRepeated) {
    return style === "form" ? { type: { kind: "array", items: value }, delimiter: null } : null;
  }
  const delimiter = DELIMITERS.get(style) ?? null;
  return delimiter === null ? null : { type: { kind: "text" }, delimiter };
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
    const [items] = parts.flatMap((each) => each.get("items") ?? []);
    const kinds = items === undefined ? [TEXT] : kindsOf(items, depth + 1);
    for (const each of kinds) found.add(LIST + each);
  }
  for (const each of types) if (each !== "array") found.add(each);
  return found.size === 0 ? new Set([TEXT]) : found;
}

function scalarKind(kinds: ReadonlySet<string>): "text" | "integer" | "number" | "boolean" {
  const [only, ...more] = kinds;
  if (more.length === 0 && (only === "integer" || only === "boolean")) return only;
  return kinds.isSubsetOf(NUMBERS) ? "number" : "text";
}

const NUMBERS: ReadonlySet<string> = new Set(["integer", "number"]);
