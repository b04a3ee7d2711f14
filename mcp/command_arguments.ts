/** The arguments of tools that run a command, from the table of commands. */

import * as z from "zod";
import {
  type Argument,
  argumentsOf,
  type ChangingCommand,
  filedName,
  type Given,
  type Rows,
  RUN as RUN_ROWS,
  type ValueOf,
} from "../actions/commands.ts";
import { givenOf } from "../actions/read_invocation.ts";
import type { RunOptions } from "../actions/run_planner.ts";
import { NumberText } from "../core/number_text.ts";
import { METHODS } from "../spec/api_spec.ts";
import type { JsonSchema } from "../spec/json_schema.ts";
import { METHOD_LIST, methodType, parsedJson } from "./arguments.ts";

/** The name of an argument in tools, such as `keep_edited`. */
type ToolName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ToolName<Rest>}`
  : "";

type SchemaOf<Row> = z.ZodType<
  Row extends { readonly kind: "json" | "errors" | "spec" | "subroutes" } ? unknown : ValueOf<Row>
>;

/** The schemas of the arguments that tools offer. */
export type ToolSchemas<Row> = {
  readonly [
    Name in keyof Row & string as Row[Name] extends { readonly tool: string } ? ToolName<Name>
      : never
  ]: Row[Name] extends { readonly isRequired: true } ? SchemaOf<Row[Name]>
    : z.ZodOptional<SchemaOf<Row[Name]>>;
};

/** The arguments that listings show last, in this order. */
const LAST = ["query", "headers", "list", "body", "errors", "subroutes"];

/** Returns the arguments of a command that tools offer, each with its name in tools. */
export function toolArguments(command: ChangingCommand): readonly (readonly [string, Argument])[] {
  return offered(argumentsOf(command));
}

function offered(rows: readonly (readonly [string, Argument])[]) {
  return rows.filter(([, { tool }]) => tool !== undefined)
    .toSorted(([one], [other]) => LAST.indexOf(one) - LAST.indexOf(other))
    .map(([name, row]) => [filedName(name), row] as const);
}

/** Creates the schemas of a command's arguments. */
export function toolSchemas<Command extends ChangingCommand>(
  command: Command,
): ToolSchemas<Rows<Command>> {
  return schemasOf(toolArguments(command));
}

function schemasOf<Row>(rows: readonly (readonly [string, Argument])[]): ToolSchemas<Row> {
  return Object.fromEntries(rows.map(([name, row]) => [name, schemaOf(row)])) as ToolSchemas<Row>;
}

/** The schemas of the arguments that all tools for changing projects have in common. */
export const RUN: ToolSchemas<typeof RUN_ROWS> = schemasOf(offered(Object.entries(RUN_ROWS)));

/** Converts arguments to options of a run. */
export function runOptions(input: Readonly<Record<string, unknown>>): RunOptions {
  const given = Object.keys(RUN_ROWS).map((name) => [name, input[filedName(name)]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function schemaOf(row: Argument): z.ZodType {
  const schema = row.isRequired ? valueSchema(row) : valueSchema(row).optional();
  return row.tool === undefined || row.tool === "" ? schema : schema.describe(row.tool);
}

function valueSchema({ kind, choices = METHODS }: Argument): z.ZodType {
  switch (kind) {
    case "text":
    case "path":
      return z.string();
    case "flag":
      return z.boolean();
    case "method":
      return methodType(choices);
    case "methods":
      return METHOD_LIST;
    case "status":
      return z.preprocess(plainNumber, z.int());
    case "texts":
      return z.array(z.string());
    case "json":
    case "errors":
    case "subroutes":
      return z.unknown();
    case "spec":
      return z.unknown().refine((spec) => spec !== undefined);
  }
}

/** Returns the number itself: `200.0` is an integer in JSON Schema. */
function plainNumber(value: unknown): unknown {
  return value instanceof NumberText ? Number(value.text) : value;
}

/** The types that listings show in place of longer schemas. The tools still enforce those. */
const SHOWN: Partial<Readonly<Record<Argument["kind"], JsonSchema>>> = {
  path: { type: "string" },
  methods: { type: "array", items: { type: "string" } },
  status: { type: "integer" },
  subroutes: { type: "object" },
};

/** Returns the schemas of a command's arguments that listings show. */
export function shownSchemas(command: ChangingCommand): JsonSchema {
  const shown = toolArguments(command).flatMap(([name, { kind, tool }]) => {
    const schema = SHOWN[kind];
    return schema === undefined ? [] : [[name, { ...schema, ...(tool && { description: tool }) }]];
  });
  return Object.fromEntries(shown);
}

/** Returns the arguments of a command, as actions take them. */
export function toolGiven<Command extends ChangingCommand>(
  command: Command,
  input: Readonly<Record<string, unknown>>,
): Given<Command> {
  return givenOf(command, input, parsedJson);
}
