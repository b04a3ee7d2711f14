/** Commands that change a project, as data for plan files and histories. */

import { shellQuote } from "../core/shell_quote.ts";
import type { Method } from "../spec/api_spec.ts";
import type { ApiSpecInput, SubroutesInput } from "../spec/api_spec_input.ts";

/** The arguments of each command that changes a project, as plain JSON. Defaults are left out. */
export interface InvocationArguments {
  /** Arguments of `generate api`. */
  readonly "generate api": ApiArguments;
  /** Arguments of `generate route`. */
  readonly "generate route": RouteArguments;
  /** Arguments of `generate resource`. */
  readonly "generate resource": ResourceArguments;
  /** Arguments of `generate subroute`. */
  readonly "generate subroute": Omit<SubrouteArguments, "type"> & EndpointArguments;
  /** Arguments of `remove route`. */
  readonly "remove route": Omit<SubrouteArguments, "subroute"> & EditedArguments;
  /** Arguments of `remove subroute`. */
  readonly "remove subroute": SubrouteArguments & EditedArguments;
  /** Arguments of `rename route`. */
  readonly "rename route": { readonly route: string; readonly to: string };
  /** Arguments of `rename subroute`. */
  readonly "rename subroute": {
    readonly route: string;
    readonly subroute: string;
    readonly to: string;
  };
  /** Arguments of `upgrade`. */
  readonly upgrade: { readonly name: string; readonly keep_edited?: true };
  /** Arguments of `adopt`. */
  readonly adopt: SpecArguments;
  /** Arguments of `undo`. */
  readonly undo: { readonly id?: string; readonly keep_edited?: true };
  /** Arguments of `redo`. */
  readonly redo: { readonly keep_edited?: true };
}

/** The arguments of `generate api`. */
export interface ApiArguments extends SpecArguments, EditedArguments {
  /** Whether the command runs in the project's folder, so that the name need not be typed. */
  readonly inside?: true;
  /** Whether to remove endpoints that the spec no longer has. */
  readonly prune?: true;
  /** Endpoints whose code may differ from the spec. */
  readonly keep?: readonly string[];
  /** Endpoints whose edited code the spec replaces. */
  readonly replace?: readonly string[];
  /** Deleted endpoints and files to generate again. */
  readonly restore?: readonly string[];
}

/** The arguments of `generate route`. */
export interface RouteArguments extends EndpointArguments {
  /** The route's name. */
  readonly route: string;
  /** Further endpoints, as in a spec. The command line has no option for them. */
  readonly subroutes?: string | SubroutesInput;
  /** Whether to generate no model. */
  readonly no_model?: true;
}

/** The arguments of `generate resource`. */
export interface ResourceArguments {
  /** The route's name. */
  readonly route: string;
  /** JSON text: an item, or a list of them. */
  readonly example: string;
  /** The path of the example's file as typed. */
  readonly example_path?: string;
  /** The field with an item's id. */
  readonly id_field?: string;
}

/** The arguments of a command on a subroute. */
export interface SubrouteArguments {
  /** The route's name. */
  readonly route: string;
  /** The subroute's name. */
  readonly subroute: string;
  /** The HTTP method. */
  readonly type?: Method;
}

/** The arguments of a command that reads a spec. */
export interface SpecArguments {
  /** The project's name. */
  readonly name: string;
  /** JSON text or a value. */
  readonly spec: string | ApiSpecInput;
  /** The spec's path as typed, for messages. */
  readonly spec_path?: string;
  /** The spec's path relative to the project's folder, to record. */
  readonly spec_file?: string;
}

/** The arguments of a command that adds endpoints at a path. */
export interface EndpointArguments {
  /** The HTTP method. */
  readonly type?: Method;
  /** The HTTP methods, if `type` is not set. */
  readonly methods?: readonly Method[];
  /** The path of the route or the subroute, as in a spec. */
  readonly path?: string;
  /** The status of the responses. */
  readonly status?: number;
  /** An example of the request's body, as JSON text. */
  readonly body?: string;
  /** The path of the body's file as typed. */
  readonly body_path?: string;
  /** The mock, as JSON text. */
  readonly mock?: string;
  /** The path of the mock's file as typed. */
  readonly mock_path?: string;
}

/** The arguments that decide about edited code. */
export interface EditedArguments {
  /** Whether edited code stays. */
  readonly keep_edited?: true;
  /** Whether the command discards edited code, after a backup. */
  readonly force?: true;
}

/** The name of a command that changes a project. */
export type ChangingCommand = keyof InvocationArguments;

/** A command that changes a project, with all its input. */
export type Invocation = {
  readonly [Command in ChangingCommand]: {
    readonly command: Command;
    readonly arguments: InvocationArguments[Command];
  };
}[ChangingCommand];

/**
 * Returns the command line of an invocation, without the program's name. For specs and mocks that
 * were read from a file, the file's path is used.
 *
 * @example
 * ```ts
 * import { commandWords } from "./invocation.ts";
 * import { equal } from "node:assert/strict";
 *
 * const words = commandWords({
 *   command: "generate route",
 *   arguments: { route: "rates", type: "POST", mock: '{"eur": 1.0}' },
 * });
 * equal(words, `generate route rates --type POST --mock '{"eur": 1.0}'`);
 * ```
 */
export function commandWords(invocation: Invocation): string {
  return [invocation.command, ...argumentWords(invocation).map(shellQuote)].join(" ");
}

function argumentWords(invocation: Invocation): readonly string[] {
  switch (invocation.command) {
    case "generate api": {
      const { name, inside, ...given } = invocation.arguments;
      return [
        ...(inside === true ? [] : [name]),
        "--json",
        specWord(given),
        ...choiceWords(given),
        ...(given.prune === true ? ["--prune"] : []),
        ...(given.restore ?? []).flatMap((item) => ["--restore", item]),
      ];
    }
    case "generate route": {
      const { route, no_model, ...given } = invocation.arguments;
      return [route, ...endpointWords(given), ...(no_model === true ? ["--no-model"] : [])];
    }
    case "generate resource": {
      const { route, example, example_path: path, id_field: field } = invocation.arguments;
      const words = [route, "--example", path ?? example];
      return field === undefined ? words : [...words, "--id-field", field];
    }
    case "generate subroute": {
      const { route, subroute, ...given } = invocation.arguments;
      return [route, subroute, ...endpointWords(given)];
    }
    case "remove route": {
      const { route, type, ...given } = invocation.arguments;
      return [route, ...typeWords(type), ...choiceWords(given)];
    }
    case "remove subroute": {
      const { route, subroute, type, ...given } = invocation.arguments;
      return [route, subroute, ...typeWords(type), ...choiceWords(given)];
    }
    case "rename route": {
      const { route, to } = invocation.arguments;
      return [route, to];
    }
    case "rename subroute": {
      const { route, subroute, to } = invocation.arguments;
      return [route, subroute, to];
    }
    case "undo": {
      const { id, ...given } = invocation.arguments;
      return [...(id === undefined ? [] : [id]), ...choiceWords(given)];
    }
    case "redo":
    case "upgrade":
      return choiceWords(invocation.arguments);
    case "adopt":
      return ["--spec", specWord(invocation.arguments)];
  }
}

function typeWords(type: Method | undefined): readonly string[] {
  return type === undefined ? [] : ["--type", type];
}

/** Returns the word for a spec's file; `-` for stdin. */
function specWord({ spec_path: path = "spec.json" }: Pick<SpecArguments, "spec_path">): string {
  return path === "<stdin>" ? "-" : path;
}

/** Returns the options about edited code. */
function choiceWords(
  { keep_edited, force, keep = [], replace = [] }: EditedArguments & {
    readonly keep?: readonly string[];
    readonly replace?: readonly string[];
  },
): readonly string[] {
  return [
    ...keep.flatMap((endpoint) => ["--keep", endpoint]),
    ...replace.flatMap((endpoint) => ["--replace", endpoint]),
    ...(keep_edited === true ? ["--keep-edited"] : []),
    ...(force === true ? ["--force"] : []),
  ];
}

function endpointWords(
  { type = "GET", methods, path, status, ...given }: EndpointArguments,
): readonly string[] {
  const body = given.body_path ?? given.body;
  const mock = given.mock_path ?? given.mock;
  return [
    ...(type === "GET" ? [] : ["--type", type]),
    ...(methods === undefined ? [] : ["--methods", methods.join(",")]),
    ...(path === undefined ? [] : ["--path", path]),
    ...(status === undefined ? [] : ["--status", String(status)]),
    ...(body === undefined ? [] : ["--body", body]),
    ...(mock === undefined ? [] : ["--mock", mock]),
  ];
}
