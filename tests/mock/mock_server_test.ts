import { deepEqual, equal } from "node:assert/strict";
import {
  type AnsweredRequest,
  createMockServer,
  MAX_IN_FLIGHT,
  type MockServerOptions,
} from "../../mock/mock_server.ts";
import { MockState } from "../../mock/mock_state.ts";
import { checkedSpec } from "../generators/written_projects.ts";

const SPEC = checkedSpec('{"routes": {"a": {"methods": {"GET": {"mock": 1}, "POST": {}}}}}');
const OTHER = checkedSpec('{"routes": {"a": {"type": "GET", "mock": 2}}}');

const OPTIONS: MockServerOptions = {
  name: "spec.json",
  title: "shop",
  cors: false,
  isLocal: false,
  delayMs: 0,
  wait: () => Promise.resolve(),
  now: () => 0,
  onAnswer: () => {},
};

function server(options: Partial<MockServerOptions> = {}) {
  return createMockServer(SPEC, { ...OPTIONS, ...options });
}

function request(method: string, init: RequestInit = {}): Request {
  return new Request("http://localhost/a?page=2", { ...init, method });
}

Deno.test("a mock server reports every response", async () => {
  const told: AnsweredRequest[] = [];
  let now = 0;
  const { fetch } = server({ now: () => now += 2, onAnswer: (each) => told.push(each) });
  await fetch(request("GET"));
  await fetch(request("POST", { body: "{", headers: { "content-type": "application/json" } }));
  const asked = { target: "/a?page=2", ms: 2 };
  deepEqual(told, [
    { ...asked, method: "GET", status: 200, reason: null },
    { ...asked, method: "POST", status: 400, reason: "The request body is not valid JSON." },
  ]);
});

Deno.test("a mock server reports no values from bodies", async () => {
  const reasons: (string | null)[] = [];
  const onAnswer = ({ reason }: AnsweredRequest) => void reasons.push(reason);
  const spec = checkedSpec('{"routes": {"a": {"resource": {"id": "x", "pin": 1}}}}');
  const { fetch } = createMockServer(spec, { ...OPTIONS, state: new MockState(), onAnswer });
  const headers = { "content-type": "application/json" };
  for (const body of ['{"id": "x", "pin": 1}', '{"pin": "secret"}', '"secret"']) {
    await fetch(request("POST", { body, headers }));
  }
  deepEqual(reasons, [
    "Another item has this id.",
    "/pin must be an integer",
    "the body must be an object",
  ]);
});

Deno.test("a mock server reports the first problem of a query, without the value", async () => {
  const reasons: (string | null)[] = [];
  const onAnswer = ({ reason }: AnsweredRequest) => void reasons.push(reason);
  const query = '{"page": 1, "size": 20, "sold?": true}';
  const spec = checkedSpec(`{"routes": {"a": {"type": "GET", "query": ${query}}}}`);
  const { fetch } = createMockServer(spec, { ...OPTIONS, onAnswer });
  for (const sent of ["page=1&size=2", "page=1", "page=secret"]) {
    await fetch(new Request(`http://localhost/a?${sent}`));
  }
  deepEqual(reasons, [
    null,
    "query parameter size is missing",
    "query parameter page must be an integer of at most 18 digits (and 1 more)",
  ]);
});

Deno.test("a mock server with CORS answers pages of any origin", async () => {
  const { fetch } = server({ cors: true });
  const asked = await fetch(request("OPTIONS", {
    headers: {
      origin: "http://localhost:5173",
      "access-control-request-method": "PUT",
      "access-control-request-headers": "content-type, x-id",
    },
  }));
  deepEqual([asked.status, Object.fromEntries(asked.headers)], [204, {
    "access-control-allow-headers": "content-type, x-id",
    "access-control-allow-methods": "GET, HEAD, POST, PUT, DELETE",
    "access-control-allow-origin": "*",
    vary: "Access-Control-Request-Headers",
  }]);
  for (const method of ["GET", "DELETE", "OPTIONS"]) {
    const response = await fetch(request(method));
    equal(response.headers.get("access-control-allow-origin"), "*");
  }
  const without = await server().fetch(request("GET"));
  equal(without.headers.has("access-control-allow-origin"), false);
});

Deno.test("a local mock server refuses names that web pages can give this computer", async () => {
  const reasons: (string | null)[] = [];
  const onAnswer = ({ reason }: AnsweredRequest) => void reasons.push(reason);
  const { fetch } = server({ isLocal: true, onAnswer });
  const statusOf = async (host: string) => (await fetch(new Request(`http://${host}/a`))).status;
  for (const host of ["localhost", "localhost:8080", "a.b.localhost", "127.0.0.1:80", "[::1]:80"]) {
    equal(await statusOf(host), 200, host);
  }
  for (const host of ["evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example"]) {
    equal(await statusOf(host), 403, host);
  }
  const docs = await fetch(new Request("http://evil.example/-/openapi.json"));
  equal(docs.status, 403);
  deepEqual(reasons.slice(5), [
    "host evil.example:8080 needs --cors",
    "host localhost.evil.example needs --cors",
    "host 127.0.0.1.evil.example needs --cors",
    "host evil.example needs --cors",
  ]);
});

/** Origins of pages, and whether a local server lets them read. */
const ORIGINS: readonly (readonly [origin: string, isAllowed: boolean])[] = [
  ["http://localhost", true],
  ["http://localhost:5173", true],
  ["https://localhost:8443", true],
  ["http://127.0.0.1:3000", true],
  ["http://127.255.0.9:3000", true],
  ["http://[::1]:3000", true],
  ["null", false],
  ["http://localhost.evil.example", false],
  ["http://evil.example#localhost", false],
  ["http://evil-localhost:5173", false],
  ["http://app.localhost:5173", false],
  ["http://localhost.", false],
  ["http://localhost:5173/", false],
  ["http://localhost@evil.example", false],
  ["http://user@localhost", false],
  ["http://127.0.0.1.evil.example", false],
  ["http://127.1", false],
  ["http://2130706433", false],
  ["http://128.0.0.1", false],
  ["http://0.0.0.0:5173", false],
  ["http://192.168.1.2:5173", false],
  ["http://[::ffff:127.0.0.1]", false],
  ["file://localhost", false],
  ["ws://localhost:5173", false],
  ["http://localhost, http://evil.example", false],
  ["", false],
];

Deno.test("a local mock server lets pages of this computer read, and no others", async () => {
  const reasons: (string | null)[] = [];
  const onAnswer = ({ reason }: AnsweredRequest) => void reasons.push(reason);
  const { fetch } = server({ isLocal: true, onAnswer });
  const asked = { "access-control-request-method": "PUT", "access-control-request-headers": "a" };
  for (const [origin, isAllowed] of ORIGINS) {
    const got = await fetch(request("GET", { headers: { origin } }));
    const preflight = await fetch(request("OPTIONS", { headers: { ...asked, origin } }));
    const docs = await fetch(new Request("http://localhost/-/docs", { headers: { origin } }));
    for (const { headers } of [got, preflight, docs]) {
      equal(headers.get("access-control-allow-origin"), isAllowed ? origin : null, origin);
      equal(headers.get("access-control-allow-credentials"), null);
      equal(/^Origin\b/.test(headers.get("vary") ?? ""), isAllowed, origin);
    }
    deepEqual([got.status, preflight.status], isAllowed ? [200, 204] : [200, 200], origin);
    const reason = isAllowed ? null : `origin ${origin} needs --cors`;
    deepEqual(reasons.splice(0), [reason, reason]);
  }
});

Deno.test("a mock server that others can reach lets no page read without CORS", async () => {
  const reasons: (string | null)[] = [];
  const onAnswer = ({ reason }: AnsweredRequest) => void reasons.push(reason);
  const { fetch } = server({ onAnswer });
  for (const origin of ["http://localhost:5173", "http://localhost"]) {
    const { headers } = await fetch(request("GET", { headers: { origin } }));
    equal(headers.get("access-control-allow-origin"), null);
  }
  deepEqual(reasons, ["origin http://localhost:5173 needs --cors", null], "the page is its own");
});

Deno.test("a local mock server refuses foreign hosts, even to pages of this computer", async () => {
  const { fetch } = server({ isLocal: true });
  const headers = { origin: "http://localhost:5173" };
  const refused = await fetch(new Request("http://evil.example:8080/a", { headers }));
  deepEqual([refused.status, refused.headers.get("access-control-allow-origin")], [403, null]);
});

Deno.test("a mock server delays each response", async () => {
  const waited: number[] = [];
  const wait = (ms: number) => Promise.resolve(void waited.push(ms));
  const { fetch } = server({ delayMs: 300, wait });
  await fetch(request("GET"));
  await fetch(request("DELETE"));
  deepEqual(waited, [300, 300]);
});

Deno.test("a request finishes with the spec with which it began", async () => {
  const { promise: delay, resolve } = Promise.withResolvers<void>();
  const { fetch, replace } = server({ delayMs: 1, wait: () => delay });
  const early = fetch(request("GET"));
  replace(OTHER);
  const late = fetch(request("GET"));
  resolve();
  equal(await (await early).json(), 1);
  equal(await (await late).json(), 2);
});

Deno.test("a mock server refuses requests above its limit, and answers again below it", async () => {
  const { promise: delay, resolve } = Promise.withResolvers<void>();
  const { fetch } = server({ delayMs: 1, wait: () => delay });
  const waiting = Array.from({ length: MAX_IN_FLIGHT }, () => fetch(request("GET")));
  const refused = await fetch(request("GET"));
  deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  resolve();
  for (const each of waiting) equal((await each).status, 200);
  equal((await fetch(request("GET"))).status, 200);
});

Deno.test("a mock server survives clients that leave within their bodies", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
  const { fetch } = server();
  equal((await fetch(request("POST", { body }))).status, 201);
});
