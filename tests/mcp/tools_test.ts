/** The list of tools: names, schemas and hints. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { inCodeFolder } from "../commands/code_folder.ts";
import { ERAS, replyOf, toolCall } from "../http/messages.ts";
import { type TestedApp, testedApp } from "../http/tested_app.ts";
import { readTree } from "../workspace/tree.ts";
import { ajv, type Args, inShop } from "./checked_call.ts";
import { ALIASES, HAPPY_PATHS, SPEC, TOOL_NAMES } from "./tool_cases.ts";

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Args;
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
}

async function listed(app: TestedApp, era = ERAS[0]): Promise<readonly Listed[]> {
  const { result } = await replyOf(await app.ask({ method: "tools/list" }, era));
  return result?.["tools"] as Listed[];
}

const LISTED = await inCodeFolder((folder) => listed(testedApp(folder)));

for (const era of ERAS) {
  Deno.test(`tools/list names the tools in their order, in 6.5 kB (${era})`, () =>
    inShop(async (app) => {
      const text = await (await app.ask({ method: "tools/list" }, era)).text();
      ok(new TextEncoder().encode(text).length <= 6_500, String(text.length));
      const { tools, ttlMs, cacheScope } = JSON.parse(text).result;
      deepEqual(tools, LISTED);
      ok(tools.every((tool: object) => !("outputSchema" in tool)));
      deepEqual(tools.map(({ name }: Listed) => name), TOOL_NAMES);
      const cache = era === "modern" ? [3_600_000, "public"] : [undefined, undefined];
      deepEqual([ttlMs, cacheScope], cache);
    }));
}

Deno.test("the list describes an argument that tools have in the same way only once", () => {
  const all = LISTED.flatMap(({ inputSchema }) =>
    Object.entries(Object(inputSchema["properties"])).flatMap(([name, schema]) => {
      const { description } = Object(schema);
      return description === undefined ? [] : [`${name}: ${description}`];
    })
  );
  deepEqual(all, [...new Set(all)]);
  const names = all.map((each) => each.split(":", 1)[0]);
  for (const name of ["project", "diff", "expect", "mock", "body"]) {
    equal(names.filter((each) => each === name).length, 1, name);
  }
});

for (const { name, description, inputSchema, annotations } of LISTED) {
  Deno.test(`${name} has a description, and accepts what its schema accepts`, () => {
    ok(description.length > 0);
    equal(inputSchema["type"], "object");
    const validate = ajv.compile(inputSchema);
    const examples = [...HAPPY_PATHS, ...ALIASES.map(({ tool, own }) => ({ tool, args: own }))];
    const own = examples.filter(({ tool }) => tool === name);
    ok(own.length > 0);
    for (const { args } of own.filter(({ args }) => args["type"] !== "post")) {
      equal(validate(args), true, JSON.stringify([args, validate.errors]));
    }
    const writes = TOOL_NAMES.slice(0, 4).includes(name);
    const run = ["dry_run", "diff", "allow_problems", "expect"];
    const offered = Object.keys(Object(inputSchema["properties"]));
    deepEqual(run.filter((each) => offered.includes(each)), writes ? run : []);
    const { readOnlyHint = false, destructiveHint = true, idempotentHint = false } = annotations;
    equal(annotations.openWorldHint, false);
    equal(readOnlyHint, !writes);
    if (!writes) return;
    equal(destructiveHint, ["generate_api", "change_project"].includes(name));
    // A second `undo` reverts an earlier change, so the tool is not idempotent.
    equal(idempotentHint, name !== "change_project");
  });
}

Deno.test("a tool with a read-only hint writes nothing", () =>
  inShop(async (app, folder) => {
    const before = readTree(folder);
    for (const { name, annotations } of LISTED) {
      if (annotations.readOnlyHint !== true) continue;
      for (const args of [{ project: "shop" }, { project: "shop", route: "a" }, { spec: SPEC }]) {
        await app.call(name, args);
      }
    }
    deepEqual(readTree(folder), before);
  }));

Deno.test("a read-only server neither lists nor calls the tools that write", () =>
  inCodeFolder(async (folder) => {
    const app = testedApp(folder, { readOnly: true });
    const before = readTree(folder);
    deepEqual((await listed(app)).map(({ name }) => name), TOOL_NAMES.slice(4));
    for (const tool of TOOL_NAMES.slice(0, 4)) {
      for (const era of ERAS) {
        const args = { project: "shop", route: "products", subroute: "sale", spec: SPEC };
        const { error } = await replyOf(await app.ask(toolCall(tool, args), era));
        deepEqual(error, { code: -32602, message: `Unknown tool '${tool}'` });
      }
    }
    // The prompt uses a tool that writes, so this server has no prompt.
    for (const era of ERAS) {
      const { result } = await replyOf(await app.ask({ method: "prompts/list" }, era));
      deepEqual(result?.["prompts"], []);
      const params = { name: "design_api", arguments: { purpose: "x" } };
      const { error } = await replyOf(await app.ask({ method: "prompts/get", params }, era));
      deepEqual(error, { code: -32602, message: "Unknown prompt 'design_api'" });
    }
    equal((await app.call("get_project_info", { project: "shop" })).isError, false);
    deepEqual(readTree(folder), before);
  }));
