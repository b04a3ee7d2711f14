/** Reads the parameters in an operation's query or headers as examples in a spec. */

import { type Json, type JsonMember, type JsonObject, stringifyJson } from "../core/json.ts";
import { object, text } from "../core/json_nodes.ts";
import { type BodyMember, type BodyType, memberKey } from "../spec/body_type.ts";
import { fits } from "../spec/constraint.ts";
import { headerForm, RESERVED_HEADERS } from "../spec/headers.ts";
import {
  MAX_PARAMETERS,
  MAX_PARAMETERS_LENGTH,
  parameterProblems,
  parametersExample,
  type ParametersPart,
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
import { type ParameterType, parameterType } from "./parameter_type.ts";

/** The query or the headers of an operation. */
export interface ReadParameters {
  /** `null` if a spec can express none of the parameters. */
  readonly example: JsonObject | null;
  /** The parameters in it. */
  readonly parameters: readonly DocumentNode[];
  /** The values in schemas that the example expresses, although not all schemas' are. */
  readonly said: readonly Json[];
  readonly dropped: readonly DroppedParts[];
}

/** The place of parameters in documents, and the kinds of those that a spec cannot express. */
const PARTS = {
  query: { place: "query", unsayable: "query parameter", further: "further query parameter" },
  headers: { place: "header", unsayable: "header parameter", further: "header parameter" },
} as const satisfies Record<ParametersPart, Readonly<Record<string, string>>>;

/** What else says the parameters of an operation. */
export interface OtherParameters {
  /** The names of the parameters in the operation's path. */
  readonly inPath: ReadonlySet<string>;
  /** The names of the parameters of its list. */
  readonly ofList: ReadonlySet<string>;
}

/** Reads the query or the headers of an operation. */
export function readParameters(
  part: ParametersPart,
  parameters: OperationParameters,
  { inPath, ofList }: OtherParameters,
): ReadParameters {
  const taken = new Set(inPath);
  const kept: JsonMember[] = [];
  const nodes: DocumentNode[] = [];
  const said: Json[] = [];
  const dropped: DroppedParts[] = [];
  let length = 0;
  for (const each of parametersIn(parameters, PARTS[part].place)) {
    // As OpenAPI says, definitions of these headers are ignored.
    if (part === "headers" && RESERVED_HEADERS.includes(headerForm(each.name))) continue;
    if (part === "query" && ofList.has(each.name)) continue;
    const read = readParameter(part, each, taken);
    if (typeof read === "string") {
      dropped.push(...named(read, [each.name]));
      continue;
    }
    const size = stringifyJson(objectOf([read.member]), 0).length;
    if (kept.length === MAX_PARAMETERS || length + size > MAX_PARAMETERS_LENGTH) {
      dropped.push(...named(PARTS[part].further, [each.name]));
      continue;
    }
    length += size;
    kept.push(read.member);
    if (part === "headers") taken.add(headerForm(each.name));
    nodes.push(each.node);
    said.push(...read.said);
    dropped.push(...read.dropped);
  }
  const example = kept.length === 0 ? null : objectOf(kept);
  return { example, parameters: nodes, said, dropped };
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
  part: ParametersPart,
  { name, node }: OperationParameter,
  taken: ReadonlySet<string>,
): ReadParameter | DroppedKind {
  if (name === "") return "unreadable parameter";
  if (taken.has(part === "headers" ? headerForm(name) : name)) return "repeated parameter name";
  const read = partOrReason(() => memberOf(part, name, node));
  if (read instanceof BrokenReference) return "unreadable parameter";
  return read ?? PARTS[part].unsayable;
}

function memberOf(
  part: ParametersPart,
  name: string,
  node: DocumentNode,
): ReadParameter | DroppedKind | null {
  const isOptional = !node.isSet("required");
  const plain = object([[memberKey({ name, isOptional }), text("")]]);
  if (parameterProblems(part, plain, "", []).length > 0) return PARTS[part].further;
  const found = parameterType(part, node);
  if (found === null) return null;
  const { type, delimiter } = found;
  const shown = parameterExample(node, found);
  const dropped = [
    ...named("list in one value", delimiter === null ? [] : [name]),
    ...named("empty value", node.isSet("allowEmptyValue") && !takesEmpty(type) ? [name] : []),
    ...named("further example", furtherExamples(node)),
  ];
  // No header can have some texts, such as those with line breaks.
  const tries = [[found, shown], [found, null], [unlimitedType(found), null]] as const;
  const read = tries.flatMap(([each, example]) =>
    writtenMember({ name, isOptional }, each, example) ?? []
  ).find(({ member }) => parameterProblems(part, objectOf([member]), "", []).length === 0);
  return read === undefined ? null : { ...read, dropped };
}

/** Returns a type without its limits and its default. */
function unlimitedType({ type }: ParameterType): ParameterType {
  const bare = (each: BodyType): BodyType => {
    if (each.kind === "array") return { kind: "array", items: bare(each.items) };
    return { kind: each.kind === "enum" ? "text" : each.kind } as BodyType;
  };
  return { type: bare(type), said: [], fallback: null, delimiter: null };
}

/** Writes a parameter as a member of a spec. */
function writtenMember(
  { name, isOptional }: Pick<BodyMember, "name" | "isOptional">,
  { type, fallback, said }: ParameterType,
  shown: Json | null,
): Pick<ReadParameter, "member" | "said"> | undefined {
  const member = {
    name,
    type,
    isOptional,
    ...(fallback !== null && { fallback: fallback.value }),
  };
  const sent = shown === null ? null : object([[name, shown]]);
  return parametersExample({ kind: "object", members: [member] }, sent).members.map((each) => (
    { member: each, said: fallback === null ? said : [...said, fallback.said] }
  ))[0];
}

/** Reports whether a parameter's value can be empty. */
function takesEmpty(type: BodyType): boolean {
  if (type.kind === "array") return takesEmpty(type.items);
  return (type.kind === "text" || type.kind === "enum") && fits(type, text(""));
}
