/** The parameters of endpoints, as pages show them. */

import type { Json } from "../core/json.ts";
import { scalarText } from "../core/scalar_text.ts";
import { quotable } from "../core/printable.ts";
import { describeBody, memberNotes, writtenMember } from "../spec/body_type.ts";
import { shownValue } from "../spec/constraint.ts";
import { valueOf } from "../spec/endpoint_contract.ts";
import { type QueryMember, queryMembers, sortFields } from "../spec/list.ts";
import { parametersType } from "../spec/parameters.ts";
import type { SpecContract } from "../spec/spec_contract.ts";

/** A parameter on a page. */
export interface DocumentedParameter {
  readonly name: string;
  readonly in: "query" | "header";
  readonly isRequired: boolean;
  /** Whether it is required, its type, its limits, its default and an example, in words. */
  readonly facts: string;
  /** All of its values; empty if it has others. */
  readonly values: readonly string[];
  /** Whether it can have several values, and how requests send them. */
  readonly several: "repeated" | "joined" | null;
  /** The values of an example, one per line; empty without an example. */
  readonly example: string;
}

/** Returns the parameters of a spec's endpoint: those of the query in their order, then headers. */
export function documentedParameters(
  { query, headers, list }: Pick<SpecContract, "query" | "headers" | "list">,
): readonly DocumentedParameter[] {
  const asked = valueOf(query);
  const named = valueOf(headers);
  return [
    ...queryMembers(asked, valueOf(list))
      .filter(({ role, type }) => role !== "sort" || sortFields(type).length > 0)
      .map((each) => documented("query", each, asked)),
    ...(named === null
      ? []
      : parametersType(named).members.map((each) => documented("header", each, named))),
  ];
}

function documented(
  place: DocumentedParameter["in"],
  { name, type, role, isOptional, fallback }: QueryMember,
  examples: Json | null,
): DocumentedParameter {
  const notes = memberNotes({ type, ...(fallback !== undefined && { fallback }) });
  const isList = type.kind === "array";
  const values = isList ? [] : valuesOf(type);
  const example = role === undefined ? exampleOf(name, examples) : "";
  const isShown = isOptional && values.length === 0 && example !== "" && fallback === undefined;
  const words = [
    `${isOptional ? "Optional" : "Required"} ${describeBody(type)}`,
    ...notes,
    ...(isList ? ["one per line"] : []),
    ...(isShown ? [`such as ${example.split("\n").join(", ")}`] : []),
  ];
  return {
    name,
    in: place,
    isRequired: !isOptional,
    facts: words.map((each) => quotable(each)).join(", "),
    values,
    several: !isList ? null : role === "sort" || place === "header" ? "joined" : "repeated",
    example,
  };
}

/** Returns all values of a type; empty if they cannot be listed. */
function valuesOf(type: QueryMember["type"]): readonly string[] {
  if (type.kind === "boolean") return ["true", "false"];
  return type.kind === "enum" ? type.values.map(textOf) : [];
}

function exampleOf(name: string, examples: Json | null): string {
  const members = examples?.kind === "object" ? examples.members : [];
  const found = members.find(({ key }) => writtenMember(key).name === name);
  if (found === undefined) return "";
  const value = shownValue(found.value);
  return value.kind === "array" ? value.items.map(textOf).join("\n") : textOf(value);
}

function textOf(value: Json): string {
  return scalarText(value) ?? "";
}
