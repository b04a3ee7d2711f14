/** Finds the orders of subroutes that cannot be read from the order of a document's paths. */

import type { Operation } from "./operation.ts";

/** An operation, and its place in a spec. */
export interface PlacedOperation {
  /** The name of its route. */
  readonly route: string;
  /** `null` for the route's own path. */
  readonly subroute: string | null;
  readonly operation: Operation;
}

/**
 * Returns the names of subroutes in the spec's order, for each route whose order differs in a
 * document. This can happen if subroutes share a path.
 *
 * @param operations All operations, in the order of the spec.
 */
export function subrouteOrders(
  operations: readonly PlacedOperation[],
): ReadonlyMap<string, readonly string[]> {
  const byPath = Map.groupBy(operations, ({ operation }) => operation.path);
  const shown = subroutesByRoute([...byPath.values()].flat());
  const wanted = subroutesByRoute(operations);
  return new Map([...wanted].filter(([route, names]) => {
    const others = shown.get(route) ?? [];
    return names.some((name, index) => name !== others[index]);
  }));
}

function subroutesByRoute(
  operations: readonly PlacedOperation[],
): ReadonlyMap<string, readonly string[]> {
  const byRoute = Map.groupBy(operations, ({ route }) => route);
  return new Map(
    [...byRoute].map(([route, placed]) =>
      [route, [...new Set(placed.flatMap(({ subroute }) => subroute ?? []))]] as const
    ),
  );
}
