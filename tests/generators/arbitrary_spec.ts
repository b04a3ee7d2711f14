/** Random specs as text, with the expected answers of their endpoints. */

import { fc } from "../tools/tier.ts";
import { arbitraryBody } from "./arbitrary_body.ts";
import { arbitrarySpace, arbitraryString, arbitraryValue, maybeMock } from "./arbitrary_mock.ts";
import { arbitraryErrors } from "./arbitrary_errors.ts";
import { arbitraryHeadersText } from "./arbitrary_headers.ts";
import { arbitraryQuery, parametersIn } from "./arbitrary_query.ts";
import { arbitraryItems, filtersIn, listFor } from "./arbitrary_list.ts";
import { arbitraryPath, arbitraryPrefix, areApart } from "./arbitrary_path.ts";
import { arbitraryResource } from "./arbitrary_resource.ts";
import { HOSTILE_NAMES } from "./hostile_texts.ts";
import {
  type ExpectedEndpoint,
  pathOf,
  specOf,
  writeSpec,
  type WrittenEndpoint,
  type WrittenPath,
  type WrittenRoute,
} from "./written_spec.ts";

/** A spec, and its expected endpoints. */
export interface WrittenSpec {
  readonly text: string;
  readonly endpoints: readonly ExpectedEndpoint[];
}

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

/** A valid name of a route or a subroute. */
export const arbitraryName: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_NAMES) },
  { weight: 2, arbitrary: fc.constantFrom("users", "orders", "import_batch", "by_email", "Users") },
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,40}$/),
);

const status = fc.constantFrom(undefined, undefined, undefined, 200, 201, 202, 204, 205, 299);

/** JSON null is not an example of a body. */
const body = fc.option(arbitraryBody.filter((each) => each !== "null"), { freq: 3 });

const endpoint: fc.Arbitrary<WrittenEndpoint> = fc.record({
  method: fc.constantFrom(...METHODS),
  capitals: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  mock: fc.oneof(
    { weight: 4, arbitrary: maybeMock },
    { weight: 1, arbitrary: arbitraryItems },
  ),
  query: fc.option(arbitraryQuery, { freq: 2 }),
  errors: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: arbitraryErrors },
  ),
  headers: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: arbitraryHeadersText },
  ),
  hasBody: fc.boolean(),
  body,
  isListed: fc.boolean(),
  status,
}).map(({ capitals, status, mock, query, headers, errors, isListed, hasBody, body, ...rest }) => ({
  ...rest,
  ...(query !== null && { query }),
  ...(errors !== null && { errors }),
  ...(headers !== null && { headers }),
  mock: isEmpty(status) ? null : mock,
  ...(hasBody && body !== null && takesBody(rest.method) && { body }),
  type: rest.method.replace(/./g, (letter, at) => capitals[at] ? letter : letter.toLowerCase()),
  ...(status !== undefined && { status }),
  isListed,
})).map(({ isListed, ...endpoint }) => {
  const list = isListed ? listFor(endpoint) : null;
  return list === null ? endpoint : { ...endpoint, list };
});

/** Reports whether responses with a status have no content, so that there is no mock. */
export function isEmpty(status: number | undefined): boolean {
  return status === 204 || status === 205;
}

/** Reports whether requests with a method have a body. */
export function takesBody(method: ExpectedEndpoint["method"]): boolean {
  return method === "POST" || method === "PUT";
}

const byMethod = { selector: ({ method }: WrittenEndpoint) => method };
const severalEndpoints = fc.uniqueArray(endpoint, { ...byMethod, minLength: 2, maxLength: 4 });

/** Methods of a path often have the same mock. */
const equalEndpoints = fc.tuple(severalEndpoints, maybeMock).map(([endpoints, mock]) =>
  endpoints.map(({ list: _, ...each }) => isEmpty(each.status) ? each : { ...each, mock })
);

const path: fc.Arbitrary<WrittenPath> = fc.record({
  name: arbitraryName,
  endpoints: fc.oneof(
    { weight: 6, arbitrary: endpoint.map((each) => [each]) },
    { weight: 1, arbitrary: severalEndpoints },
    { weight: 1, arbitrary: equalEndpoints },
  ),
  comment: fc.option(arbitraryValue, { freq: 8 }),
  typeFirst: fc.boolean(),
  isLong: fc.nat(7).map((each) => each === 0),
});

/** Gives one in three routes or subroutes a path of its own. */
function maybeAt(
  path: fc.Arbitrary<WrittenPath>,
  at: fc.Arbitrary<string>,
): fc.Arbitrary<WrittenPath> {
  return fc.tuple(path, at, fc.nat(2)).map(([each, path, rare]) =>
    rare > 0 ? each : { ...each, path }
  );
}

const byName = { selector: ({ name }: WrittenPath) => name };

const subroutes = fc.uniqueArray(maybeAt(path, arbitraryPath), { ...byName, maxLength: 5 });

const plainRoute: fc.Arbitrary<WrittenRoute> = fc.tuple(
  maybeAt(path, arbitraryPrefix),
  subroutes,
  fc.nat(7),
).map(([own, subroutes, rare]) => {
  const isEmpty = rare === 0 && subroutes.length > 0;
  return { ...own, ...(isEmpty && { endpoints: [] }), subroutes };
});

const resourceRoute: fc.Arbitrary<WrittenRoute> = fc.tuple(
  maybeAt(path, arbitraryPrefix),
  subroutes,
  arbitraryResource,
).map(([own, subroutes, resource]) => ({
  ...own,
  ...resource,
  subroutes: subroutes.filter(({ name }) => name !== resource.item.name),
}));

const route = fc.oneof(
  { weight: 6, arbitrary: plainRoute },
  { weight: 1, arbitrary: resourceRoute },
);

/** A spec without errors. */
export const arbitrarySpec: fc.Arbitrary<WrittenSpec> = fc.tuple(
  fc.uniqueArray(route, { ...byName, minLength: 1, maxLength: 4 }),
  fc.option(arbitraryString),
  arbitrarySpace,
).map(([routes, description, between]) => {
  const isValid = areApart(
    routes.flatMap(expectedOf).map((each) => ({ ...each, path: pathOf(each) })),
  );
  const own = isValid && !routes.some(isRepeated) ? routes : routes.map(withoutPaths);
  return { text: writeSpec(own, description, between), endpoints: own.flatMap(expectedOf) };
});

/** Reports whether a query or headers have a parameter that the path has, too. */
function isRepeated({ subroutes }: WrittenRoute): boolean {
  return subroutes.some(({ path = "", endpoints }) =>
    endpoints.some(({ query, headers, list }) =>
      [...parametersIn(query), ...parametersIn(headers), ...filtersIn(list)]
        .some((each) => hasParameter(path, each))
    )
  );
}

function hasParameter(path: string, name: string): boolean {
  return path.includes(`{${name}}`) || path.includes(`{${name}:`);
}

/** A spec whose endpoints accept any JSON, and any parameters. */
export const arbitrarySpecWithoutBodies: fc.Arbitrary<WrittenSpec> = arbitrarySpec.map(
  (spec) => {
    const isChecking = ({ query, headers, list, body }: ExpectedEndpoint) =>
      [query, headers, list, body].some((each) => each !== undefined);
    if (!spec.endpoints.some(isChecking)) return spec;
    const endpoints = spec.endpoints.map((
      { query: _, headers: __, list: ___, body: ____, ...each },
    ) => each);
    return { text: specOf(endpoints), endpoints };
  },
);

function withoutPaths({ path: _, subroutes, ...route }: WrittenRoute): WrittenRoute {
  return { ...route, subroutes: subroutes.map(({ path: _, ...each }) => each) };
}

function expectedOf({ subroutes, item, ...route }: WrittenRoute): readonly ExpectedEndpoint[] {
  const at = route.path === undefined ? {} : { prefix: route.path };
  const paths = item === undefined ? subroutes : [item, ...subroutes];
  return [
    ...expected(route.name, null, route).map((each) => ({ ...each, ...at })),
    ...paths.flatMap((sub) =>
      expected(route.name, sub.name, sub).map((each) => ({
        ...each,
        ...at,
        ...(sub.path !== undefined && { path: sub.path }),
      }))
    ),
  ];
}

/** Endpoints that a spec can have and that commands can add: every route has an endpoint of its own. */
export const growableEndpoints: fc.Arbitrary<readonly ExpectedEndpoint[]> = arbitrarySpec.map(
  growable,
);

function growable({ endpoints }: WrittenSpec): readonly ExpectedEndpoint[] {
  const routes = Map.groupBy(endpoints, ({ route }) => route);
  const grown = [...routes].flatMap(([route, found]) => {
    const [first] = found;
    const prefix = first?.prefix === undefined ? {} : { prefix: first.prefix };
    const own = { route, subroute: null, method: "GET", mock: null, ...prefix } as const;
    return first?.subroute === null ? found : [own, ...found];
  });
  const isValid = areApart(grown.map((each) => ({ ...each, path: pathOf(each) })));
  return isValid ? grown : grown.map(withoutPath);
}

function withoutPath({ prefix: _, path: __, ...rest }: ExpectedEndpoint): ExpectedEndpoint {
  return rest;
}

function expected(
  route: string,
  subroute: string | null,
  { endpoints }: Pick<WrittenPath, "endpoints">,
): readonly ExpectedEndpoint[] {
  return endpoints.map(({ type: _, ...each }) => ({ route, subroute, ...each }));
}
