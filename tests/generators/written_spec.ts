/** Specs as texts, and the endpoints that they describe. */

/** An expected endpoint, determined without the generator. */
export interface ExpectedEndpoint {
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** JSON text as in the spec; `null` for no mock. */
  readonly mock: string | null;
  /** The example of the query as JSON, if the spec has one. */
  readonly query?: string;
  /** The example of the headers as JSON, if the spec has one. */
  readonly headers?: string;
  /** The list as JSON, if the spec has one. */
  readonly list?: string;
  /** The example of the body as JSON, if the spec has one. */
  readonly body?: string;
  /** The documented errors as JSON, if there are any. */
  readonly errors?: string;
  /** The status if the spec names one. */
  readonly status?: number;
  /** The path of the route, if the spec names one. */
  readonly prefix?: string;
  /** The path of the subroute, if the spec names one. */
  readonly path?: string;
}

/** Returns the full path of an endpoint, as specs write it. */
export function pathOf(
  { route, subroute, prefix = `/${route}`, path = `/${subroute}` }: Pick<
    ExpectedEndpoint,
    "route" | "subroute" | "prefix" | "path"
  >,
): string {
  return prefix + (subroute === null ? "" : path);
}

/** One method of a path. */
export interface WrittenEndpoint {
  readonly method: ExpectedEndpoint["method"];
  /** The method as the spec writes it, in any mix of upper and lower case. */
  readonly type: string;
  readonly mock: string | null;
  readonly query?: string;
  /** The documented errors as JSON, if there are any. */
  readonly errors?: string;
  /** The example of the headers as JSON, if the spec has one. */
  readonly headers?: string;
  readonly list?: string;
  readonly body?: string;
  readonly status?: number;
}

/** A route or a subroute. */
export interface WrittenPath {
  readonly name: string;
  /** The path, if the spec names one. */
  readonly path?: string;
  readonly endpoints: readonly WrittenEndpoint[];
  /** The value of an unknown key, which has no effect. */
  readonly comment: string | null;
  readonly typeFirst: boolean;
  /** Whether a single method is written in `methods`, like several. */
  readonly isLong: boolean;
}

/** A route with its subroutes. */
export interface WrittenRoute extends WrittenPath {
  readonly subroutes: readonly WrittenPath[];
  /** The members of a route that is a resource, in place of `endpoints`. */
  readonly resource?: readonly string[];
  /** The subroute of a resource's items. */
  readonly item?: WrittenPath;
}

/** Returns the spec that has these endpoints. A route's own endpoints come before its subroutes. */
export function specOf(endpoints: readonly ExpectedEndpoint[]): string {
  const routes = Map.groupBy(endpoints, ({ route }) => route);
  return writeSpec([...routes].map(([name, ofRoute]) => routeOf(name, ofRoute)), null, " ");
}

function routeOf(name: string, endpoints: readonly ExpectedEndpoint[]): WrittenRoute {
  const paths = Map.groupBy(endpoints, ({ subroute }) => subroute);
  const subroutes = [...paths].flatMap(([subroute, found]) =>
    subroute === null ? [] : [writtenAt(subroute, found[0]?.path, found)]
  );
  return { ...writtenAt(name, endpoints[0]?.prefix, paths.get(null) ?? []), subroutes };
}

function writtenAt(
  name: string,
  path: string | undefined,
  endpoints: readonly ExpectedEndpoint[],
): WrittenPath {
  const written = endpoints.map(({ method, mock, query, headers, list, body, errors, status }) => ({
    method,
    mock,
    type: method,
    ...(query !== undefined && { query }),
    ...(headers !== undefined && { headers }),
    ...(list !== undefined && { list }),
    ...(body !== undefined && { body }),
    ...(errors !== undefined && { errors }),
    ...(status !== undefined && { status }),
  }));
  const form = { comment: null, typeFirst: true, isLong: false };
  return { name, endpoints: written, ...form, ...(path !== undefined && { path }) };
}

/** Writes a spec. @param between The white space between the parts of the spec. */
export function writeSpec(
  routes: readonly WrittenRoute[],
  description: string | null,
  between: string,
): string {
  const parts = routes.map((each) => {
    const subroutes = each.subroutes.map((sub) => writePath(sub, []));
    const member = `"subroutes":${between}{${subroutes.join(`,${between}`)}}`;
    const rest = subroutes.length === 0 ? [] : [member];
    return each.resource === undefined ? writePath(each, rest) : writeResource(each, rest);
  });
  const members = [`"routes":${between}{${parts.join(`,${between}`)}}`];
  if (description !== null) members.unshift(`"project": {"description": ${description}}`);
  return `${between}{${members.join(`,${between}`)}}${between}`;
}

function writeResource(
  { name, path, resource = [], comment }: WrittenRoute,
  rest: readonly string[],
): string {
  const members = [
    ...pathMember(path),
    ...rest,
    ...resource,
    ...(comment === null ? [] : [`"comment": ${comment}`]),
  ];
  return `"${name}": {${members.join(", ")}}`;
}

function pathMember(path: string | undefined): readonly string[] {
  return path === undefined ? [] : [`"path": ${JSON.stringify(path)}`];
}

function writePath(
  { name, path, endpoints, comment, typeFirst, isLong }: WrittenPath,
  rest: readonly string[],
): string {
  const [only, ...more] = endpoints;
  const isShort = only !== undefined && more.length === 0 && !isLong;
  const own = isShort ? `"type": "${only.type}"` : `"methods": {${methodsOf(endpoints)}}`;
  const others = [...pathMember(path), ...rest];
  if (isShort) others.push(...answerOf(only));
  if (comment !== null) others.push(`"comment": ${comment}`);
  const members = typeFirst ? [own, ...others] : [...others, own];
  return `"${name}": {${members.join(", ")}}`;
}

function methodsOf(endpoints: readonly WrittenEndpoint[]): string {
  return endpoints.map((each) => `"${each.type}": {${answerOf(each).join(", ")}}`).join(", ");
}

function answerOf(
  { status, mock, query, headers, list, body, errors }: WrittenEndpoint,
): readonly string[] {
  return [
    ...(query === undefined ? [] : [`"query": ${query}`]),
    ...(errors === undefined ? [] : [`"errors": ${errors}`]),
    ...(headers === undefined ? [] : [`"headers": ${headers}`]),
    ...(list === undefined ? [] : [`"list": ${list}`]),
    ...(body === undefined ? [] : [`"body": ${body}`]),
    ...(status === undefined ? [] : [`"status": ${status}`]),
    ...(mock === null ? [] : [`"mock": ${mock}`]),
  ];
}
