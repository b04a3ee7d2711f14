import { deepEqual, equal } from "node:assert/strict";
import { findResources } from "../../mock/resource.ts";
import {
  presentAnswered,
  presentKept,
  presentMock,
  presentSaved,
} from "../../presentation/present_mock.ts";
import { style } from "../../presentation/style.ts";
import type { ApiSpec } from "../../spec/api_spec.ts";
import { specContracts } from "../../spec/spec_contract.ts";
import { checkedSpec } from "../generators/written_projects.ts";

const PLAIN = style(false);

Deno.test("presentMock() lists at most 40 endpoints", () => {
  const routes = Object.fromEntries(
    Array.from({ length: 1_041 }, (_, at) => [`r${at}`, { type: "GET" }]),
  );
  const spec = checkedSpec(JSON.stringify({ routes }));
  const served = { name: "<stdin>", origin: "http://127.0.0.1:1", isWatched: false, kept: null };
  const lines = presentMock(served, specContracts(spec)).split("\n");
  equal(lines[0], "Serving <stdin> on http://127.0.0.1:1 (Ctrl-C stops)");
  equal(lines.length, 2 + 40 + 3);
  equal(lines.at(-3), "  and 1,001 more");
});

Deno.test("presentMock() says which parts of requests an endpoint checks", () => {
  const endpoints = [
    ['{"type": "GET"}', "default response"],
    ['{"type": "GET", "query": {"q": "tea"}, "mock": []}', "mock, checks its query"],
    ['{"type": "PUT", "body": {"id": 1}}', "default response, checks its body"],
    [
      '{"type": "POST", "query": {"q?": "tea"}, "body": [], "status": 204}',
      "no content, checks its query and body",
    ],
  ] as const;
  const routes = endpoints.map(([route], at) => `"r${at}": ${route}`).join(", ");
  const served = { name: "a", origin: "http://a", isWatched: false, kept: null };
  const lines = presentMock(served, specContracts(checkedSpec(`{"routes": {${routes}}}`)));
  deepEqual(
    lines.split("\n").slice(2, 2 + endpoints.length).map((line) => line.split(/ 20[0-4] +/)[1]),
    endpoints.map(([, words]) => words),
  );
});

Deno.test("presentMock() wraps its lines between words", () => {
  const spec = checkedSpec('{"routes": {"a": {"type": "GET"}}}');
  const kept = { ...findResources(spec), file: null };
  const served = { name: "bookings.yaml", origin: "http://127.0.0.1:8080", isWatched: true, kept };
  equal(
    presentMock(served, specContracts(spec), 60),
    `Serving bookings.yaml on http://127.0.0.1:8080 (reloads when
  you save; Ctrl-C stops)

  GET  /a  200  default response
Keeps nothing: no list has a path for its items, such as
  /products/{id:int}
Docs: http://127.0.0.1:8080/-/docs
`,
  );
});

Deno.test("presentMock() names the resources that are kept, and why others are not", () => {
  const path = "/{id:int}";
  const item = (mock: string) =>
    `"methods": {"GET": {"mock": ${mock}}}, "subroutes": {"item": {"path": "${path}",
    "methods": {"GET": {}}}}`;
  const spec = (...routes: readonly string[]) => checkedSpec(`{"routes": {${routes.join(",")}}}`);
  const words = (each: ApiSpec, file: string | null = null) => {
    const kept = { ...findResources(each), file };
    const served = { name: "a", origin: "http://a", isWatched: false, kept };
    return presentMock(served, specContracts(each)).split("\n").filter((line) =>
      /keep/i.test(line)
    );
  };
  deepEqual(words(spec(`"a": {${item("[]")}}`, `"b": {${item("7")}}`, `"c": {"type": "GET"}`)), [
    "Keeps changes of /a until it stops",
    "Does not keep /b: its mock is not a list of objects",
  ]);
  deepEqual(words(spec(`"a": {${item("[]")}}`), "x.json"), ["Keeps changes of /a in x.json"]);
  deepEqual(words(spec(`"c": {"type": "GET"}`)), [
    "Keeps nothing: no list has a path for its items, such as /products/{id:int}",
  ]);
});

Deno.test("presentAnswered() writes one line that no request can break", () => {
  const asked = { method: "GET", target: "/a", status: 200, ms: 0.42, reason: null };
  const lines = [
    asked,
    { ...asked, method: "POST", status: 415, ms: 12.7, reason: "Not JSON." },
    { ...asked, method: "\u001b[2J", target: "/\n\u202e" },
    { ...asked, status: 404, reason: "No item '\u001b]0;x\u0007\n'." },
  ].map((each) => presentAnswered(each, PLAIN));
  deepEqual(lines, [
    "GET     /a  200  0.4 ms",
    "POST    /a  415  13 ms  Not JSON.",
    "\\u001b[2J    /\\n\\u202e  200  0.4 ms",
    "GET     /a  404  0.4 ms  No item '\\u001b]0;x\\u0007\\n'.",
  ]);
});

const SAVES = [
  [{ added: [], changed: [], removed: [] }, "a.json saved: no endpoint changed"],
  [
    { added: ["GET /a"], changed: ["GET /b", "PUT /b"], removed: [] },
    "a.json saved: 1 endpoint added (GET /a), 2 changed (GET /b, PUT /b)",
  ],
  [
    { added: [], changed: [], removed: ["GET /a", "GET /b", "GET /c", "GET /d"] },
    "a.json saved: 4 endpoints removed (GET /a, GET /b, GET /c and 1 more)",
  ],
] as const;

Deno.test("presentSaved() names the changed endpoints", () => {
  for (const [changes, line] of SAVES) equal(presentSaved("a.json", changes), line);
});

Deno.test("presentKept() counts the errors", () => {
  const rest = "; still serving the last good one";
  equal(presentKept("a.json", 1), `a.json saved with an error${rest}`);
  equal(presentKept("a.json", 2), `a.json saved with 2 errors${rest}`);
});
