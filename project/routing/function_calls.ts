/** Calls of functions that may register the blueprints that they are given. */

import {
  callArguments,
  dottedName,
  isName,
  isOperator,
  type Token,
} from "../../python/expression.ts";
import { ownName } from "../../python/symbols.ts";
import { stringArgument } from "./flask_call.ts";
import { plainName } from "./flask_endpoint.ts";
import { type FlaskScope, originOf, resolveName } from "./flask_scope.ts";

/** An argument that is a name or a string. */
export interface GivenArgument {
  /** The position of the argument; `null` for a keyword argument. */
  readonly position: number | null;
  /** The name of a keyword argument. */
  readonly keyword: string | null;
  /** The name that is given, with its origin. */
  readonly variable?: string;
  readonly origin?: string;
  /** The string that is given; `null` if it is unknown. */
  readonly text: string | null;
}

/** A call of a function, as a statement. */
export interface FunctionCall {
  /** The function's name in the module. */
  readonly called: string;
  /** The origin of the function, such as `.routes.register`. */
  readonly origin?: string;
  readonly given: readonly GivenArgument[];
  /** 1-based. */
  readonly line: number;
}

/** Matches the names of functions of other modules that may register blueprints. */
const REGISTERING = /register|blueprint|mount/i;

const MAX_ARGUMENTS = 10;

/**
 * Reads a statement that calls a function of the module, or one of another module that may register
 * blueprints; `null` for any other statement.
 *
 * @param isOwn Reports whether the module has a function of a name.
 * @param line 1-based.
 */
export function functionCall(
  tokens: readonly Token[],
  scope: FlaskScope,
  isOwn: (name: string) => boolean,
  line: number,
): FunctionCall | null {
  const dotted = dottedName(tokens, 0);
  if (dotted === null || !isOperator(tokens[dotted.next], "(")) return null;
  const called = resolveName(scope, dotted.text);
  const origin = originOf(scope, called);
  if (!isOwn(called) && (origin === null || !REGISTERING.test(ownName(origin)))) return null;
  const found = callArguments(tokens, dotted.next);
  if (found.length === 0 || found.length > MAX_ARGUMENTS) return null;
  const unpacked = found.findIndex(({ kind }) => kind === "unpacked");
  const given = found.flatMap((each, index): readonly GivenArgument[] => {
    const isPlaced = each.kind === "positional" && (unpacked === -1 || index < unpacked);
    if (!isPlaced && each.kind !== "keyword" || isName(each.value[0], "None")) return [];
    const name = plainName(each.value);
    const variable = name === null ? null : resolveName(scope, name);
    const from = variable === null ? null : originOf(scope, variable);
    return [{
      position: isPlaced ? index : null,
      keyword: each.kind === "keyword" ? each.name : null,
      ...(variable === null ? {} : { variable }),
      ...(from === null ? {} : { origin: from }),
      text: stringArgument(scope, each.value),
    }];
  });
  return { called, ...(origin === null ? {} : { origin }), given, line };
}
