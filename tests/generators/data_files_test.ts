/** Data files of mocks in an app whose package people renamed. */

import { deepEqual, equal } from "node:assert/strict";
import {
  type ApiSpecInput,
  type JsonValue,
  removeRoute,
  removeSubroute,
  renameSubroute,
} from "../../mod.ts";
import { type Files, generate, regenerate, renamedApp, run } from "./edited_project.ts";

/** Returns a mock that is too large for code. */
function large(first: number): JsonValue {
  return Array.from({ length: 900 }, (_, index) => ({ id: first + index, name: "Lamp" }));
}

function spec(first: number, ...subroutes: readonly string[]): ApiSpecInput {
  const endpoint = (mock: JsonValue) => ({ type: "GET", mock } as const);
  return {
    routes: {
      users: {
        ...endpoint(large(first)),
        subroutes: Object.fromEntries(subroutes.map((name) => [name, endpoint(large(first + 1))])),
      },
    },
  };
}

const SPEC = spec(0, "active");

function dataIn(files: Files): readonly string[] {
  return Object.keys(files).filter((path) => path.includes("/mocks/"))
    .map((path) => path.replace("shop/mocks/", "")).sort();
}

async function project(): Promise<Files> {
  return renamedApp(await generate(SPEC));
}

for (
  const { what, command, left } of [
    {
      what: "remove subroute",
      command: (files: Files) => run(files, (each) => removeSubroute(each, "users", "active")),
      left: ["__init__.py", "users/get.json"],
    },
    {
      what: "remove route",
      command: (files: Files) => run(files, (each) => removeRoute(each, "users")),
      left: [],
    },
    {
      what: "rename subroute",
      command: (files: Files) =>
        run(files, (each) => renameSubroute(each, "users", "active", "top")),
      left: ["__init__.py", "users/get.json", "users/get_top.json"],
    },
  ]
) {
  Deno.test(`${what} finds data files in a renamed app, and the same spec does not bring them back`, async () => {
    const { report, files } = await command(await project());
    equal(report.status, "applied", report.message);
    deepEqual(dataIn(files), left);
    const again = await regenerate(files, SPEC);
    deepEqual([again.report.status, dataIn(again.files)], ["unchanged", left]);
  });
}

Deno.test("generateApi() updates, adds and prunes data files in a renamed app", async () => {
  const before = await project();
  const changed = await regenerate(before, spec(5, "active", "late"), { prune: true });
  equal(changed.report.status, "applied", changed.report.message);
  deepEqual(dataIn(changed.files), [
    "__init__.py",
    "users/get.json",
    "users/get_active.json",
    "users/get_late.json",
  ]);
  equal(JSON.parse(changed.files["shop/mocks/users/get.json"] ?? "")[0].id, 5);
  const back = await regenerate(changed.files, SPEC, { prune: true });
  deepEqual(back.files, before);
});
