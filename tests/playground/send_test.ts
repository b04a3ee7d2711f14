import { deepEqual } from "node:assert/strict";
import { MAX_CHARACTERS, MAX_NESTED } from "../../playground/limits.ts";
import { sendingTo } from "../../playground/send.ts";
import { checkedSpec } from "../generators/written_projects.ts";

const send = sendingTo(checkedSpec(`{ "routes": { "products": {
  "methods": { "GET": { "mock": [] }, "POST": { "body": { "price": 1.5 }, "mock": { "id": 2 } } },
  "subroutes": { "item": { "path": "/{id:int}", "methods": { "DELETE": { "status": 204 } } } }
} } }`));

const unfit = '{"type": "about:blank", "title": "Unprocessable Entity", "status": 422, "detail": ' +
  '"The request body does not have the right shape.", "errors": ' +
  '[{"pointer": "/price", "detail": "must be a number"}]}';

const CASES: readonly (readonly [line: string, body: string | null, answer: unknown])[] = [
  ["GET /products?page=2", null, [200, "[]\n"]],
  ["POST /products", '{"price": 3}', [201, '{"id":2}\n']],
  ["POST /products", '{"price": "3"}', [422, unfit]],
  ["DELETE /products/7", null, [204, ""]],
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
    const sent = await send({ method, path, body });
    deepEqual(sent.kind === "unsent" ? sent.reason : [sent.status, sent.body], answer, line);
  }
});
