import { equal, ok } from "node:assert/strict";
import { hasPerRequest } from "../../../generators/code/per_request.ts";
import { generateRoute } from "../../../mod.ts";
import { generate, remove, run } from "../edited_project.ts";

const MODULES: readonly (readonly [text: string | undefined, expected: boolean])[] = [
  ["def per_request(make):\n    return make()\n", true],
  ["from shop.scopes import per_request\n", true],
  ["def once_per_request(make):\n    return make()\n", false],
  ["", false],
  [undefined, false],
];

for (const [text, expected] of MODULES) {
  Deno.test(`hasPerRequest() is ${expected} for ${JSON.stringify(text)}`, () => {
    equal(hasPerRequest(text), expected);
  });
}

Deno.test("generateRoute() uses per_request() if the project has it", async () => {
  const files = await generate({ routes: { users: { type: "GET" } } });
  for (
    const [project, repository] of [
      [files, "per_request(OrdersRepository)"],
      [remove("api/per_request.py")(files), "OrdersRepository()"],
    ] as const
  ) {
    const outcome = await run(project, (workspace) => generateRoute(workspace, "orders"));
    const route = outcome.files["api/routes/orders_route.py"] ?? "";
    ok(route.includes(`return OrdersService(${repository})\n`), route);
    equal(route.includes("from api.per_request import"), repository.startsWith("per_request"));
  }
});
