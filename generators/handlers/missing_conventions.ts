/** Finds the conventions of a blueprint's handlers that a new handler does not follow. */

import type { Method } from "../../spec/api_spec.ts";
import type { BoundNames } from "./bound_names.ts";
import { decoratorLabel, type HandlerDecorator } from "../code/handler_decorator.ts";
import type { HandlerForm } from "../code/handler_form.ts";
import type { Neighbour } from "./neighbour.ts";

/** A new handler, apart from its form. */
export interface NewHandler {
  readonly method: Method;
  /** The names that its module binds. */
  readonly names: BoundNames;
}

/** A trait of a handler, such as a decorator. */
interface Trait {
  readonly key: string;
  /** The predicate for a handler without the trait, such as `has no @login_required`. */
  readonly phrase: string;
  /** The key of a more general trait, which is not reported beside this one. */
  readonly implies?: string;
}

/**
 * Reports traits that the new handler lacks, but that more than half of the other handlers have, or
 * more than half of the other handlers with the same method. A decorator may be a guard, so one that fewer
 * handlers have is reported, too.
 *
 * @returns Sentences such as `Unlike 2 of 3 other handlers, the new one has no @login_required`.
 */
export function missingConventions(
  neighbours: readonly Neighbour[],
  form: HandlerForm,
  { method, names }: NewHandler,
): readonly string[] {
  const known = new Set([
    ...form.decorators.flatMap(decoratorTraits).map(({ key }) => key),
    returnKey(form.returned.before),
  ]);
  const all = commonTraits(neighbours, known, names);
  for (const { trait } of all) known.add(trait.key).add(trait.implies ?? trait.key);
  const alike = neighbours.filter(({ methods }) => methods?.includes(method));
  const ofMethod = commonTraits(alike, known, names);
  for (const { trait } of ofMethod) known.add(trait.key).add(trait.implies ?? trait.key);
  return [
    ...sentences(all, neighbours.length, ""),
    ...sentences(ofMethod, alike.length, `${method} `),
    ...sentences(rareDecorators(neighbours, known), neighbours.length, ""),
  ];
}

/** Returns the decorators that any handler has. */
function rareDecorators(
  neighbours: readonly Neighbour[],
  known: ReadonlySet<string>,
): readonly Counted[] {
  const all = neighbours.flatMap(({ decorators }) => [
    ...Map.groupBy(decorators ?? [], ({ name }) => name).values(),
  ]);
  const named = [...Map.groupBy(all, ([first]) => first?.name ?? "").values()];
  return named.flatMap((same) => {
    const [exact, general] = same[0]?.[0] === undefined ? [] : decoratorTraits(same[0][0]);
    if (exact === undefined || general === undefined || known.has(general.key)) return [];
    const isExact = same.flat().every(({ key }) => exact.key === `decorator ${key}`);
    return [{ trait: isExact ? exact : general, count: same.length }];
  });
}

interface Counted {
  readonly trait: Trait;
  readonly count: number;
}

/**
 * Returns the traits that more than half of the handlers have. Leaves out known traits, and traits
 * that a more specific trait implies.
 */
function commonTraits(
  neighbours: readonly Neighbour[],
  known: ReadonlySet<string>,
  names: BoundNames,
): readonly Counted[] {
  const owners = neighbours.flatMap((neighbour) => [
    ...new Map(traitsOf(neighbour, names).map((each) => [each.key, each])).values(),
  ]);
  const common = [...Map.groupBy(owners, ({ key }) => key).values()].flatMap((same) => {
    const [trait] = same;
    const isCommon = trait !== undefined && 2 * same.length > neighbours.length;
    return isCommon && !known.has(trait.key) ? [{ trait, count: same.length }] : [];
  });
  const implied = new Set(common.map(({ trait }) => trait.implies));
  return common.filter(({ trait }) => !implied.has(trait.key));
}

function traitsOf({ decorators, code }: Neighbour, names: BoundNames): readonly Trait[] {
  const traits = (decorators ?? []).flatMap(decoratorTraits);
  if (code === null) return traits;
  const { isAsync, catches, returned } = code;
  const wrapping = returned?.wrapping;
  const [outermost] = wrapping?.functions ?? [];
  if (isAsync) traits.push({ key: "async", phrase: "is not async" });
  if (catches) traits.push({ key: "try", phrase: "has no 'try'" });
  if (wrapping && outermost !== undefined && names.flaskMember(outermost) !== "jsonify") {
    const phrase = `does not return ${outermost}(...)`;
    traits.push({ key: returnKey(wrapping.before), phrase });
  }
  return traits;
}

function returnKey(before: string): string {
  return `return ${before}`;
}

/** Returns two traits: the decorator, and its name with any arguments. */
function decoratorTraits(decorator: HandlerDecorator): Trait[] {
  const named = `name ${decorator.name}`;
  const label = decoratorLabel(decorator);
  return [
    { key: `decorator ${decorator.key}`, phrase: `has no ${label}`, implies: named },
    { key: named, phrase: `has no @${decorator.name}(...)` },
  ];
}

/** Returns one sentence for all traits that the same number of handlers have. */
function sentences(common: readonly Counted[], total: number, kind: string): readonly string[] {
  return [...Map.groupBy(common, ({ count }) => count)].map(([count, traits]) => {
    const phrases = traits.map(({ trait }) => trait.phrase).join(" and ")
      .replaceAll(/(has no \S+ and )has no /g, "$1no ");
    return `Unlike ${handlers(count, total, kind)}, the new one ${phrases}`;
  });
}

function handlers(count: number, total: number, kind: string): string {
  if (total === 1) return `the other ${kind}handler`;
  const which = count < total ? `${count} of ${total}` : total === 2 ? "both" : `all ${total}`;
  return `${which} other ${kind}handlers`;
}
