/** Checks invocations that come from outside, such as from a plan file. */

import { MAX_DEPTH } from "../core/json.ts";
import { count, flag, list, type Members, object, oneOf, type Shape, text } from "../core/shape.ts";
import { METHODS } from "../spec/api_spec.ts";
import type { ApiSpecInput, SubroutesInput } from "../spec/api_spec_input.ts";
import type {
  ChangingCommand,
  EditedArguments,
  EndpointArguments,
  Invocation,
  InvocationArguments,
  SpecArguments,
} from "./invocation.ts";

const isMethod = oneOf(...METHODS);

/**
 * Accepts any text, and any object that is not nested too deeply. The action checks the spec itself
 * and reports its errors.
 */
function spec(value: unknown): value is string | ApiSpecInput {
  return text(value) || isObject(value) && isNested(value, MAX_DEPTH);
}

/** Like {@linkcode spec}. */
function subroutes(value: unknown): value is string | SubroutesInput {
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

const SPEC: Members<SpecArguments> = { name: text, spec, spec_path: text, spec_file: text };
const ADDED: Members<EndpointArguments> = {
  type: isMethod,
  methods: list(isMethod),
  path: text,
  status: count,
  body: text,
  body_path: text,
  mock: text,
  mock_path: text,
};
const ADDED_NAMES = Object.keys(ADDED) as readonly (keyof EndpointArguments)[];
const EDITED: Members<EditedArguments> = { keep_edited: flag, force: flag };
const NEW_NAME = { route: text, to: text };
const ENDPOINT = { route: text, subroute: text, type: isMethod };

const ARGUMENTS: { readonly [Command in ChangingCommand]: Shape<InvocationArguments[Command]> } = {
  "generate api": object<InvocationArguments["generate api"]>(
    {
      ...SPEC,
      ...EDITED,
      inside: flag,
      prune: flag,
      keep: list(text),
      replace: list(text),
      restore: list(text),
    },
    "spec_path",
    "spec_file",
    "keep_edited",
    "force",
    "inside",
    "prune",
    "keep",
    "replace",
    "restore",
  ),
  "generate route": object<InvocationArguments["generate route"]>(
    { ...ADDED, route: text, subroutes, no_model: flag },
    ...ADDED_NAMES,
    "subroutes",
    "no_model",
  ),
  "generate resource": object<InvocationArguments["generate resource"]>(
    { route: text, example: text, example_path: text, id_field: text },
    "example_path",
    "id_field",
  ),
  "generate subroute": object<InvocationArguments["generate subroute"]>(
    { ...ADDED, route: text, subroute: text },
    ...ADDED_NAMES,
  ),
  "remove route": object<InvocationArguments["remove route"]>(
    { ...EDITED, route: text, type: isMethod },
    "type",
    "keep_edited",
    "force",
  ),
  "remove subroute": object<InvocationArguments["remove subroute"]>(
    { ...ENDPOINT, ...EDITED },
    "type",
    "keep_edited",
    "force",
  ),
  "rename route": object<InvocationArguments["rename route"]>(NEW_NAME),
  "rename subroute": object<InvocationArguments["rename subroute"]>({
    ...NEW_NAME,
    subroute: text,
  }),
  upgrade: object<InvocationArguments["upgrade"]>({ name: text, keep_edited: flag }, "keep_edited"),
  undo: object<InvocationArguments["undo"]>({ id: text, keep_edited: flag }, "id", "keep_edited"),
  redo: object<InvocationArguments["redo"]>({ keep_edited: flag }, "keep_edited"),
  adopt: object<InvocationArguments["adopt"]>(SPEC, "spec_path", "spec_file"),
};

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
  return isCommand(value) && ARGUMENTS[value.command](value.arguments);
}

function isKnown(value: unknown): value is ChangingCommand {
  return text(value) && Object.hasOwn(ARGUMENTS, value);
}

const isCommand = object<{ command: ChangingCommand; arguments: unknown }>({
  command: isKnown,
  arguments: (value): value is unknown => value !== undefined,
});
