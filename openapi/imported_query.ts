/** Reads the parameters in an operation's query as the example of a query in a spec. */

import { type Json, type JsonMember, type JsonObject, stringifyJson } from "../core/json.ts";
import { object, text } from "../core/json_nodes.ts";
import { type BodyType, memberKey } from "../spec/body_type.ts";
import { fits } from "../spec/constraint.ts";
import {
  MAX_PARAMETERS,
  MAX_PARAMETERS_LENGTH,
  parameterProblems,
  parametersExample,
} from "../spec/parameters.ts";
import { BrokenReference, type DocumentNode, partOrReason } from "./document_node.ts";
import type { DroppedKind } from "./dropped_kinds.ts";
import { type DroppedParts, furtherExamples, named } from "./dropped_parts.ts";
import {
  type OperationParameter,
  type OperationParameters,
  parametersIn,
} from "./operation_parameters.ts";
import { parameterExample } from "./parameter_example.ts";
import { parameterType } from "./parameter_type.ts";

/** The query of an operation. */
export interface ReadQuery {
  /** `null` if a spec can express none of the parameters. */
  readonly query: JsonObject | null;
  /** The parameters in it. */
  readonly parameters: readonly DocumentNode[];
  /** The values in schemas that the query expresses, although not all schemas' are. */
  readonly said: readonly Json[];
  readonly dropped: readonly DroppedParts[];
}

/**
 * Reads the query of an operation.
 *
 * @param inPath The names of the parameters in the operation's path.
 */
export function readQuery(
  parameters: OperationParameters,
  inPath: ReadonlySet<string>,
): ReadQuery {
  const kept: JsonMember[] = [];
  const nodes: DocumentNode[] = [];
  const said: Json[] = [];
  const dropped: DroppedParts[] = [];
  let length = 0;
  for (const each of parametersIn(parameters, "query")) {
    const read = readParameter(each, inPath);
    if (typeof read === "string") {
      dropped.push(...named(read, [each.name]));
      continue;
    }
    const size = stringifyJson(objectOf([read.member]), 0).length;
    if (kept.length === MAX_PARAMETERS || length + size > MAX_PARAMETERS_LENGTH) {
      dropped.push(...named("further query parameter", [each.name]));
      continue;
    }
    length += size;
    kept.push(read.member);
    nodes.push(each.node);
    said.push(...read.said);
    dropped.push(...read.dropped);
  }
  const query = kept.length === 0 ? null : objectOf(kept);
  return { query, parameters: nodes, said, dropped };
}

function objectOf(members: readonly JsonMember[]): JsonObject {
  return { kind: "object", at: 0, members };
}

/** A parameter that a spec can express. */
interface ReadParameter {
  readonly member: JsonMember;
  /** The values in its schema that the member expresses, although it need not. */
  readonly said: readonly Json[];
  /** The parts that the spec leaves out, apart from parts of its schema. */
  readonly dropped: readonly DroppedParts[];
}

/** Returns a parameter, or the kind of those that a spec cannot express. */
function readParameter(
  { name, node }: OperationParameter,
  inPath: ReadonlySet<string>,
): ReadParameter | DroppedKind {
  if (name === "") return "unreadable parameter";
  if (inPath.has(name)) return "repeated parameter name";
  const read = partOrReason(() => memberOf(name, node));
  if (read instanceof BrokenReference) return "unreadable parameter";
  return read ?? "query parameter";
}

function memberOf(name: string, node: DocumentNode): ReadParameter | DroppedKind | null {
  const isOptional = !node.isSet("required");
  const plain = object([[memberKey({ name, isOptional }), text("")]]);
  if (parameterProblems("query", plain, "", []).length > 0) return "further query parameter";
  const found = parameterType(node);
  if (found === null) return null;
  const { type, fallback, said, delimiter } = found;
  const member = {
    name,
    type,
    isOptional,
    ...(fallback !== null && { fallback: fallback.value }),
  };
  const shown = object([[name, parameterExample(node, found)]]);
  const dropped = [
    ...named("list in one value", delimiter === null ? [] : [name]),
    ...named("empty value", node.isSet("allowEmptyValue") && !takesEmpty(type) ? [name] : []),
    ...named("further example", furtherExamples(node)),
  ];
  return parametersExample({ kind: "object", members: [member] }, shown).members.map((member) => (
    { member, said: fallback === null ? said : [...said, fallback.said], dropped }
  ))[0] ?? null;
}

/** Reports whether a parameter's value can be empty. */
function takesEmpty(type: BodyType): boolean {
  if (type.kind === "array") return takesEmpty(type.items);
  return (type.kind === "text" || type.kind === "enum") && fits(type, text(""));
}
