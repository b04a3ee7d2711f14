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
  /** An item, or a list of them. */
  readonly resource?: unknown;
  readonly id_field?: string;
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
      ...(route.resource === undefined ? endpointsAt(prefix, route) : resourceAt(prefix, route)),
      ...Object.entries(subroutes).flatMap(([subroute, each]) =>
        endpointsAt(prefix + (each.path ?? `/${subroute}`), each)
      ),
    ];
  });
}

function resourceAt(
  path: string,
  { resource, id_field: idField = "id" }: PathOfSpec,
): readonly EndpointOfSpec[] {
  const items = [resource].flat().map((each) => Object(withoutMarks(each)));
  const [item = {}] = items;
  const ids = items.map((each) => each[idField]);
  const types = ids.map((id) =>
    typeof id === "number" ? ":int" : UUID.test(String(id)) ? ":uuid" : ""
  );
  const type = new Set(types).size === 1 ? types[0] ?? "" : "";
  const below = `${path}/{item_id${type}}`;
  return [
    { method: "GET", path, status: 200, mock: items },
    { method: "POST", path, status: 201, mock: item },
    { method: "GET", path: below, status: 200, mock: item },
    { method: "PUT", path: below, status: 200, mock: item },
    { method: "DELETE", path: below, status: 204, mock: undefined },
  ];
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns an item without marks of members, and with values in the place of constraints. */
function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== "object" || value === null) return value;
  const { $example, $default, $enum } = value as Readonly<Record<string, unknown>>;
  if ($example !== undefined) return withoutMarks($example);
  if ($default !== undefined) return $default;
  if (Array.isArray($enum)) return $enum[0];
  const own = Object.entries(value).filter(([key, each]) => key !== "..." || each !== null);
  const members = own.map(([key, each]) => {
    const name = key.replace(/\?+$/, "");
    const marks = key.length - name.length;
    return [name + "?".repeat(Math.floor(marks / 2)), withoutMarks(each)] as const;
  });
  return Object.fromEntries(members);
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
