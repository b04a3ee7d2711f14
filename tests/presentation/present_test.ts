import { deepEqual } from "node:assert/strict";
import type { ReportChange } from "../../core/report.ts";
import { changeLines, endpointTable } from "../../presentation/present.ts";
import { style } from "../../presentation/style.ts";

const ROWS = [
  { cells: ["  GET", "/carts", "200"] },
  { cells: ["  POST", "/carts", "201"], body: "customer integer, note? text" },
];

function view(columns: number) {
  const rest = { verbose: false, listsFiles: false, listLimit: 10, listHint: "", elapsed: null };
  return { ...rest, columns, style: style(false) };
}

Deno.test("endpointTable() has a body beside its endpoint if there is room", () => {
  deepEqual(endpointTable(ROWS, view(60)), [
    "  GET   /carts  200",
    "  POST  /carts  201  body: customer integer, note? text",
  ]);
});

Deno.test("endpointTable() has a body below its endpoint on a narrow terminal", () => {
  deepEqual(endpointTable(ROWS, view(30)), [
    "  GET   /carts  200",
    "  POST  /carts  201\n    body: customer integer,\n      note? text",
  ]);
});

Deno.test("changeLines() has a symbol below its file on a narrow terminal", () => {
  const change: ReportChange = {
    kind: "update",
    path: "api/repositories/products_repository.py",
    line: 20,
    symbol: "ProductsRepository",
    added: 1,
    removed: 0,
    diff: null,
  };
  const file = "  update  api/repositories/products_repository.py:20";
  deepEqual(changeLines([change], view(80)), [`${file}  ProductsRepository`]);
  deepEqual(changeLines([change], view(60)), [`${file}\n      ProductsRepository`]);
});
