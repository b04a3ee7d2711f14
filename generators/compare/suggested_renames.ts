/** Suggests renames where new endpoints of a spec match endpoints that the spec no longer has. */

import { type Diagnostic, info } from "../../core/diagnostic.ts";
import type { Agreement, EndpointState } from "./project_state.ts";

/** A name in the project that the spec may have changed. */
export interface SuggestedRename {
  readonly route: string;
  /** The subroute; `null` to rename the route. */
  readonly subroute: string | null;
  /** The name that the spec has. */
  readonly to: string;
}

/**
 * Suggests renaming a route if all its endpoints are extra, and another route has the same
 * endpoints, all of them new. Does the same for subroutes. Suggests nothing if several names fit.
 *
 * @param states The states of all endpoints before `generate api` adds any.
 */
export function suggestedRenames(states: readonly EndpointState[]): readonly SuggestedRename[] {
  const found = new Set(states.map(({ state }) => state));
  if (!found.has("new") || !found.has("extra")) return [];
  const routes = Map.groupBy(states, ({ route }) => route);
  const whole = pairedUp(
    [...routes].filter(([, all]) => areAll(all, "extra")).map(withShape),
    [...routes].filter(([, all]) => areAll(all, "new")).map(withShape),
  );
  return [
    ...whole.map(([route, to]) => ({ route, subroute: null, to })),
    ...[...routes].flatMap(([route, all]) =>
      pairedUp(subroutes(all, "extra"), subroutes(all, "new"))
        .map(([subroute, to]) => ({ route, subroute, to }))
    ),
  ];
}

/** Returns a note for each suggested rename. */
export function suggestionsOf(states: readonly EndpointState[]): readonly Diagnostic[] {
  return suggestedRenames(states).map(({ route, subroute, to }) => {
    const kind = subroute === null ? "route" : "subroute";
    const from = subroute === null ? [route] : [route, subroute];
    const added = [...from.slice(0, -1), to];
    return info(
      "rename-suggested",
      `The spec may have renamed ${kind} '${from.join("/")}' to '${added.join("/")}'.`,
      {
        hint: `If so, run 'layerwright rename ${kind} ${from.join(" ")} ${to}'. ` +
          `Where '${to}' was added already, run 'layerwright remove ${kind} ${
            added.join(" ")
          }' first`,
      },
    );
  });
}

/** A name and its shape. Only names with equal shapes can be a rename. */
interface Shaped {
  readonly name: string;
  readonly shape: string;
}

function areAll(endpoints: readonly EndpointState[], state: Agreement): boolean {
  return endpoints.every((each) => each.state === state);
}

/** Returns a route with its shape: its methods and its paths below the first segment. */
function withShape([name, endpoints]: [string, readonly EndpointState[]]): Shaped {
  const shape = endpoints.map(({ method, path }) =>
    `${method} ${segments(path).slice(1).join("/")}`
  );
  return { name, shape: shape.sort().join("\n") };
}

/**
 * Returns the subroutes of a route that have a given state. The shape of a subroute is its method.
 */
function subroutes(endpoints: readonly EndpointState[], state: Agreement): readonly Shaped[] {
  return endpoints.filter((each) => each.state === state)
    .map(({ method, path }) => ({ shape: method, names: segments(path).slice(1) }))
    .flatMap(({ shape, names: [name, ...rest] }) =>
      name === undefined || rest.length > 0 ? [] : [{ name, shape }]
    );
}

function segments(path: string): readonly string[] {
  return path.split("/").slice(1);
}

/**
 * Pairs an old with a new name if no other names have their shape. A shape of one endpoint is too
 * common, so names with such a shape are paired only if there are no other names.
 */
function pairedUp(
  before: readonly Shaped[],
  after: readonly Shaped[],
): readonly (readonly [string, string])[] {
  const candidates = Map.groupBy(after, ({ shape }) => shape);
  return [...Map.groupBy(before, ({ shape }) => shape)].flatMap(([shape, [from, ...others]]) => {
    const [to, ...more] = candidates.get(shape) ?? [];
    const isUnique = others.length + more.length === 0;
    const isTelling = shape.includes("\n") || before.length + after.length === 2;
    return from === undefined || to === undefined || !isUnique || !isTelling
      ? []
      : [[from.name, to.name]];
  });
}
