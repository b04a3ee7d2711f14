import { deepEqual } from "node:assert/strict";
import { NearestTests } from "../../../tools/mutate/nearest_tests.ts";

const graph = {
  imports: new Map([
    ["tests/core/json_test.ts", ["core/json.ts"]],
    ["tests/mcp/tools_test.ts", ["core/json.ts"]],
    ["tests/core/json_text_test.ts", ["core/near.ts"]],
    ["tests/core/far_test.ts", ["core/far.ts"]],
    ["tests/core/apart_test.ts", ["core/apart.ts"]],
    ["tests/workspace/killed_test.ts", ["tests/workspace/run.ts"]],
    ["tests/workspace/child.ts", ["core/json.ts"]],
    ["core/far.ts", ["core/near.ts"]],
    ["core/near.ts", ["core/json.ts", "core/json_depth.ts"]],
    // Modules may import each other.
    ["core/json.ts", ["core/near.ts"]],
  ]),
  spawns: new Map([["tests/workspace/run.ts", ["tests/workspace/child.ts"]]]),
};
const tests = [...graph.imports.keys()].filter((file) => file.endsWith("_test.ts"));

Deno.test("NearestTests puts the module's own test first, then others by distance", () => {
  deepEqual(new NearestTests(graph, tests.toReversed()).of("core/json.ts"), [
    { path: "tests/core/json_test.ts", inChild: false, isOwn: true },
    { path: "tests/core/json_text_test.ts", inChild: false, isOwn: true },
    { path: "tests/mcp/tools_test.ts", inChild: false, isOwn: false },
    { path: "tests/core/far_test.ts", inChild: false, isOwn: false },
    { path: "tests/workspace/killed_test.ts", inChild: true, isOwn: false },
  ]);
});

Deno.test("NearestTests puts tests with the first word of the module's name before nearer ones", () => {
  const found = new NearestTests(graph, tests).of("core/json_depth.ts").map(({ path }) => path);
  deepEqual(found.slice(0, 2), ["tests/core/json_text_test.ts", "tests/core/json_test.ts"]);
});

Deno.test("NearestTests finds no test of a module that no test imports", () => {
  deepEqual(new NearestTests(graph, tests).of("core/alone.ts"), []);
});
