/** Random specs. */

import type { JsonValue } from "../../mod.ts";
import { arbitrarySpec, arbitrarySpecWithoutBodies } from "../generators/arbitrary_spec.ts";
import { specOf } from "../generators/written_spec.ts";
import { newestFlask } from "../tools/flask_pythons.ts";
import { fc } from "../tools/tier.ts";
import type { Random } from "./random.ts";
import {
  isAccepted,
  isValid,
  METHODS,
  type Parameters,
  pathWith,
  type Spec,
  type SpecEndpoint,
  type SpecPath,
  type SpecRoute,
} from "./specs.ts";

export const ROUTES = ["products", "orders", "carts", "users", "health"];
export const SUBROUTES = ["sale", "popular", "archive", "by_name", "open"];

/** Paths of routes. Each can be the path of only one route of a spec. */
const PREFIXES = ["/v1/shop", "/api/2.0", "/products", "/catalog"] as const;

/** Paths of subroutes. */
const PATHS = [
  "/{id:int}",
  "/{id:int}/parts",
  "/{name}",
  "/days/{day}/{hour:float}",
  "",
  "/{key:uuid}/sale",
] as const;

/** Returns a spec of 1 to 3 routes with 0 to 3 subroutes each, or any spec that people may write. */
export function randomSpec(random: Random): Spec {
  if (random.below(5) === 0) return anySpec(random);
  const names = random.shuffled(ROUTES).slice(0, 1 + random.below(3));
  const spec = { routes: Object.fromEntries(names.map((name) => [name, randomRoute(random)])) };
  return isValid(spec) ? spec : randomSpec(random);
}

/** Longer specs take more time, but find no more faults. */
const MAX_LENGTH = 5_000;

/** Returns any spec, with resources as the endpoints that they have. Bodies need a judge with pydantic. */
function anySpec(random: Random): Spec {
  const arbitrary = newestFlask.hasPydantic ? arbitrarySpec : arbitrarySpecWithoutBodies;
  const specs = fc.sample(arbitrary, { numRuns: 20, seed: random.below(2 ** 30) });
  const text = specs.map(({ endpoints }) => specOf(endpoints))
    .find((each) => each.length <= MAX_LENGTH && isAccepted(parsed(each)));
  return text === undefined ? randomSpec(random) : parsed(text);
}

/** Returns a spec as a value. An integer of many digits is another one then. */
function parsed(text: string): Spec {
  return { routes: JSON.parse(text).routes };
}

/** Returns a route, in some cases with a path of its own. */
export function randomRoute(random: Random): SpecRoute {
  const names = random.shuffled(SUBROUTES).slice(0, random.below(4));
  const subroutes = Object.fromEntries(names.map((name) => [name, randomSubroute(random)]));
  const methods = random.below(8) === 0 ? randomResource(random) : methodsAt(random);
  const own = { ...maybe(6, random, () => ({ path: randomPrefix(random) })), ...methods };
  return { ...own, ...(names.length === 0 ? {} : { subroutes }) };
}

/** Returns examples of the items of a resource, one of which the judge sends as a body. */
export function randomResource(random: Random): Pick<SpecRoute, "resource" | "list"> {
  const item = { id: random.below(1000), name: "Lamp", price: 2.5 };
  return {
    resource: random.oneOf<JsonValue>(item, [item, { ...item, id: item.id + 1 }], [{
      ...item,
      "note?": "new",
    }]),
    ...(newestFlask.hasPydantic ? maybe(3, random, () => ({ list: listOfLamps(random) })) : {}),
  };
}

/** Returns an endpoint's list of lamps. */
function listOfLamps(random: Random): JsonValue {
  return random.oneOf<JsonValue>(
    { limit: 20 },
    { limit: 5, filter: ["price"], sort: ["id", "price"] },
    { sort: ["price"] },
  );
}

/** Returns a GET's mock with lamps, and how clients read it in parts. */
export function randomList(random: Random): Pick<SpecEndpoint, "mock" | "list"> {
  const id = random.below(1000);
  const mock = [{ id, price: 2.5 }, { id: id + 1, price: 0.5 }];
  return newestFlask.hasPydantic ? { mock, list: listOfLamps(random) } : { mock };
}

/** Returns parameters that an endpoint reads if the judge has pydantic. */
export function randomParameters(random: Random): Pick<SpecEndpoint, "query" | "headers"> {
  const query = random.oneOf<Parameters>(
    { "q?": "tea" },
    { size: { $default: 20, $minimum: 1, $maximum: 100 }, "state?": { $enum: ["open", "closed"] } },
    { page: 1, "tags?": ["new"] },
    { ratio: 0.5, "is_new?": true },
    { code: { $example: "abc", $minLength: 3, $maxLength: 5 } },
  );
  const headers = random.oneOf<Parameters>({ "X-Tenant?": "acme" }, {
    "X-Level": { $example: 3, $minimum: 3 },
  });
  if (!newestFlask.hasPydantic) return {};
  return random.oneOf({ query }, { headers }, { query, headers });
}

/** Returns errors that an endpoint documents. */
export function randomErrors(random: Random): Pick<SpecEndpoint, "errors"> {
  return {
    errors: random.oneOf<JsonValue>(
      { "404": "No such product" },
      { "409": "Sold out", "404": "Gone" },
      { "409": { mock: { code: "sold_out" } } },
    ),
  };
}

/** Returns a subroute, in some cases with a path of its own. */
export function randomSubroute(random: Random): SpecPath {
  return { ...maybe(4, random, () => ({ path: randomBelow(random) })), ...methodsAt(random) };
}

/** Returns a path of a route. */
export function randomPrefix(random: Random): string {
  return random.oneOf(...PREFIXES);
}

/** Returns a path of a subroute. */
export function randomBelow(random: Random): string {
  return random.oneOf(...PATHS);
}

function methodsAt(random: Random): SpecPath {
  if (random.below(6) > 0) return randomEndpoint(random);
  const types = random.shuffled(METHODS).slice(0, 2 + random.below(2));
  return pathWith({}, types.map((type) => randomEndpoint(random, type)));
}

/** Returns an endpoint; by default, with a random method. */
export function randomEndpoint(
  random: Random,
  type: SpecEndpoint["type"] = random.oneOf(...METHODS),
): SpecEndpoint {
  const own = {
    type,
    ...(type === "POST" || type === "PUT" ? maybe(4, random, () => randomBody(random)) : {}),
    ...maybe(4, random, () => randomParameters(random)),
    ...maybe(6, random, () => randomErrors(random)),
  };
  if (random.below(20) === 0) return { ...own, status: 204 };
  return {
    ...own,
    ...(random.below(4) === 0 ? {} : { mock: randomMock(random) }),
    ...(type === "GET" ? maybe(6, random, () => randomList(random)) : {}),
    ...maybe(6, random, () => ({ status: random.oneOf(200, 201, 202) })),
  };
}

/** Returns parts of a spec in one of `count` cases, and no parts in the others. */
function maybe<Parts extends object>(count: number, random: Random, parts: () => Parts) {
  return random.below(count) === 0 ? parts() : {};
}

/** Returns an example of a body if the judge has pydantic. The judge sends a body that fits. */
export function randomBody(random: Random): { readonly body?: JsonValue } {
  const body = random.oneOf<JsonValue>(
    { from: "a shop" },
    { from: "a shop", "note?": "ring twice" },
    { name: "Lamp", price: 2.5 },
    [1, 2],
  );
  return newestFlask.hasPydantic ? { body } : {};
}

function randomMock(random: Random): JsonValue {
  const id = random.below(1000);
  return random.oneOf<JsonValue>(
    id,
    `number ${id}`,
    [],
    [id, id + 1],
    { id, name: "Lamp" },
    [{ id, price: 2.5 }, { id: id + 1, price: null }],
    { id, address: { street: "Main Street", tags: ["a", "b"] } },
  );
}
