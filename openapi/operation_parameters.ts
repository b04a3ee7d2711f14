/** Reads the parameters of operations. */

import type { PathParameter } from "../spec/spec_path.ts";
import { BrokenReference, type DocumentNode, partOrReason } from "./document_node.ts";
import { schemaTypes } from "./schema_parts.ts";

/** A parameter of an operation. */
export interface OperationParameter {
  /** Its place in requests, such as `query`. */
  readonly place: string;
  readonly name: string;
  readonly node: DocumentNode;
}

/** The parameters of an operation. */
export interface OperationParameters {
  /** In the order of the document, those of the path item first. */
  readonly all: readonly OperationParameter[];
  /** The reasons why others cannot be read. */
  readonly unreadable: readonly string[];
}

/**
 * Reads the parameters of an operation. They replace parameters of its path item with the same
 * name and place.
 */
export function operationParameters(
  item: DocumentNode,
  operation: DocumentNode,
): OperationParameters {
  const read = [item, operation].flatMap((owner) => {
    const found = partOrReason(() => owner.get("parameters")?.itemsOrReasons() ?? []);
    return found instanceof BrokenReference ? [found] : found.map(parameterOrReason);
  });
  const all = read.flatMap((each) => each instanceof BrokenReference ? [] : [each]);
  return {
    all: [...new Map(all.map((each) => [`${each.place} ${each.name}`, each])).values()],
    unreadable: read.flatMap((each) =>
      each instanceof BrokenReference ? [each.message.replaceAll("'", "")] : []
    ),
  };
}

function parameterOrReason(
  node: DocumentNode | BrokenReference,
): OperationParameter | BrokenReference {
  if (node instanceof BrokenReference) return node;
  return partOrReason(() => ({
    place: node.textOf("in") ?? "",
    name: node.textOf("name") ?? "",
    node,
  }));
}

/** Returns the parameters in one place of requests. */
export function parametersIn(
  { all }: OperationParameters,
  wanted: string,
): readonly OperationParameter[] {
  return all.filter(({ place }) => place === wanted);
}

/** Returns the type of a parameter of the path. */
export function pathParameterType(
  parameters: OperationParameters,
  name: string,
): PathParameter["type"] {
  const found = parametersIn(parameters, "path").find((each) => each.name === name);
  const schema = found?.node.get("schema") ?? null;
  const [type] = schema === null ? [] : schemaTypes(schema);
  if (type === "integer") return "int";
  if (type === "number") return "float";
  return schema?.textOf("format") === "uuid" ? "uuid" : "string";
}
