/** Decorators that may change what a handler returns. */

import { documentsErrors } from "../../python/errors_decorator.ts";
import { decoratorNames } from "../semantics/function_parts.ts";
import type { Place } from "../semantics/values.ts";

/**
 * The decorators that let a successful response pass unchanged, by the ends of their names: those of
 * routes, documentation, guards, limits and caches.
 */
const PASSING =
  /(?:^|\.)(?:route|get|post|put|patch|delete|head|options|doc|expect|hide|limit|exempt|cached|memoize|cross_origin|override|staticmethod|classmethod|\w*required|\w*_only|requires?_\w+)$/;

/** Returns the first decorator of a handler that may change its responses; `null` without one. */
export function changingDecorator(handler: Place): string | null {
  const { python } = handler.module;
  const names = decoratorNames(handler, (index) => !documentsErrors(python, index));
  return names.find((name) => !PASSING.test(name)) ?? classDecorators(handler);
}

/** The variables with which view classes of Flask and Flask-RESTful decorate their methods. */
const DECORATORS = /^(?:method_)?decorators$/;

function classDecorators({ scope: { parent } }: Place): string | null {
  if (parent?.kind !== "class") return null;
  return parent.names.keys().find((name) => DECORATORS.test(name)) ?? null;
}
