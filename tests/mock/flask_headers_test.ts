/** Mocks and generated apps accept the same headers, and check them with the query. */

import { type BodyMember, objectText } from "../generators/arbitrary_body.ts";
import { debianFlask, IS_WITHOUT_PYDANTIC, newestFlask } from "../tools/flask_pythons.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { arbitraryHeaders, type SentHeader, sentHeaders } from "../generators/arbitrary_headers.ts";
import { arbitraryParameters, arbitraryQuery } from "./arbitrary_query.ts";
import type { WrittenRequest } from "./arbitrary_request.ts";
import { type JudgedEndpoint, testJudged } from "./judged_parameters.ts";
import { testLikeFlask } from "./like_flask.ts";

const PROJECTS = IS_FULL_TIER ? 200 : 8;
const ENDPOINTS_EACH = 2;
const REQUESTS_EACH = 40;

const FLASKS = IS_FULL_TIER ? [newestFlask, debianFlask] : [newestFlask];

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

/** An endpoint with headers. */
interface Headed {
  readonly method: typeof METHODS[number];
  readonly headers: readonly BodyMember[];
  readonly query: readonly BodyMember[];
  readonly hasBody: boolean;
}

const headed: fc.Arbitrary<Headed> = fc.record({
  method: fc.constantFrom(...METHODS),
  headers: arbitraryHeaders,
  query: fc.oneof(fc.constant([]), arbitraryParameters),
  hasBody: fc.boolean(),
});

/** Writes the endpoint as the only one of a route. */
function routeText({ method, query, headers, hasBody }: Headed, at: number): string {
  const asked = query.length === 0 ? "" : `, "query": ${objectText(query)}`;
  const body = takesBody(method) && hasBody ? ', "body": {"class": 1}' : "";
  return `"r${at}": {"type": "${method}"${asked}, "headers": ${objectText(headers)}${body}}`;
}

function takesBody(method: Headed["method"]): boolean {
  return method === "POST" || method === "PUT";
}

/** Requests whose headers, query and body fit or do not. */
function requests({ method, query, headers }: Headed, at: number): fc.Arbitrary<WrittenRequest> {
  return fc.record({
    headers: sentHeaders(headers),
    query: arbitraryQuery(query),
    body: fc.constantFrom('{"class": 1}', "{}", "{"),
  }).map(({ headers, query, body }) => ({
    method,
    target: `/r${at}?${query}`,
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
    for (const by of FLASKS) {
      const answers = await testLikeFlask(texts, sent, by);
      for (const [at, text] of texts.entries()) {
        await testJudged(text, projects[at]?.map(judgedEndpoint) ?? [], answers[at] ?? []);
      }
    }
  },
});

function judgedEndpoint({ method, query, headers }: Headed, at: number): JudgedEndpoint {
  return { path: `/r${at}`, method, query, headers };
}

const ODDLY_ASKED: readonly BodyMember[] = [
  { name: "X-Text", isOptional: false, value: '"tea"' },
  { name: "X-N", isOptional: false, value: "1" },
  { name: "X-List", isOptional: true, value: '["new"]' },
];

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
      target: "/r0",
      host: "localhost",
      contentType: null,
      headers,
      body: null,
      isChunked: false,
    }));
    const text = `{"routes": {"r0": {"type": "GET", "headers": ${objectText(ODDLY_ASKED)}}}}`;
    const endpoint = { path: "/r0", method: "GET", query: [], headers: ODDLY_ASKED };
    for (const by of FLASKS) {
      const [answers = []] = await testLikeFlask([text], [requests], by);
      await testJudged(text, [endpoint], answers);
    }
  },
});
