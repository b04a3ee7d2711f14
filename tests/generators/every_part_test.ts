/** A project whose endpoints have every part of a spec. */

import { deepEqual } from "node:assert/strict";
import { checkProjects } from "../tools/check_projects.ts";
import { testInFullTier } from "../tools/tier.ts";
import { withProjects } from "./written_projects.ts";

const PRODUCT = { id: 1, name: "Tea", price: 4.5 };

const ITEMS = {
  GET: {
    query: { "q?": "tea", "tags?": ["new"], "from": { $default: 1, $minimum: 1 } },
    headers: { "X-Tenant": "acme", "X-Kinds?": ["a"] },
    list: { limit: 5, filter: ["name"], sort: ["price"] },
    mock: [PRODUCT],
    errors: { "503": "Busy" },
  },
  POST: {
    body: {
      "name": "Tea",
      "kind?": { $enum: ["a", "b"] },
      "price": { $minimum: 0, $example: 1.5 },
    },
    errors: { "409": { description: "Sold out", mock: { code: "sold_out" } } },
  },
};

const SPEC = { routes: { items: { methods: ITEMS }, goods: { resource: PRODUCT } } };

testInFullTier(
  "a project with every part of an endpoint passes every tool",
  () =>
    withProjects([JSON.stringify(SPEC)], async (folders) => {
      deepEqual(await checkProjects(folders), []);
    }),
);
