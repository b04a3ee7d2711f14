import { deepEqual, equal } from "node:assert/strict";
import { MAX_CHARACTERS, MAX_NESTED } from "../../playground/limits.ts";
import { sendingTo } from "../../playground/send.ts";
import { checkedSpec } from "../generators/written_projects.ts";

const send = sendingTo(checkedSpec(`{ "routes": { "products": {
  "methods": { "GET": {
    "query": { "page?": 2 }, "headers": { "X-Tenant?": "acme" },
    "list": { "filter": ["name"] }, "mock": [{ "name": "Teapot" }, { "name": "Cup" }],
    "errors": { "404": { "mock": null } }
  }, "POST": { "body": { "price": 1.5 }, "mock": { "id": 2 } } },
  "subroutes": { "item": { "path": "/{id:int}", "methods": { "DELETE": { "status": 204 } } } }
} } }`));

const unfit = '{"type": "about:blank", "title": "Unprocessable Entity", "status": 422, "detail": ' +
  '"The request body does not have the right shape.", "errors": ' +
  '[{"pointer": "/price", "detail": "must be a number"}]}';

const CASES: readonly (readonly [line: string, body: string | null, answer: unknown])[] = [
  ["POST /products", '{"price": 3}', [201, [], '{"id":2}\n']],
  ["POST /products", '{"price": "3"}', [422, [], unfit]],
  ["DELETE /products/7", null, [204, [], ""]],
  ["GET products", null, "The path must start with '/'."],
  [
    "POST /products",
    " ".repeat(MAX_CHARACTERS),
    "The playground sends up to 200,000 characters.",
  ],
  [
    "POST /products",
    "[".repeat(MAX_NESTED + 1),
    "The playground sends bodies of up to 300 levels.",
  ],
];

Deno.test("sendingTo() answers as the generated app, within the playground's limits", async () => {
  for (const [line, body, answer] of CASES) {
    const [method = "", path = ""] = line.split(" ");
    const sent = await send({ method, path, headers: [], body });
    const { kind } = sent;
    deepEqual(
      kind === "unsent" ? sent.reason : [sent.status, sent.headers, sent.body],
      answer,
      line,
    );
  }
});

Deno.test("sendingTo() sends queries and headers, and returns the headers of the response", async () => {
  const path = "/products?name=Cup";
  const sent = await send({ method: "GET", path, headers: [["x-tenant", "日"]], body: null });
  deepEqual(sent, {
    kind: "response",
    status: 200,
    headers: [
      ["x-total-count", "1"],
      [
        "link",
        '<?name=Cup&limit=20&offset=0>; rel="first", <?name=Cup&limit=20&offset=0>; rel="last"',
      ],
    ],
    body: '[{"name":"Cup"}]\n',
  });
  const unfit = await send({ method: "GET", path: "/products?page=x", headers: [], body: null });
  equal(unfit.kind === "response" && unfit.status, 422);
  const headers = [["Prefer", "code=404"]] as const;
  const error = await send({ method: "GET", path, headers, body: null });
  deepEqual(error, {
    kind: "response",
    status: 404,
    headers: [["preference-applied", "code=404"]],
    body: "null\n",
  });
});
