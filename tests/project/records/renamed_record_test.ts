import { deepEqual, equal } from "node:assert/strict";
import {
  formAfterRename,
  formatRecordFiles,
  readRouteRecord,
} from "../../../project/records/renamed_record.ts";
import { formatRouteRecord, parseRouteRecord } from "../../../project/records/route_record.ts";

const INPUT = "0123456789abcdef";

/**
 * Returns the lines of a route's record. `hash` returns the hash of code that contains the route's
 * name.
 */
function linesOf(route: string, classes: string, hash: (layer: string) => string): string {
  return `route ${route}_bp ${hash("bp")}
service ${classes}Service ${hash("class")}

endpoint GET /${route} - spec
input ${INPUT}
route get ${hash("route")}
service ${classes}Service.get aaaaaaaaaaaa
model ${classes}SaleModel ${hash("model")}
test test_get ${hash("test")}
mock ${route}/get.json ${INPUT}
end GET

endpoint GET /${route}/sale sale spec
removed ${INPUT}
end GET /sale

end
`;
}

const hashes = (end: string) => (layer: string) =>
  `${
    Object.entries({ bp: "b", class: "c", route: "d", model: "e", test: "f" })
      .find(([name]) => name === layer)?.[1].repeat(11)
  }${end}`;

const BEFORE = linesOf("products", "Products", hashes("0"));
const AFTER = linesOf("import_batch", "ImportBatch", hashes("1"));

/** Returns the record of `products` after it was renamed. */
function renamed() {
  const [before, after] = [
    parseRouteRecord(BEFORE, "products"),
    parseRouteRecord(AFTER, "import_batch"),
  ];
  const form = formAfterRename(before, after, "products", "import_batch");
  return { before, after: { ...after, form } };
}

Deno.test("the record of a renamed route keeps its lines, and is read with the new names", () => {
  const { after } = renamed();
  const { record, names } = formatRecordFiles("import_batch", after);
  equal(record, BEFORE);
  deepEqual(readRouteRecord("import_batch", record, names), after);
  deepEqual(readRouteRecord("import_batch", record, names.replaceAll("\n", "\r\n")), after);
});

Deno.test("lines that a merge adds count for the new name", () => {
  const { record, names } = formatRecordFiles("import_batch", renamed().after);
  const more = `endpoint POST /products/new new command
service ProductsService.create_new bbbbbbbbbbbb
`;
  const { endpoints } = readRouteRecord(
    "import_batch",
    record.replace(/end\n$/, `${more}\nend\n`),
    names,
  );
  deepEqual(endpoints.map(({ path }) => path), ["/import_batch", "/import_batch/new"]);
  deepEqual(endpoints[1]?.definitions, [
    { layer: "service", name: "ImportBatchService.create_new", hash: "bbbbbbbbbbbb" },
  ]);
});

Deno.test("the record of a renamed route with a prefix keeps its lines", () => {
  const mounted = (lines: string) => `mounted /v1/shop\n\n${lines}`;
  const before = parseRouteRecord(mounted(BEFORE), "products");
  const now = parseRouteRecord(mounted(AFTER), "import_batch");
  const after = { ...now, form: formAfterRename(before, now, "products", "import_batch") };
  const { record, names } = formatRecordFiles("import_batch", after);
  equal(record, mounted(BEFORE));
  deepEqual(readRouteRecord("import_batch", record, names), after);
});

Deno.test("a route that is renamed again keeps the lines of its first name, and needs no other file once renamed back", () => {
  const { before, after } = renamed();
  const third = parseRouteRecord(linesOf("carts", "Carts", hashes("2")), "carts");
  const form = formAfterRename(after, third, "import_batch", "carts");
  equal(formatRecordFiles("carts", { ...third, form }).record, BEFORE);
  equal(formAfterRename({ ...third, form }, before, "carts", "products"), null);
  deepEqual(formatRecordFiles("products", before), { record: BEFORE, names: "" });
});

Deno.test("a record that would be misread gets lines of its own", () => {
  const { after } = renamed();
  const { endpoints } = after;
  const odd = {
    ...after,
    endpoints: endpoints.map((each) => ({
      ...each,
      definitions: [{ layer: "model", name: "ProductsModel", hash: "cccccccccccc" } as const],
    })),
  };
  deepEqual(formatRecordFiles("import_batch", odd), {
    record: formatRouteRecord(odd, "import_batch"),
    names: "",
  });
});

Deno.test("a record without definitions gets lines of its own", () => {
  const { after } = renamed();
  const empty = { ...after, shared: [], endpoints: [] };
  deepEqual(formatRecordFiles("import_batch", empty), {
    record: formatRouteRecord(empty, "import_batch"),
    names: "",
  });
});

Deno.test("a file of names that does not name the route is not used", () => {
  deepEqual(
    readRouteRecord("products", BEFORE, "b1 b2\n<<<<<<< ours\n"),
    parseRouteRecord(BEFORE, "products"),
  );
});
