/** Finds the parts of a schema that a spec cannot express. */

import type { Json, JsonMember } from "../core/json.ts";
import type { DocumentNode } from "./document_node.ts";
import { type DroppedKind, isText } from "./dropped_kinds.ts";
import { conjuncts, schemaProperties } from "./schema_parts.ts";

/**
 * The use of a schema. A `part` is a schema in `allOf`: the schema around it decides which members
 * are required.
 */
export type SchemaUse =
  | "path"
  | "query"
  | "request"
  | "response"
  | "part of request"
  | "part of response";

/** A part of a schema that a spec cannot express. */
export interface SchemaLoss {
  readonly kind: DroppedKind;
  /** `null` for the name of the schema, which depends on its place. */
  readonly name: string | null;
  /** The value of the part, which identifies it in the document. */
  readonly json: Json;
  readonly file: string;
  /** Offset of the part in its file. */
  readonly at: number;
}

/** A schema in another one. */
export interface InnerSchema {
  readonly node: DocumentNode;
  readonly use: SchemaUse;
  /** The name of the property that has the schema; `null` if it is of the same property. */
  readonly name: string | null;
}

/** The kinds of keywords whose presence is a loss. */
const KEYWORDS: ReadonlyMap<string, DroppedKind> = new Map<string, DroppedKind>([
  ...kind("enum", "enum const"),
  ...kind("format", "format"),
  ...kind("pattern", "pattern"),
  ...kind(
    "bound",
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength " +
      "minItems maxItems uniqueItems minProperties maxProperties",
  ),
  ...kind("default", "default"),
  ...kind("choice of schemas", "oneOf anyOf"),
  ...kind("map", "patternProperties"),
  ...kind("nullable value", "nullable"),
  ...kind("description", "description"),
  ...kind("schema title", "title"),
  ...kind("mark of deprecation", "deprecated"),
  ...kind("link to documentation", "externalDocs"),
  ...kind("XML name", "xml"),
]);

/** Keywords of rules that are rare, and are named by their keywords. */
const OTHERS: ReadonlySet<string> = new Set(
  ("not if dependentRequired dependentSchemas dependencies propertyNames contains prefixItems " +
    "unevaluatedItems unevaluatedProperties contentEncoding contentMediaType discriminator " +
    "$dynamicRef").split(" "),
);

function kind(kind: DroppedKind, keywords: string): readonly (readonly [string, DroppedKind])[] {
  return keywords.split(" ").map((each) => [each, kind] as const);
}

/** Returns the parts of a schema itself that a spec cannot express. */
export function schemaLosses(schema: DocumentNode, use: SchemaUse): readonly SchemaLoss[] {
  return [
    ...membersOf(schema.json).flatMap(({ key, at, value }) =>
      lossesOf(key, value, use).map((each) => ({ ...each, json: value, file: schema.file, at }))
    ),
    ...(use === "request" || use === "response" ? memberLosses(schema, use) : []),
  ];
}

function membersOf(json: Json | null): readonly JsonMember[] {
  return json?.kind === "object" ? json.members : [];
}

type KeywordLoss = Pick<SchemaLoss, "kind" | "name">;

/** Returns what is lost with a keyword. */
function lossesOf(key: string, value: Json, use: SchemaUse): readonly KeywordLoss[] {
  if (isWithoutEffect(key, value) || use === "path" && isOfPath(key, value)) return [];
  const known = KEYWORDS.get(key);
  if (known !== undefined) {
    return [{ kind: known, name: isText(known) && value.kind === "string" ? value.value : null }];
  }
  if (OTHERS.has(key)) return [{ kind: "other rule", name: key }];
  if (key === "type") return lossesOfTypes(value);
  if (key === "examples" && value.kind === "array" && value.items.length > 1) {
    return [{ kind: "further example", name: null }];
  }
  if (key === "additionalProperties" && membersOf(value).length > 0) {
    return [{ kind: "map", name: null }];
  }
  return key.startsWith("x-") ? [{ kind: "x- extension", name: key }] : [];
}

function lossesOfTypes(value: Json): readonly KeywordLoss[] {
  if (value.kind !== "array") return [];
  const types = value.items.flatMap((each) => each.kind === "string" ? [each.value] : []);
  const others = types.filter((each) => each !== "null");
  return [
    ...(others.length < types.length ? [{ kind: "nullable value", name: null } as const] : []),
    ...(others.length > 1 ? [{ kind: "choice of schemas", name: null } as const] : []),
  ];
}

/** Keywords that are flags in some version, and have no effect if they are `false`. */
const FLAGS: ReadonlySet<string> = new Set(
  ["nullable", "deprecated", "uniqueItems", "exclusiveMinimum", "exclusiveMaximum"],
);

function isWithoutEffect(key: string, value: Json): boolean {
  return value.kind === "boolean" && (value.value ? OTHERS.has(key) : FLAGS.has(key));
}

/** Reports whether the parameters of a spec's paths have a rule. */
function isOfPath(key: string, value: Json): boolean {
  return key === "minimum" && value.kind === "number" && Number(value.text) === 0 ||
    key === "format" && value.kind === "string" && value.value === "uuid";
}

/** Returns the rules about an object's members that a spec cannot express. */
function memberLosses(schema: DocumentNode, use: "request" | "response"): readonly SchemaLoss[] {
  const parts = conjuncts(schema);
  const properties = schemaProperties(parts, use === "request" ? "readOnly" : "writeOnly");
  const optional = new Set(
    properties.filter(({ isRequired }) => !isRequired).map(({ name }) => name),
  );
  return parts.flatMap((part) => {
    const { file } = part;
    const isKept = use === "request" && properties.length > 0;
    return [
      ...membersOf(use === "response" ? part.raw("properties") : null)
        .filter(({ key }) => optional.has(key))
        .map(({ key, at, value }): SchemaLoss => (
          { kind: "optional response member", name: key, json: value, file, at }
        )),
      ...(isKept ? [] : membersOf(part.json)).filter(isClosing)
        .map(({ key, at, value }): SchemaLoss => (
          { kind: "other rule", name: key, json: value, file, at }
        )),
    ];
  });
}

/** Reports whether a keyword forbids other members. */
function isClosing({ key, value }: JsonMember): boolean {
  return key === "additionalProperties" && value.kind === "boolean" && !value.value;
}

const WHOLE = {
  "path": "path",
  "query": "query",
  "request": "request",
  "response": "response",
  "part of request": "request",
  "part of response": "response",
} as const satisfies Record<SchemaUse, SchemaUse>;

/** Reports whether the schema is one of requests whose limits a spec can express. */
export function isOfRequest(use: SchemaUse): boolean {
  return WHOLE[use] === "query" || WHOLE[use] === "request";
}

/** Returns the schemas in a schema. */
export function innerSchemas(schema: DocumentNode, use: SchemaUse): readonly InnerSchema[] {
  const whole = WHOLE[use];
  const part = whole === "path" || whole === "query" ? whole : `part of ${whole}` as const;
  const omitted = whole === "response" ? "writeOnly" : "readOnly";
  const inside = (key: string) => {
    const node = schema.get(key);
    return node?.json.kind === "object" ? [{ node, use: whole, name: null }] : [];
  };
  const all = (key: string, use: SchemaUse) =>
    (schema.get(key)?.items() ?? []).map((node) => ({ node, use, name: null }));
  return [
    ...(schema.get("properties")?.members() ?? []).filter(([, node]) => !node.isSet(omitted))
      .map(([name, node]) => ({ node, use: whole, name })),
    ...inside("items"),
    ...inside("additionalProperties"),
    ...all("allOf", part),
    ...["oneOf", "anyOf", "prefixItems"].flatMap((key) => all(key, whole)),
    ...(schema.get("patternProperties")?.members() ?? [])
      .map(([, node]) => ({ node, use: whole, name: null })),
  ];
}
