/** The library's surface: every name is a promise. */

import { deepEqual, equal } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import * as library from "../mod.ts";
import { runCommand } from "../tools/run_command.ts";
import { LIBRARY_OUTPUT } from "./distribution/library_output.ts";

Deno.test("mod.ts exports these values and no others", () => {
  deepEqual(Object.keys(library).sort(), [
    "WorkspaceError",
    "analyzeProject",
    "checkRouteExists",
    "createDiskWorkspace",
    "createMemoryWorkspace",
    "generateApi",
    "generateRoute",
    "generateSubroute",
    "getProjectInfo",
    "projectPath",
    "validateSpec",
  ]);
});

Deno.test("functions report a folder that cannot be read, and throw nothing", async () => {
  const workspace = library.createDiskWorkspace(Deno.execPath());
  const reports = [
    await library.generateApi(workspace, "deno", { routes: { a: { type: "GET" } } }),
    await library.generateRoute(workspace, "a"),
    await library.analyzeProject(workspace, "deno"),
    await library.getProjectInfo(workspace, "deno"),
    await library.checkRouteExists(workspace, "a"),
  ];
  for (const { status, diagnostics } of reports) {
    deepEqual([status, diagnostics.length], ["failed", 1]);
  }
});

Deno.test("everything but the disk workspace works without any permission", async () => {
  const program = new URL("distribution/library_program.ts", import.meta.url);
  const { code, stdout, stderr } = await runCommand(Deno.execPath(), [
    "run",
    "--no-prompt",
    fileURLToPath(program),
  ]);
  equal(code, 0, stderr);
  equal(stdout, LIBRARY_OUTPUT);
});

Deno.test("validateSpec() refuses values that are no JSON", () => {
  const circle: Record<string, unknown> = {};
  circle["routes"] = circle;
  for (const value of [circle, { routes: 1n }, undefined, () => {}]) {
    equal(library.validateSpec(value).message, "Spec must be a JSON object.");
  }
});
