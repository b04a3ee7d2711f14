/** The tools that only read. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { writeFiles } from "../workspace/tree.ts";
import { call, inShop } from "./checked_call.ts";

Deno.test("analyze_project lists layers, and endpoints with method, path, handler, file and line", () =>
  inShop(async (app, folder) => {
    const { text, report } = await call(app, "analyze_project", { project: "shop" });
    const { layers, routes, problems } = Object(report.data);
    const folders = ["routes", "services", "repositories", "models"];
    deepEqual(layers.map(({ name }: { name: string }) => name), folders);
    deepEqual(problems, []);
    equal(routes.length, 4);
    for (const { endpoints } of routes) {
      for (const { methods, path, handler, file, line } of endpoints) {
        ok(text.includes(file));
        match(text, new RegExp(`${methods[0]} +${path} +${file}:${line} +${handler}(?:\\n|$)`));
        const lines = Deno.readTextFileSync(join(folder, "shop", file)).split("\n");
        ok(lines.slice(line - 1, line + 3).some((each) => each.includes(`def ${handler}(`)));
      }
    }
  }));

Deno.test("analyze_project reports problems in files", () =>
  inShop(async (app, folder) => {
    writeFiles(folder, { "shop/api/routes/broken_route.py": "def (\n" });
    const { text, report } = await call(app, "analyze_project", { project: "shop" });
    const { problems } = Object(report.data);
    equal(problems.length, 1);
    match(report.message, /1 problem$/);
    ok(text.includes(problems[0].message) && text.includes(problems[0].file));
  }));

Deno.test("get_project_info returns name, routes, models, container files and generator", () =>
  inShop(async (app, folder) => {
    Deno.removeSync(join(folder, "shop/compose.yaml"));
    const { text, report } = await call(app, "get_project_info", { project: "shop" });
    const { models, ...data } = Object(report.data);
    deepEqual(data, {
      name: "shop",
      generator: "1.0.0",
      routes: ["carts", "health", "orders", "products"],
      containers: [
        { file: "Dockerfile", present: true },
        { file: "compose.yaml", present: false },
        { file: ".dockerignore", present: true },
      ],
    });
    ok(models.includes("ProductsModel"));
    for (const fact of ["shop", "1.0.0", "carts", "Dockerfile"]) ok(text.includes(fact), text);
  }));

Deno.test("tools limit lists to a hundred entries, and report the number omitted", () =>
  inShop(async (app) => {
    const names = Array.from({ length: 120 }, (_, number) => `r${number}`);
    const routes = Object.fromEntries(names.map((name) => [name, { type: "GET" }]));
    const { report } = await call(app, "generate_api", { project: "wide", spec: { routes } });
    equal(report.changes?.length, 100);
    const { files, routes: counted, endpoints } = Object(report.data);
    deepEqual([counted, endpoints.length], [120, 100]);
    equal(report.omitted, files - 100 + 20);
    const analysis = await call(app, "analyze_project", { project: "wide" });
    equal(Object(analysis.report.data).routes.length, 100);
    match(analysis.report.message, /^wide: 120 routes, 120 endpoints/);
    // Some clients show models only the text, so it must list as much as the structured content.
    equal(analysis.text.match(/ api\/routes\/r\d+_route\.py:\d+ /g)?.length, 100);
    match(analysis.text, /\n {2}and 20 more$/);
    const info = await call(app, "get_project_info", { project: "wide" });
    match(info.text, /^ {2}Routes {6}(?:r\d+, ){100}and 20 more$/m);
  }));

Deno.test("validate_spec lists at most a hundred errors, and reports their number", () =>
  inShop(async (app) => {
    const names = Array.from({ length: 5_000 }, (_, number) => `r${number}`);
    const routes = Object.fromEntries(names.map((name) => [name, { type: "NONE" }]));
    const { text, report } = await call(app, "validate_spec", { spec: { routes } });
    equal(report.message, "5000 errors");
    deepEqual([report.diagnostics?.length, report.omitted], [100, 4_900]);
    equal(text.match(/^Error: /gm)?.length, 100);
    match(text, /\n {2}and 4,900 more$/);
  }));

Deno.test("validate_spec locates errors in a value by pointer, without a file", () =>
  inShop(async (app) => {
    const spec = { routes: { ping: { type: "NONE" } } };
    const { text, report } = await call(app, "validate_spec", { spec });
    equal(report.diagnostics?.[0]?.pointer, "/routes/ping/type");
    match(text, /\n {2}\/routes\/ping\/type$/);
    doesNotMatch(text + JSON.stringify(report), /spec\.json/);
    const lines = await call(app, "validate_spec", { spec: JSON.stringify(spec, null, 1) });
    match(lines.text, /spec\.json:4:/);
  }));

Deno.test("validate_spec explains the bodies of a spec", () =>
  inShop(async (app) => {
    const spec = { routes: { carts: { type: "POST", body: { customer: 7.5, "note?": "ring" } } } };
    const { text } = await call(app, "validate_spec", { spec });
    equal(text, "Valid: 1 route, 1 endpoint\n\n  POST  /carts  body: customer number, note? text");
  }));
