/** The endpoints of an exported spec. */

/** An endpoint of a spec. */
export interface EndpointOfSpec {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** `undefined` without a mock. */
  readonly mock: unknown;
}

interface Answer {
  readonly status?: number;
  readonly mock?: unknown;
}

interface PathOfSpec extends Answer {
  readonly path?: string;
  readonly type?: string;
  readonly methods?: Readonly<Record<string, Answer>>;
  readonly subroutes?: Readonly<Record<string, PathOfSpec>>;
}

/** An exported spec, parsed. */
export interface ParsedSpec {
  readonly routes: Readonly<Record<string, PathOfSpec>>;
}

/** Returns the endpoints of a spec, in its order. */
export function endpointsOf({ routes }: ParsedSpec): readonly EndpointOfSpec[] {
  return Object.entries(routes).flatMap(([name, route]) => {
    const { path: prefix = `/${name}`, subroutes = {} } = route;
    return [
      ...endpointsAt(prefix, route),
      ...Object.entries(subroutes).flatMap(([subroute, each]) =>
        endpointsAt(prefix + (each.path ?? `/${subroute}`), each)
      ),
    ];
  });
}

function endpointsAt(
  path: string,
  { type = "", methods, ...answer }: PathOfSpec,
): readonly EndpointOfSpec[] {
  return Object.entries(methods ?? { [type]: answer }).map(([method, { status, mock }]) => ({
    method,
    path,
    status: status ?? usualStatus(method),
    mock,
  }));
}

/** Returns the status of an endpoint for which a spec names none. */
export function usualStatus(method: string): number {
  return method === "POST" ? 201 : 200;
}
