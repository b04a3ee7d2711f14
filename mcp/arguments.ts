/** Parses and checks a tool's arguments. */

import * as z from "zod";
import {
  type JsonOption,
  jsonOption,
  type ParsedJson,
  parseJsonOption,
} from "../actions/json_option.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { counted, type Report, report } from "../core/report.ts";
import { type Method, METHODS } from "../spec/api_spec.ts";
import { nearest } from "../spec/names.ts";

/** The schema of the argument for a project. */
export const PROJECT = z.string().describe("Folder; '.' is the server's root");

/** Names that agents often use for the argument `project`. */
export const PROJECT_ALIASES = {
  project_name: "project",
  project_path: "project",
  path: "project",
} as const;

/** Names that agents often use for the argument `type`. */
export const TYPE_ALIASES = { method: "type", http_method: "type" } as const;

/** Creates the schema of the argument for an HTTP method. Methods may be in upper or lower case. */
export function methodType<const Allowed extends readonly Method[]>(methods: Allowed) {
  return z.preprocess(upper, z.enum(methods)).optional();
}

function upper(value: unknown): unknown {
  return typeof value === "string" ? value.toUpperCase() : value;
}

/** The schema of the argument for several HTTP methods. Methods may be in upper or lower case. */
export const METHOD_LIST = z.array(z.preprocess(upper, z.enum(METHODS))).optional();

/** The arguments that a tool accepts. */
export interface Arguments<Input extends z.ZodObject> {
  readonly input: Input;
  /** Names that agents often use for an argument, each with the argument's own name. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** Checked arguments, or the report that rejects them. */
export type ReadArguments<Input> =
  | { readonly kind: "input"; readonly input: Input }
  | { readonly kind: "report"; readonly report: Report };

/**
 * Parses the arguments of a call.
 *
 * @param args The arguments, unchecked.
 * @returns The checked arguments, or a report that lists every problem with them.
 */
export function readArguments<Input extends z.ZodObject>(
  args: unknown,
  { input, aliases }: Arguments<Input>,
): ReadArguments<z.infer<Input>> {
  const given = canonical(args, aliases);
  const parsed = input.safeParse(given);
  if (parsed.success) return { kind: "input", input: parsed.data };
  const known = Object.keys(input.shape);
  const problems = parsed.error.issues.flatMap((issue) => describe(issue, given, known));
  return { kind: "report", report: report("", "failed", { diagnostics: problems }) };
}

/**
 * Replaces aliases with the arguments' own names. If a call uses both names of an argument, the alias
 * stays, and is later rejected as unknown.
 */
function canonical(args: unknown, aliases: Readonly<Record<string, string>>): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args ?? {};
  const entries = Object.entries(args).map(([name, value]) => {
    const own = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    return [own === undefined || Object.hasOwn(args, own) ? name : own, value];
  });
  return Object.fromEntries(entries);
}

function describe(issue: z.core.$ZodIssue, given: unknown, known: readonly string[]): Diagnostic[] {
  const name = String(issue.path[0] ?? "");
  const value = Object(given)[name];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const meant = nearest(key, known);
      const hint = meant === null ? `Arguments: ${known.join(", ")}` : `Did you mean '${meant}'?`;
      return error("usage-argument", `Unknown argument '${quotable(key)}'.`, { hint });
    });
  }
  if (name === "") return [error("usage-argument", "Arguments must be an object.")];
  if (value === undefined) return [error("usage-argument", `Missing argument '${name}'.`)];
  if (issue.code === "invalid_value" && issue.path.length === 1) {
    const choice = issue.values.map(String).join(", ");
    const shown = quotable(typeof value === "string" ? value : JSON.stringify(value));
    return [error("type-invalid", `Invalid ${name} '${shown}' (must be one of ${choice}).`)];
  }
  return [error("usage-argument", wrongValue(name, issue))];
}

/** Describes an invalid value in our own words, because Zod's messages are in another style. */
function wrongValue(name: string, issue: z.core.$ZodIssue): string {
  const invalid = `Invalid value for argument '${name}'.`;
  // A problem inside a nested value is not described further.
  if (issue.path.length > 1) return invalid;
  switch (issue.code) {
    case "invalid_type": {
      const expected = issue.expected === "int" ? "integer" : issue.expected;
      const article = /^[aeiou]/.test(expected) ? "an" : "a";
      return `Argument '${name}' must be ${article} ${expected}.`;
    }
    case "too_big":
      return outOfBounds(name, issue, issue.inclusive ? "at most" : "less than", issue.maximum);
    case "too_small":
      return outOfBounds(name, issue, issue.inclusive ? "at least" : "more than", issue.minimum);
    default:
      return invalid;
  }
}

/**
 * The unit of a size limit, by the type of the value. A limit on another type, such as a number, applies to
 * the value itself.
 */
const COUNTED = new Map([["string", "character"], ["array", "item"], ["object", "key"]]);

function outOfBounds(
  name: string,
  { origin }: { readonly origin: string },
  relation: string,
  bound: number | bigint,
): string {
  const noun = COUNTED.get(origin);
  return noun === undefined
    ? `Argument '${name}' must be ${relation} ${bound}.`
    : `Argument '${name}' must have ${relation} ${counted(Number(bound), noun)}.`;
}

/**
 * Parses a mock or a body from an agent: any JSON value. A string that contains an object or a list is parsed
 * as JSON, because some agents send such strings.
 *
 * @param place The place of the value in words, for messages, such as `for route 'users'`.
 */
export function parsedJson(option: JsonOption, value: unknown, place: string): ParsedJson {
  return typeof value === "string" && /^\s*[[{]/.test(value)
    ? parseJsonOption(option, value, place)
    : jsonOption(option, value, place);
}
