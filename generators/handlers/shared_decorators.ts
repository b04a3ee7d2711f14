/** The decorators that the handlers of a blueprint share. */

import type { HandlerDecorator } from "../code/handler_decorator.ts";
import type { BoundNames } from "./bound_names.ts";
import type { Neighbour } from "./neighbour.ts";
import type { HandlerParameter } from "../code/returned_call.ts";

/** Decorators, with the parameters that they require of the handler. */
export interface SharedDecorators {
  /** Outermost first. */
  readonly decorators: readonly HandlerDecorator[];
  readonly parameters: readonly HandlerParameter[];
}

const NONE: SharedDecorators = { decorators: [], parameters: [] };

// A single handler may have decorators of its own, such as `@permission_required("products.read")`.
const FEWEST_HANDLERS = 2;

export interface DecoratorContext {
  /** Variables of the blueprint's URL prefix, which handlers get as arguments. */
  readonly variables: readonly string[];
  /** The names that the route's module binds. */
  readonly names: BoundNames;
  /** Reports whether a name is free for a parameter of the handler. */
  isFree(name: string): boolean;
}

/**
 * Returns the decorators that all handlers have in the same order. Leaves out decorators whose
 * names the module does not bind.
 */
export function sharedDecorators(
  neighbours: readonly Neighbour[],
  { variables, names, isFree }: DecoratorContext,
): SharedDecorators {
  const given = prefixParameters(neighbours, variables);
  const lists = neighbours.flatMap(({ decorators }) => decorators === null ? [] : [decorators]);
  const [first] = lists;
  if (first === undefined || lists.length < Math.max(neighbours.length, FEWEST_HANDLERS)) {
    return { ...NONE, parameters: given };
  }
  const shares = new Map<string, number>();
  for (const list of lists) {
    for (const key of new Set(list.map((each) => each.key))) {
      shares.set(key, (shares.get(key) ?? 0) + 1);
    }
  }
  const isShared = ({ key }: HandlerDecorator) => shares.get(key) === lists.length;
  const orders = new Set(lists.map((list) => orderOf(list.filter(isShared))));
  const shared = orders.size === 1 ? first.filter(isShared) : [];
  const decorators = shared.filter(({ needs }) => needs?.every((name) => names.has(name)) ?? false);
  if (decorators.length === 0) return { ...NONE, parameters: given };
  const parameters = passedParameters(neighbours, orderOf(decorators));
  const isClear = parameters?.every(({ name }) => isFree(name)) ?? false;
  if (parameters === null || !isClear) return { ...NONE, parameters: given };
  const own = new Set(parameters.map(({ name }) => name));
  return { decorators, parameters: [...parameters, ...given.filter(({ name }) => !own.has(name))] };
}

function orderOf(decorators: readonly HandlerDecorator[]): string {
  return decorators.map(({ key, isAbove }) => `${isAbove} ${key}`).join("\n");
}

/** Returns the parameters for a prefix's variables, unless the other handlers have none for them. */
function prefixParameters(
  neighbours: readonly Neighbour[],
  variables: readonly string[],
): readonly HandlerParameter[] {
  const known = neighbours.flatMap(({ code }) => code?.parameters ?? []);
  const hasHandlers = neighbours.some(({ code }) => code !== null);
  return variables.flatMap((name) => {
    const found = known.find((each) => each.name === name);
    return found === undefined && hasHandlers ? [] : [found ?? { name, text: name }];
  });
}

/**
 * Returns the parameters that decorators pass arguments for; `null` if the handlers do not show
 * them.
 *
 * @param order The decorators, from {@linkcode orderOf}.
 */
function passedParameters(
  neighbours: readonly Neighbour[],
  order: string,
): readonly HandlerParameter[] | null {
  const handlers = neighbours.flatMap(({ code, decorators }) =>
    code?.parameters === undefined || code.parameters === null
      ? []
      : [{ parameters: code.parameters, order: orderOf(decorators ?? []) }]
  );
  const exact = handlers.filter((each) => each.order === order);
  const telling = exact.length > 0 ? exact : handlers;
  const [first] = telling;
  if (first === undefined) return [];
  const text = requiredText(first.parameters);
  const isShared = telling.every(({ parameters }) => requiredText(parameters) === text);
  if (!isShared) return null;
  // A decorator may pass an argument that has a default.
  const texts = telling.map(({ parameters }) => new Set(parameters.map(({ text }) => text)));
  return first.parameters.filter((each) =>
    isRequired(each) || texts.every((known) => known.has(each.text))
  );
}

function isRequired({ text }: HandlerParameter): boolean {
  return !text.includes("=");
}

function requiredText(parameters: readonly HandlerParameter[]): string {
  return parameters.filter(isRequired).map(({ name }) => name).join(", ");
}
