import { deepEqual } from "node:assert/strict";
import { createMemoryWorkspace, generateApi, projectStatus } from "../../../mod.ts";

/** The record of a route whose only endpoint another route serves. */
const RECORD = `mounted /products

endpoint DELETE /health - spec
input 00240d4af11646c1
model HealthModel 8b98672e3490
end DELETE

end
`;

Deno.test("status pairs an endpoint with the record of the handler that serves it", async () => {
  const workspace = createMemoryWorkspace();
  const products = { path: "/products", type: "DELETE" } as const;
  await generateApi(workspace, "shop", { routes: { orders: products } });
  const files = Object.fromEntries(workspace.files());
  const recorded = { ...files, ".layerwright/routes/health": RECORD };
  const { data } = await projectStatus(createMemoryWorkspace(recorded), "shop", {
    spec: { routes: { health: products } },
  });
  deepEqual(
    data?.endpoints.map(({ route, state, method, path }) => [route, state, method, path]),
    [["orders", "same", "DELETE", "/products"]],
  );
});
