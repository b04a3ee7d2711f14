/** Random specs as text, with the expected answers of their endpoints. */

import { codePoint } from "../tools/code_point.ts";
import { fc } from "../tools/tier.ts";
import { arbitraryBody } from "./arbitrary_body.ts";
import { arbitraryPath, arbitraryPrefix, areApart } from "./arbitrary_path.ts";
import { HOSTILE_KEYS, HOSTILE_NAMES, HOSTILE_TEXTS, NUMBER_TEXTS } from "./hostile_texts.ts";

/** An expected endpoint, determined without the generator. */
export interface ExpectedEndpoint {
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** JSON text as in the spec; `null` for no mock. */
  readonly mock: string | null;
  /** JSON text of the example of a body, if the spec has one. */
  readonly body?: string;
  /** The status if the spec names one. */
  readonly status?: number;
  /** The path of the route, if the spec names one. */
  readonly prefix?: string;
  /** The path of the subroute, if the spec names one. */
  readonly path?: string;
}

/** Returns the full path of an endpoint, as specs write it. */
export function pathOf(
  { route, subroute, prefix = `/${route}`, path = `/${subroute}` }: Omit<
    ExpectedEndpoint,
    "method" | "mock" | "body"
  >,
): string {
  return prefix + (subroute === null ? "" : path);
}

export interface WrittenSpec {
  readonly text: string;
  readonly endpoints: readonly ExpectedEndpoint[];
}

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

const space = fc.constantFrom("", "", "", " ", "\n", "\t", "\r\n", "  ");

/** Writes a string as JSON: with few escapes, with all, or as `JSON.stringify` does. */
function stringLiteral(text: string, style: number): string {
  if (style === 0) return JSON.stringify(text);
  if (style === 1) {
    const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")}"`;
  }
  // deno-lint-ignore no-control-regex
  const escaped = text.replace(/["\\\u0000-\u001f]/g, (each) => JSON.stringify(each).slice(1, -1));
  return `"${escaped.replaceAll("/", "\\/")}"`;
}

function written(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, fc.integer({ min: 0, max: 2 })).map(([each, style]) =>
    stringLiteral(each, style)
  );
}

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 90 }),
  fc.tuple(fc.constantFrom(...HOSTILE_TEXTS), fc.constantFrom(...HOSTILE_TEXTS)).map((both) =>
    both.join(" ")
  ),
);

const number = fc.oneof(
  fc.constantFrom(...NUMBER_TEXTS),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.bigInt().map(String),
);

const scalar = fc.oneof(
  { weight: 3, arbitrary: written(anyText) },
  { weight: 3, arbitrary: number },
  fc.constantFrom("null", "true", "false"),
);

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("id", "name", "a", "b", "tags", "address") },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_KEYS) },
  anyText,
);

function brackets(open: string, close: string, parts: fc.Arbitrary<string>, maxLength: number) {
  return fc.tuple(fc.array(parts, { maxLength }), space).map(([items, between]) =>
    `${open}${between}${items.join(`,${between}`)}${between}${close}`
  );
}

const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalar, tie("list"), tie("object")),
  list: brackets("[", "]", tie("value"), 4),
  object: brackets(
    "{",
    "}",
    fc.tuple(written(key), space, tie("value")).map(([name, between, inner]) =>
      `${name}${between}:${between}${inner}`
    ),
    5,
  ),
}));

/** A typical list in an API: objects with almost the same keys. */
const table = fc.tuple(
  fc.uniqueArray(written(key), { minLength: 1, maxLength: 5 }),
  fc.array(fc.array(fc.option(value), { minLength: 5, maxLength: 5 }), { maxLength: 4 }),
).map(([keys, rows]) =>
  `[${
    rows.map((row) => {
      const cells = keys.map((name, at) => [name, row[at] ?? null] as const);
      const present = cells.filter(([, cell]) => cell !== null);
      return `{${present.map((cell) => cell.join(": ")).join(", ")}}`;
    }).join(", ")
  }]`
);

function nested(depth: number, open: string, inner: string, close: string): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

const deep = fc.tuple(fc.constantFrom(19, 20, 21, 40), scalar).chain(([depth, inner]) =>
  fc.constantFrom(nested(depth, "[", inner, "]"), nested(depth, '{"a":', inner, "}"))
);

/** Mocks of the maximum depth, and mocks that are too big for a literal. */
const huge = fc.constantFrom(
  nested(900, "[", "", "]"),
  nested(450, '[{"a": ', "1.0", "}]"),
  JSON.stringify("x".repeat(17_000)),
  JSON.stringify(Array.from({ length: 900 }, (_, id) => ({ id, name: `n\u00e4me ${id}` }))),
);

/** The text of a mock. */
export const arbitraryMock: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: value },
  { weight: 6, arbitrary: table },
  { weight: 1, arbitrary: deep },
);

const mock = fc.option(
  fc.oneof({ weight: 60, arbitrary: arbitraryMock }, { weight: 1, arbitrary: huge }),
  { freq: 3 },
);

/** A valid name of a route or a subroute. */
export const arbitraryName: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_NAMES) },
  { weight: 2, arbitrary: fc.constantFrom("users", "orders", "import_batch", "by_email", "Users") },
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,40}$/),
);

/** One method of a path. */
interface Endpoint {
  readonly method: ExpectedEndpoint["method"];
  /** The method in any case. */
  readonly type: string;
  readonly mock: string | null;
  readonly body?: string;
  readonly status?: number;
}

/** A route or a subroute. */
interface Path {
  readonly name: string;
  /** Its path, if the spec names one. */
  readonly path?: string;
  readonly endpoints: readonly Endpoint[];
  /** Unknown keys change nothing. */
  readonly comment: string | null;
  readonly typeFirst: boolean;
  /** Whether a single method is written as several are. */
  readonly isLong: boolean;
}

const status = fc.constantFrom(undefined, undefined, undefined, 200, 201, 202, 204, 205, 299);

const endpoint: fc.Arbitrary<Endpoint> = fc.record({
  method: fc.constantFrom(...METHODS),
  capitals: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  mock,
  status,
}).map(({ capitals, status, mock, ...rest }) => ({
  ...rest,
  mock: isEmpty(status) ? null : mock,
  type: rest.method.replace(/./g, (letter, at) => capitals[at] ? letter : letter.toLowerCase()),
  ...(status !== undefined && { status }),
}));

/** Reports whether responses with a status have no content, so that there is no mock. */
export function isEmpty(status: number | undefined): boolean {
  return status === 204 || status === 205;
}

const byMethod = { selector: ({ method }: Endpoint) => method };
const severalEndpoints = fc.uniqueArray(endpoint, { ...byMethod, minLength: 2, maxLength: 4 });

/** Methods of a path often have the same mock. */
const equalEndpoints = fc.tuple(severalEndpoints, mock).map(([endpoints, mock]) =>
  endpoints.map((each) => isEmpty(each.status) ? each : { ...each, mock })
);

const path: fc.Arbitrary<Path> = fc.record({
  name: arbitraryName,
  endpoints: fc.oneof(
    { weight: 6, arbitrary: endpoint.map((each) => [each]) },
    { weight: 1, arbitrary: severalEndpoints },
    { weight: 1, arbitrary: equalEndpoints },
  ),
  comment: fc.option(value, { freq: 8 }),
  typeFirst: fc.boolean(),
  isLong: fc.nat(7).map((each) => each === 0),
});

/** Names the path of a route or a subroute in some cases. */
function maybeAt(path: fc.Arbitrary<Path>, at: fc.Arbitrary<string>): fc.Arbitrary<Path> {
  return fc.tuple(path, at, fc.nat(2)).map(([each, path, rare]) =>
    rare > 0 ? each : { ...each, path }
  );
}

interface Route extends Path {
  readonly subroutes: readonly Path[];
}

const byName = { selector: ({ name }: Path) => name };

const route: fc.Arbitrary<Route> = fc.tuple(
  maybeAt(path, arbitraryPrefix),
  fc.uniqueArray(maybeAt(path, arbitraryPath), { ...byName, maxLength: 5 }),
  fc.nat(7),
).map(([own, subroutes, rare]) => {
  const isEmpty = rare === 0 && subroutes.length > 0;
  return { ...own, ...(isEmpty && { endpoints: [] }), subroutes };
});

/** A spec without errors. */
export const arbitrarySpec: fc.Arbitrary<WrittenSpec> = fc.tuple(
  fc.uniqueArray(route, { ...byName, minLength: 1, maxLength: 4 }),
  fc.option(written(anyText)),
  space,
).map(([routes, description, between]) => {
  const isValid = areApart(
    routes.flatMap(expectedOf).map((each) => ({ ...each, path: pathOf(each) })),
  );
  const own = isValid ? routes : routes.map(withoutPaths);
  return { text: writeSpec(own, description, between), endpoints: own.flatMap(expectedOf) };
});

function withoutPaths({ path: _, subroutes, ...route }: Route): Route {
  return { ...route, subroutes: subroutes.map(({ path: _, ...each }) => each) };
}

function expectedOf({ subroutes, ...route }: Route): readonly ExpectedEndpoint[] {
  const at = route.path === undefined ? {} : { prefix: route.path };
  return [
    ...expected(route.name, null, route).map((each) => ({ ...each, ...at })),
    ...subroutes.flatMap((sub) =>
      expected(route.name, sub.name, sub).map((each) => ({
        ...each,
        ...at,
        ...(sub.path !== undefined && { path: sub.path }),
      }))
    ),
  ];
}

/** Endpoints of a spec that the commands can add, too: a route has its own endpoint. */
export const growableEndpoints: fc.Arbitrary<readonly ExpectedEndpoint[]> = arbitrarySpec.map(
  ({ endpoints }) => {
    const routes = Map.groupBy(endpoints, ({ route }) => route);
    const grown = [...routes].flatMap(([route, found]) => {
      const [first] = found;
      const prefix = first?.prefix === undefined ? {} : { prefix: first.prefix };
      const own = { route, subroute: null, method: "GET", mock: null, ...prefix } as const;
      return first?.subroute === null ? found : [own, ...found];
    });
    const isValid = areApart(grown.map((each) => ({ ...each, path: pathOf(each) })));
    return isValid ? grown : grown.map(withoutPath);
  },
);

function withoutPath({ prefix: _, path: __, ...rest }: ExpectedEndpoint): ExpectedEndpoint {
  return rest;
}

/** As {@linkcode growableEndpoints}, some of them with checked bodies. */
export const growableWithBodies: fc.Arbitrary<readonly ExpectedEndpoint[]> = fc.tuple(
  growableEndpoints,
  fc.infiniteStream(fc.option(arbitraryBody)),
).map(([endpoints, bodies]) =>
  endpoints.map((each) => {
    const body = each.method === "POST" || each.method === "PUT" ? bodies.next().value : null;
    return body === null ? each : { ...each, body };
  })
);

/** Returns the spec of endpoints. A route's own endpoints come before its subroutes. */
export function specOf(endpoints: readonly ExpectedEndpoint[]): string {
  const routes = Map.groupBy(endpoints, ({ route }) => route);
  return writeSpec([...routes].map(([name, ofRoute]) => routeOf(name, ofRoute)), null, " ");
}

function routeOf(name: string, endpoints: readonly ExpectedEndpoint[]): Route {
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
): Path {
  const written = endpoints.map(({ method, mock, body, status }) => ({
    method,
    mock,
    type: method,
    ...(body !== undefined && { body }),
    ...(status !== undefined && { status }),
  }));
  const form = { comment: null, typeFirst: true, isLong: false };
  return { name, endpoints: written, ...form, ...(path !== undefined && { path }) };
}

function expected(
  route: string,
  subroute: string | null,
  { endpoints }: Pick<Path, "endpoints">,
): readonly ExpectedEndpoint[] {
  return endpoints.map(({ type: _, ...each }) => ({ route, subroute, ...each }));
}

function writeSpec(
  routes: readonly Route[],
  description: string | null,
  between: string,
): string {
  const parts = routes.map((each) => {
    const subroutes = each.subroutes.map((sub) => writePath(sub, []));
    const member = `"subroutes":${between}{${subroutes.join(`,${between}`)}}`;
    return writePath(each, subroutes.length === 0 ? [] : [member]);
  });
  const members = [`"routes":${between}{${parts.join(`,${between}`)}}`];
  if (description !== null) members.unshift(`"project": {"description": ${description}}`);
  return `${between}{${members.join(`,${between}`)}}${between}`;
}

function writePath(
  { name, path, endpoints, comment, typeFirst, isLong }: Path,
  rest: readonly string[],
): string {
  const [only, ...more] = endpoints;
  const isShort = only !== undefined && more.length === 0 && !isLong;
  const own = isShort ? `"type": "${only.type}"` : `"methods": {${methodsOf(endpoints)}}`;
  const others = [...(path === undefined ? [] : [`"path": ${JSON.stringify(path)}`]), ...rest];
  if (isShort) others.push(...answerOf(only));
  if (comment !== null) others.push(`"comment": ${comment}`);
  const members = typeFirst ? [own, ...others] : [...others, own];
  return `"${name}": {${members.join(", ")}}`;
}

function methodsOf(endpoints: readonly Endpoint[]): string {
  return endpoints.map((each) => `"${each.type}": {${answerOf(each).join(", ")}}`).join(", ");
}

function answerOf({ status, body, mock }: Endpoint): readonly string[] {
  return [
    ...(body === undefined ? [] : [`"body": ${body}`]),
    ...(status === undefined ? [] : [`"status": ${status}`]),
    ...(mock === null ? [] : [`"mock": ${mock}`]),
  ];
}
