/** Mocks and generated apps accept the same headers, and check them with the query. */

import { type BodyMember, objectText } from "../generators/arbitrary_body.ts";
import { debianFlask, IS_WITHOUT_PYDANTIC, newestFlask } from "../tools/flask_pythons.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { arbitraryHeaders, type SentHeader, sentHeaders } from "../generators/arbitrary_headers.ts";
import type { WrittenRequest } from "./arbitrary_request.ts";
import { testLikeFlask } from "./like_flask.ts";

const PROJECTS = IS_FULL_TIER ? 40 : 3;
const ENDPOINTS_EACH = IS_FULL_TIER ? 5 : 10;
const REQUESTS_EACH = IS_FULL_TIER ? 40 : 20;

const FLASKS = IS_FULL_TIER ? [newestFlask, debianFlask] : [newestFlask];

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

/** An endpoint with headers. */
interface Headed {
  readonly method: typeof METHODS[number];
  readonly headers: readonly BodyMember[];
  readonly hasQuery: boolean;
  readonly hasBody: boolean;
}

const headed: fc.Arbitrary<Headed> = fc.record({
  method: fc.constantFrom(...METHODS),
  headers: arbitraryHeaders,
  hasQuery: fc.boolean(),
  hasBody: fc.boolean(),
});

/** Writes the endpoint as the only one of a route. */
function routeText({ method, headers, hasQuery, hasBody }: Headed, at: number): string {
  const query = hasQuery ? ', "query": {"limit?": 1, "x_tenant?": "a"}' : "";
  const body = takesBody(method) && hasBody ? ', "body": {"class": 1}' : "";
  return `"r${at}": {"type": "${method}"${query}, "headers": ${objectText(headers)}${body}}`;
}

function takesBody(method: Headed["method"]): boolean {
  return method === "POST" || method === "PUT";
}

/** Requests whose headers, query and body fit or do not. */
function requests({ method, headers }: Headed, at: number): fc.Arbitrary<WrittenRequest> {
  return fc.record({
    headers: sentHeaders(headers),
    query: fc.constantFrom("", "", "?limit=5", "?limit=x&x_tenant=b"),
    body: fc.constantFrom('{"class": 1}', "{}", "{"),
  }).map(({ headers, query, body }) => ({
    method,
    target: `/r${at}${query}`,
    host: "localhost",
    contentType: takesBody(method) ? "application/json" : null,
    headers,
    body: takesBody(method) ? body : null,
    isChunked: false,
  }));
}

Deno.test({
  name:
    "a mock accepts exactly the headers that a generated app accepts, and names the same problems",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: async () => {
    const endpoints = fc.array(headed, { minLength: ENDPOINTS_EACH, maxLength: ENDPOINTS_EACH });
    const projects = fc.sample(endpoints, PROJECTS);
    const texts = projects.map((each) => `{"routes": {${each.map(routeText).join(", ")}}}`);
    const sent = projects.map((each) =>
      each.flatMap((endpoint, at) => fc.sample(requests(endpoint, at), REQUESTS_EACH))
    );
    for (const by of FLASKS) await testLikeFlask(texts, sent, by);
  },
});

/** Headers that few clients send. */
const ODD_HEADERS: readonly (readonly SentHeader[])[] = [
  [["x-TEXT", "a"], ["X-N", "1"]],
  [["X-Text", "\xe9"], ["X-N", "\xe9"], ["X-List", "\xc3\xa9,\xff"]],
  [["X-Text", "\xc3"], ["X-Text", "\xa9"], ["X-N", "1"]],
  [["X-Text", "\x85"], ["X-N", "\xa01"]],
  [["X-Text", "a\x00b"], ["X-N", "1"]],
  [["X-Text", "a\x01\x0b\x1c\x7fb"], ["X-N", "1\x0b"]],
  [["X_Text", "a"], ["X-N", "1"]],
  [["X-Text", '"a, b"'], ["X-N", "1"], ["X-List", '"a, b", ,\t,c']],
  [["X-Text", "a"], ["X-N", "1"], ["X-N", "1"]],
  [["X-Text", "a".repeat(30_000)], ["X-N", "1".repeat(30_000)]],
  [["X-Text", "a"], ["X-N", "1"], ["X-List", ",".repeat(30_000)]],
  [["X-Text", "a"], ["X-N", "1"], ...Array.from({ length: 80 }, () => ["X-List", "a"] as const)],
];

Deno.test({
  name: "a mock reads odd headers as a generated app does",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: async () => {
    const requests = ODD_HEADERS.map((headers) => ({
      method: "GET",
      target: "/r",
      host: "localhost",
      contentType: null,
      headers,
      body: null,
      isChunked: false,
    }));
    const headers = '{"X-Text": "tea", "X-N": 1, "X-List?": ["new"]}';
    const text = `{"routes": {"r": {"type": "GET", "headers": ${headers}}}}`;
    for (const by of FLASKS) await testLikeFlask([text], [requests], by);
  },
});
