import { deepEqual } from "node:assert/strict";
import { endpointTable } from "../../presentation/present.ts";
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
