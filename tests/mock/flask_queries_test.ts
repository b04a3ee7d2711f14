/** Mocks and generated apps accept the same queries. */

import { type BodyMember, objectText } from "../generators/arbitrary_body.ts";
import { arbitraryParameters, arbitraryQuery } from "./arbitrary_query.ts";
import { debianFlask, IS_WITHOUT_PYDANTIC, newestFlask } from "../tools/flask_pythons.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { latin1, type WrittenRequest } from "./arbitrary_request.ts";
import { type JudgedEndpoint, testJudged } from "./judged_parameters.ts";
import { testLikeFlask } from "./like_flask.ts";

const PROJECTS = IS_FULL_TIER ? 200 : 8;
const ENDPOINTS_EACH = 2;
const QUERIES_EACH = 40;

const FLASKS = IS_FULL_TIER ? [newestFlask, debianFlask] : [newestFlask];

const METHODS = ["GET", "GET", "POST", "PUT", "DELETE"] as const;

/** Names of parameters in paths, whose variables could be those of parameters in queries. */
const IN_PATH = ["id", "id_", "self", "data", "query", "limit", "class_", "page_size", "field"];

/** An endpoint with a query. */
interface Asked {
  readonly method: typeof METHODS[number];
  readonly parameters: readonly BodyMember[];
  /** The name of the parameter in the path; `null` without one. */
  readonly inPath: string | null;
  readonly hasBody: boolean;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  method: fc.constantFrom(...METHODS),
  parameters: arbitraryParameters,
  inPath: fc.option(fc.constantFrom(...IN_PATH)),
  hasBody: fc.boolean(),
}).filter(({ parameters, inPath }) => parameters.every(({ name }) => name !== inPath));

/** Writes the endpoint as the only one of a route. */
function routeText({ method, parameters, inPath, hasBody }: Asked, at: number): string {
  const body = takesBody(method) && hasBody ? ', "body": {"class": 1}' : "";
  const endpoint = `"type": "${method}", "query": ${objectText(parameters)}${body}`;
  if (inPath === null) return `"r${at}": {${endpoint}}`;
  const subroute = `"one": {"path": "/{${inPath}:int}", ${endpoint}}`;
  return `"r${at}": {"methods": {}, "subroutes": {${subroute}}}`;
}

function takesBody(method: Asked["method"]): boolean {
  return method === "POST" || method === "PUT";
}

/** Requests for an endpoint: with its method or `HEAD`, and with bodies that fit or do not. */
function requests({ method, parameters, inPath }: Asked, at: number): fc.Arbitrary<WrittenRequest> {
  return fc.record({
    query: arbitraryQuery(parameters),
    body: fc.constantFrom('{"class": 1}', '{"class": 1}', "{}", "{"),
    isHead: fc.nat(19).map((each) => each === 0 && method === "GET"),
  }).map(({ query, body, isHead }) => ({
    method: isHead ? "HEAD" : method,
    target: `/r${at}${inPath === null ? "" : "/7"}?${query}`,
    host: "localhost",
    contentType: takesBody(method) ? "application/json" : null,
    body: takesBody(method) ? body : null,
    isChunked: false,
  }));
}

Deno.test({
  name:
    "a mock accepts exactly the queries that a generated app accepts, and names the same problems",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: async () => {
    const endpoints = fc.array(asked, { minLength: ENDPOINTS_EACH, maxLength: ENDPOINTS_EACH });
    const projects = fc.sample(endpoints, PROJECTS);
    const texts = projects.map((each) => `{"routes": {${each.map(routeText).join(", ")}}}`);
    const sent = projects.map((each) =>
      each.flatMap((endpoint, at) => fc.sample(requests(endpoint, at), QUERIES_EACH))
    );
    for (const by of FLASKS) {
      const answers = await testLikeFlask(texts, sent, by);
      for (const [at, text] of texts.entries()) {
        await testJudged(text, projects[at]?.map(judgedEndpoint) ?? [], answers[at] ?? []);
      }
    }
  },
});

function judgedEndpoint({ method, parameters, inPath }: Asked, at: number): JudgedEndpoint {
  const path = inPath === null ? `/r${at}` : `/r${at}/{${inPath}}`;
  return { path, method, query: parameters, headers: [] };
}

const ODDLY_ASKED: readonly BodyMember[] = [
  { name: "q", isOptional: false, value: '"tea"' },
  { name: "n", isOptional: false, value: "1" },
  { name: "f", isOptional: true, value: "1.5" },
  { name: "tags", isOptional: true, value: '["new"]' },
  { name: "\u00e9", isOptional: true, value: "1" },
  { name: "\u00c3\u00a9", isOptional: true, value: "1" },
];

/** Queries that a client of HTTP does not send by itself. */
const ODD_QUERIES = [
  // Bytes that are not ASCII, which RFC 3986 does not allow.
  "\xe9=1",
  latin1("\u00e9=1&q=\u65e5\u672c"),
  "q=\xff&n=1",
  "q=\xc3%A9&n=1",
  "q=%C3\xa9&n=1",
  "n=%\xe93",
  "q=a\x01b\x7f&n=1",
  // Many parameters.
  "q&".repeat(10_000),
  "tags&".repeat(10_000) + "q&n=1",
  `n=1&q${"&x=1".repeat(10_000)}`,
  "&".repeat(20_000) + "q&n=1",
  // Long values.
  `n=1&q=${"%00".repeat(10_000)}`,
  `n=1&q=${"%C3%A9".repeat(10_000)}`,
  `n=1&q=${"%".repeat(30_000)}`,
  `n=${"1".repeat(30_000)}&q`,
  `q&n=1&f=${"1".repeat(30_000)}`,
  `q&n=1&f=1e${"0".repeat(30_000)}9`,
  `q&n=1&f=0.${"0".repeat(30_000)}9`,
  `q&n=1&f=1e-${"9".repeat(30_000)}`,
];

Deno.test({
  name: "a mock reads odd queries as a generated app does",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: async () => {
    const requests = ODD_QUERIES.map((each) => ({
      method: "GET",
      target: `/r0?${each}`,
      host: "localhost",
      contentType: null,
      body: null,
      isChunked: false,
    }));
    const text = `{"routes": {"r0": {"type": "GET", "query": ${objectText(ODDLY_ASKED)}}}}`;
    const endpoint = { path: "/r0", method: "GET", query: ODDLY_ASKED, headers: [] };
    for (const by of FLASKS) {
      const [answers = []] = await testLikeFlask([text], [requests], by);
      await testJudged(text, [endpoint], answers);
    }
  },
});
