/** The public API of the library. */

import { deepEqual, equal } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import * as library from "../mod.ts";
import { runCommand } from "../tools/run_command.ts";
import { LIBRARY_OUTPUT } from "./distribution/library_output.ts";

Deno.test("mod.ts exports exactly these values", () => {
  deepEqual(Object.keys(library).sort(), [
    "WorkspaceError",
    "adoptProject",
    "analyzeProject",
    "applyPlan",
    "changeRoute",
    "changeSubroute",
    "checkRouteExists",
    "createDiskWorkspace",
    "createMemoryWorkspace",
    "createMock",
    "exportOpenApi",
    "exportSpec",
    "generateApi",
    "generateDocs",
    "generateResource",
    "generateRoute",
    "generateSubroute",
    "getProjectInfo",
    "history",
    "importOpenApi",
    "planFile",
    "projectPath",
    "projectStatus",
    "redo",
    "removeDocs",
    "removeRoute",
    "removeSubroute",
    "renameRoute",
    "renameSubroute",
    "showChange",
    "specToOpenApi",
    "undo",
    "upgradeProject",
    "validateSpec",
  ]);
});

Deno.test("functions report an unreadable folder instead of throwing", async () => {
  const workspace = library.createDiskWorkspace(Deno.execPath());
  const reports = [
    await library.generateApi(workspace, "deno", { routes: { a: { type: "GET" } } }),
    await library.generateRoute(workspace, "a"),
    await library.analyzeProject(workspace, "deno"),
    await library.getProjectInfo(workspace, "deno"),
    await library.checkRouteExists(workspace, "a"),
    await library.exportSpec(workspace, "deno"),
    await library.exportOpenApi(workspace, "deno"),
  ];
  for (const { status, diagnostics } of reports) {
    deepEqual([status, diagnostics.length], ["failed", 1]);
  }
});

Deno.test("everything except the disk workspace works without permissions", async () => {
  const program = new URL("distribution/library_program.ts", import.meta.url);
  const { code, stdout, stderr } = await runCommand(Deno.execPath(), [
    "run",
    "--no-prompt",
    fileURLToPath(program),
  ]);
  equal(code, 0, stderr);
  equal(stdout, LIBRARY_OUTPUT);
});

Deno.test("the types of a spec and of mocks show mistakes in the editor", async () => {
  const { createMemoryWorkspace, generateRoute, generateSubroute, validateSpec } = library;
  const rejected = [
    // @ts-expect-error: a spec must have routes.
    validateSpec({}),
    // @ts-expect-error: PATCH is not supported.
    validateSpec({ routes: { users: { type: "PATCH" } } }),
    // @ts-expect-error: an endpoint must have a type.
    validateSpec({ routes: { users: { mock: [] } } }),
    // @ts-expect-error: 'moc' is misspelled.
    validateSpec({ routes: { users: { type: "GET", moc: [] } } }),
    // @ts-expect-error: JSON has no undefined.
    validateSpec({ routes: { users: { type: "GET", mock: undefined } } }),
    // @ts-expect-error: a subroute must have a type.
    await generateRoute(createMemoryWorkspace(), "users", { subroutes: { sale: {} } }),
    // @ts-expect-error: JSON has no functions.
    await generateSubroute(createMemoryWorkspace(), "users", "sale", { mock: () => 1 }),
  ];
  deepEqual(rejected.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)), [
    "spec-routes-missing",
    "spec-method",
    "spec-type-missing",
    "spec-unknown-key",
    "spec-type-missing",
    "mock-invalid",
  ]);
});

Deno.test("the types of a spec and of mocks take whatever JSON can hold", () => {
  const description = "A shop";
  const mock: library.JsonValue = [null, true, 1.5, "a", { b: [] }];
  const spec: library.ApiSpecInput = {
    $schema: "https://example.com/schema.json",
    project: { description },
    routes: { users: { type: "get", mock, subroutes: { sale: { type: "POST", mock: null } } } },
  };
  const { status, diagnostics, data } = library.validateSpec(spec);
  deepEqual([status, diagnostics, data], ["unchanged", [], {
    description,
    routes: 1,
    endpoints: 2,
    requests: [],
  }]);
});

Deno.test("validateSpec() reports values that are not JSON", () => {
  const circle: Record<string, unknown> = {};
  circle["routes"] = circle;
  const cases: readonly (readonly [value: unknown, message: string])[] = [
    [circle, "Invalid JSON in spec.json (nested deeper than 1000 levels)."],
    [{ routes: 1n }, "Invalid JSON in spec.json (JSON has no bigint)."],
    [undefined, "Invalid JSON in spec.json (JSON has no undefined)."],
    [() => {}, "Invalid JSON in spec.json (JSON has no function)."],
  ];
  for (const [value, expected] of cases) {
    const { message, diagnostics } = library.validateSpec(value as library.ApiSpecInput);
    equal(message, expected);
    equal(diagnostics[0]?.where?.line, null);
  }
});
