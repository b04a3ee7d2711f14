/** Reads the parameters in an operation's query as the example of a query in a spec. */

import { type Json, type JsonObject, stringifyJson } from "../core/json.ts";
import { object, text } from "../core/json_nodes.ts";
import { type BodyType, memberKey } from "../spec/body_type.ts";
import { MAX_PARAMETERS, MAX_QUERY_LENGTH, queryProblems } from "../spec/query.ts";
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
  const kept: (readonly [key: string, value: Json])[] = [];
  const nodes: DocumentNode[] = [];
  const dropped: DroppedParts[] = [];
  let length = 0;
  for (const each of parametersIn(parameters, "query")) {
    const read = readParameter(each, inPath);
    if (typeof read === "string") {
      dropped.push(...named(read, [each.name]));
      continue;
    }
    const size = stringifyJson(object([read.member]), 0).length;
    if (kept.length === MAX_PARAMETERS || length + size > MAX_QUERY_LENGTH) {
      dropped.push(...named("further query parameter", [each.name]));
      continue;
    }
    length += size;
    kept.push(read.member);
    nodes.push(each.node);
    dropped.push(...read.dropped);
  }
  return { query: kept.length === 0 ? null : object(kept), parameters: nodes, dropped };
}

/** A parameter that a spec can express. */
interface ReadParameter {
  readonly member: readonly [key: string, value: Json];
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
  const key = memberKey({ name, isOptional });
  if (queryProblems(object([[key, text("")]]), "", []).length > 0) return "further query parameter";
  const found = parameterType(node);
  if (found === null) return null;
  const dropped = [
    ...named("list in one value", found.delimiter === null ? [] : [name]),
    ...named("empty value", node.isSet("allowEmptyValue") && !isText(found.type) ? [name] : []),
    ...named("further example", furtherExamples(node)),
  ];
  return { member: [key, parameterExample(node, found)], dropped };
}

function isText(type: BodyType): boolean {
  return type.kind === "text" || type.kind === "array" && isText(type.items);
}
