/** Checks invocations that come from outside, such as from a plan file, and reads their arguments. */

import { MAX_DEPTH } from "../core/json.ts";
import { count, flag, list, object, oneOf, type Shape, text } from "../core/shape.ts";
import { METHODS } from "../spec/api_spec.ts";
import { placeWords } from "./added_endpoints.ts";
import {
  type Argument,
  argumentsOf,
  type ChangingCommand,
  COMMANDS,
  filedName,
  type Given,
} from "./commands.ts";
import type { Invocation } from "./invocation.ts";
import { type JsonOption, parseJsonOption } from "./json_option.ts";

const isMethod = oneOf(...METHODS);

/** The shapes of arguments in a plan file. */
const SHAPES: Readonly<Record<Argument["kind"], Shape<unknown>>> = {
  text,
  path: text,
  flag,
  method: isMethod,
  methods: list(isMethod),
  status: count,
  texts: list(text),
  json: text,
  errors: text,
  spec: isSpec,
  subroutes: isSpec,
};

/**
 * Accepts any text, and any object that is not nested too deeply. The action checks the spec itself
 * and reports its errors.
 */
function isSpec(value: unknown): value is string | object {
  return text(value) || isObject(value) && isNested(value, MAX_DEPTH);
}

/**
 * Reports whether arrays and objects are nested within a limit. Deeper nesting could exhaust the
 * stack.
 */
function isNested(value: unknown, most: number): boolean {
  return !isObject(value) ||
    most > 0 && Object.values(value).every((each) => isNested(each, most - 1));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * Checks that a value is an invocation: a known command with arguments of the right types, and no others.
 *
 * @example
 * ```ts
 * import { isInvocation } from "./read_invocation.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isInvocation({ command: "rename route", arguments: { route: "a", to: "b" } }), true);
 * equal(isInvocation({ command: "rename route", arguments: { route: "a", too: "b" } }), false);
 * ```
 */
export function isInvocation(value: unknown): value is Invocation {
  return isCommand(value) && shapeOf(value.command)(value.arguments);
}

const isCommand = object<{ command: ChangingCommand; arguments: unknown }>({
  command: (value): value is ChangingCommand => text(value) && Object.hasOwn(COMMANDS, value),
  arguments: (value): value is unknown => value !== undefined,
});

function shapeOf(command: ChangingCommand): Shape<Invocation["arguments"]> {
  const rows = argumentsOf(command);
  const optional = rows.filter(([, { isRequired }]) => !isRequired);
  return object<Record<string, unknown>>(
    Object.fromEntries(rows.map(([name, { kind }]) => [filedName(name), SHAPES[kind]])),
    ...optional.map(([name]) => filedName(name)),
  );
}

/** Reads a value of the kind `json` or `errors`. `place` names the route or subroute in messages. */
type ReadJson = (option: JsonOption, value: unknown, place: string) => unknown;

/**
 * Returns arguments as actions take them.
 *
 * @param filed Checked arguments, with the names of plan files.
 */
export function givenOf<Command extends ChangingCommand>(
  command: Command,
  filed: Invocation["arguments"],
  readJson: ReadJson = (option, value, place) => parseJsonOption(option, String(value), place),
): Given<Command> {
  const { route, subroute = null } = filed as {
    readonly route: string;
    readonly subroute?: string;
  };
  const given = argumentsOf(command).flatMap(([name, { kind }]) => {
    const value = filed[filedName(name)];
    if (value === undefined) return [];
    const isJson = kind === "json" || kind === "errors";
    const place = placeWords({ route, subroute });
    return [[name, isJson ? readJson(name as JsonOption, value, place) : value]];
  });
  return Object.fromEntries(given);
}
