/** Formatting of reports on projects of any size. */

import { equal } from "node:assert/strict";
import type { AnalysisData } from "../../actions/inspect.ts";
import { report } from "../../core/report.ts";
import { presentAnalysis } from "../../presentation/present_inspection.ts";
import { PLAIN_VIEW } from "../../presentation/view.ts";

/** The text for one route with many endpoints. */
function textOf(count: number, listLimit: number): string {
  const endpoint = {
    methods: ["GET"],
    path: "/a",
    handler: "get",
    file: "app.py",
    line: 1,
    registered: true,
  };
  const endpoints = Array.from({ length: count }, () => endpoint);
  const routes = [{ name: "app", file: "app.py", endpoints }];
  const data: AnalysisData = {
    name: "shop",
    layers: [],
    routes,
    models: [],
    problems: [],
    unread: [],
    files: 1,
  };
  return presentAnalysis(report("analyze", "unchanged", { data }), { ...PLAIN_VIEW, listLimit });
}

Deno.test("presentAnalysis() handles more endpoints than a call allows arguments", () => {
  const lines = textOf(200_000, Infinity).split("\n");
  equal(lines[0], "shop: 1 route, 200,000 endpoints");
  equal(lines.at(-1), "  GET     /a  app.py:1  get");
  equal(lines.length, 200_002);
});

Deno.test("presentAnalysis() shows ten endpoints for each listed route", () => {
  const lines = textOf(190_000, 100).split("\n");
  equal(lines[0], "shop: 1 route, 190,000 endpoints");
  equal(lines.length, 2 + 1_000 + 1);
  equal(lines.at(-1), "  and 189,000 more in app.py");
});
