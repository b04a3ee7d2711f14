/** Random requests for the endpoints of a spec: correct ones, and some with every kind of mistake. */

import { parseJson } from "../../core/json.ts";
import { withoutMarks } from "../../spec/example_type.ts";
import { almostFitting } from "../generators/arbitrary_body.ts";
import { requestedPath } from "../generators/arbitrary_path.ts";
import { type ExpectedEndpoint, pathOf } from "../generators/written_spec.ts";
import { fc } from "../tools/tier.ts";

/** A request, as bytes and as its parts. */
export interface WrittenRequest {
  readonly method: string;
  readonly target: string;
  readonly host: string;
  readonly contentType: string | null;
  /** Further headers, whose values are bytes as Latin-1; none by default. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Bytes as Latin-1; `null` for no body. */
  readonly body: string | null;
  readonly isChunked: boolean;
  /** The `Content-Length` header, if it differs from the body's length. */
  readonly claims?: number;
}

const METHODS = [
  "GET",
  "POST",
  "PUT",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "TRACE",
  "BREW",
  "get",
];

/** Ways in which clients change a path. */
const CHANGES: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `//${path}`,
  (path) => path.replaceAll("/", "//"),
  (path) => path.slice(0, 1) + path.slice(1).replace("/", "//"),
  (path) => path.replaceAll("/", "%2F"),
  (path) => path.slice(0, 1) + path.slice(1).replaceAll("/", "%2f"),
  (path) => path.slice(0, 1) + path.slice(1).replaceAll("/", "%5C"),
  (path) => path.slice(0, -1),
  (path) => `${path}x`,
  (path) => `${path}%20`,
  (path) => `${path}%`,
  (path) => `${path}%zz`,
  (path) => `${path}%00`,
  (path) => `${path}%C3%A9`,
  (path) => `${path}%ff%fe`,
  (path) => `${path}%E2%82/`,
  (path) => `${path};a=1`,
  (path) => `${path}/..`,
  (path) => `/./${path}`,
  (path) => `${path}/extra`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `/%2F${path}`,
  () => "/",
  () => "//",
  () => "/-/health",
  () => "/-/health//",
  () => "/-//health",
  () => "/static/x",
];

/** Values of parameters. Some fit several types, some fit none. */
const VALUES = [
  "0",
  "007",
  "-1",
  "1e5",
  "9".repeat(400),
  "2.5",
  "2.",
  ".5",
  "00.50",
  "nan",
  "%D9%A3",
  "%D9%A3.%D9%A3",
  "%C2%B2",
  "123E4567-e89b-42d3-A456-426614174000",
  "123e4567e89b42d3a456426614174000",
  "a",
  "new",
  "a+b",
  "a;b=c",
  "%2F",
  "a%2Fb",
  "%252F",
  "%20",
  "%00",
  "%0A",
  "%C3%A9",
  "%FF",
  "..",
  "%2E%2E",
  "",
];

const QUERIES = ["?", "?a=1&b=%20", "?a=<b>&c=\"'", "?a=%ff+;/?:@", "?x={}|\\^`", "#top", "?a#b?c"];

const HOSTS = [
  "127.0.0.1:8000",
  "LocalHost",
  "example.com:80",
  "[::1]:8000",
  "api.example.com:443",
];

const TYPES = [
  "application/json",
  "application/json",
  "application/json",
  "Application/JSON; charset=latin-1",
  "application/vnd.api+json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/jsonx",
  "application/json;",
  " ;application/json",
  null,
];

/** Bodies of JSON and other bytes, as Latin-1. */
const BODIES = [
  "",
  "{}",
  "null",
  "{",
  "[1,]",
  "NaN",
  "[-Infinity]",
  "1e999",
  "-0",
  "-0.0",
  "01",
  "[1.0, 1E5, 1e-5, 1e16, 123456789012345678, 0.1, 5e-324, 1.7976931348623157e308, 1e22, 100000.0]",
  `${"9".repeat(4_300)}`,
  `${"9".repeat(4_301)}`,
  `${"[".repeat(300)}${"]".repeat(300)}`,
  `${"[".repeat(100_000)}`,
  `"it's"`,
  `"say \\"it's\\" \\\\ \\n\\t\\u0000\\u007f\\u0085\\u00a0\\u00ad\\u200b\\u2028\\ue000\\ud800\\ufffe"`,
  `{"it's": "\\ud83d\\ude00", "\\"": "\\u00e9", "\\"'": [true, false, null]}`,
  '{"a": 1, "b": 2, "a": 3}',
  '"raw \t tab"',
  '"\u007f"',
  '"\xc3\xa9"',
  '"\xe9"',
  '"\xed\xa0\x80"',
  "\xef\xbb\xbf[]",
  "\xff\xfe[\0]\0",
  "[\0]\0",
  "\0[\0]",
  "[\0\0\0]\0\0\0",
  "\0\0\0[\0\0\0]",
  "\xfe\xff\0[\0]",
  "1\0",
  "a=1&b=2",
  " \n[ ] \r\n",
  "\v[]",
  "tru",
  "truex",
  '"\\x41"',
  '"\\u12"',
];

const body = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...BODIES) },
  { weight: 1, arbitrary: fc.json().map(latin1) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: "binary-ascii" }).map((text) => latin1(JSON.stringify(text))),
  },
  { weight: 1, arbitrary: fc.double().map(String) },
);

/** Returns the bytes of UTF-8 as Latin-1. */
export function latin1(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** Requests for the endpoints of a spec, mostly for their own paths. */
export function arbitraryRequest(
  endpoints: readonly ExpectedEndpoint[],
): fc.Arbitrary<WrittenRequest> {
  const own = fc.constantFrom(...endpoints);
  return fc.record({
    endpoint: own,
    method: fc.option(fc.constantFrom(...METHODS), { freq: 2 }),
    changes: fc.array(fc.constantFrom(...CHANGES), { maxLength: 2 }),
    isChanged: fc.boolean(),
    values: fc.array(fc.option(fc.constantFrom(...VALUES)), { minLength: 4, maxLength: 4 }),
    origin: fc.constantFrom(...Array<string>(20).fill(""), "http://other.example:80"),
    query: fc.option(fc.constantFrom(...QUERIES), { freq: 3 }),
    host: fc.constantFrom(...HOSTS),
    contentType: fc.constantFrom(...TYPES),
    body: fc.option(body, { freq: 3 }),
    fitting: fc.option(fc.nat()),
    isChunked: fc.nat(5).map((each) => each === 0),
    claims: fc.constantFrom(...Array<undefined>(30).fill(undefined), 1024 * 1024 + 1),
  }).map((
    {
      endpoint,
      method,
      changes,
      isChanged,
      values,
      origin,
      query,
      claims,
      body,
      fitting,
      ...others
    },
  ) => {
    const rest = {
      ...others,
      body: fitting === null ? body : fittingBody(endpoint, fitting) ?? body,
    };
    const left = [...values];
    const filled = pathOf(endpoint).replace(/\{[^}]*\}/g, (each) => left.pop() ?? each);
    const own = requestedPath(filled);
    const path = isChanged ? changes.reduce((path, change) => change(path), own) : own;
    return {
      ...rest,
      method: method ?? endpoint.method,
      target: `${path.startsWith("/") ? origin : ""}${path || "/"}${query ?? ""}`,
      ...(claims !== undefined && rest.body !== null && { claims, isChunked: false }),
    };
  });
}

/** Returns a body that fits or almost fits the example of an endpoint; `null` if there is no example. */
function fittingBody({ body }: ExpectedEndpoint, seed: number): string | null {
  return body === undefined ? null : latin1(almostFitting(withoutMarks(parseJson(body)), seed));
}

/** Writes a request as HTTP. */
export function httpText(request: WrittenRequest): string {
  const { method, target, host, contentType, headers = [], body, isChunked, claims } = request;
  const head = [`${method} ${target} HTTP/1.1`, `Host: ${host}`];
  if (contentType !== null) head.push(`Content-Type: ${contentType}`);
  head.push(...headers.map(([name, value]) => `${name}: ${value}`));
  if (body === null) return `${head.join("\r\n")}\r\n\r\n`;
  head.push(isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${claims ?? body.length}`);
  return `${head.join("\r\n")}\r\n\r\n${isChunked ? chunked(body) : body}`;
}

function chunked(body: string): string {
  const chunks = body.match(/[^]{1,1000}/g) ?? [];
  return [...chunks, ""].map((each) => `${each.length.toString(16)}\r\n${each}\r\n`).join("");
}
