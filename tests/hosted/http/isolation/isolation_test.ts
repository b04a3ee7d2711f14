/** Calls on threads: their answers and their limits. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { NumberText } from "../../../../core/number_text.ts";
import {
  type CallLimits,
  createIsolation,
  type Isolation,
} from "../../../../hosted/http/isolation/isolation.ts";
import { SMALL_MESSAGE } from "../../../../hosted/http/isolation/large_message.ts";
import { callTool, type RunTool, type ToolServerOptions } from "../../../../mcp/call_tool.ts";
import type { Outcome } from "../../../../mcp/tool_result.ts";
import { HOSTED_TOOLS, hostedTools } from "../../../../hosted/tools/toolset.ts";
import type { Database } from "../../../../hosted/storage/database.ts";
import type { HostedActor } from "../../../../hosted/projects/commit.ts";
import { readHostedProject } from "../../../../hosted/projects/whole_project.ts";
import { openHostedProjects } from "../../../../hosted/projects/account_projects.ts";
import { linksAt } from "../../tools/agent.ts";
import { forEachServed, withDatabase } from "../../storage/on_both.ts";
import { makeAccount } from "../../projects/account.ts";

const THREAD = new URL("../../../../hosted/http/isolation/role.ts", import.meta.url).href;
const ENDLESS = new URL("endless_thread.ts", import.meta.url).href;
const CRASHING = new URL("crashing_thread.ts", import.meta.url).href;

const AMPLE: CallLimits = { seconds: 30, megabytes: 512 };

/** Sends every call to a thread. */
const NO_BUDGET = { files: 0, bytes: 0 };

interface TestedIsolation {
  readonly isolation: Isolation;
  readonly ended: string[];
}

async function withIsolation<T>(
  options: { readonly module?: string; readonly limits?: CallLimits },
  test: (tested: TestedIsolation) => Promise<T>,
): Promise<T> {
  const { module = THREAD, limits = AMPLE } = options;
  const isolation = createIsolation({ module, threads: 3, limits });
  try {
    return await test({ isolation, ended: [] });
  } finally {
    await isolation.close();
  }
}

function runnerOf(
  { isolation, ended }: TestedIsolation,
  database: Database,
  actor: HostedActor,
): RunTool {
  return isolation.runnerFor({
    account: actor.id,
    smallProjects: openHostedProjects(database, actor, NO_BUDGET),
    message: null,
    onEnded: (reason, tool) => void ended.push(`${reason} ${tool}`),
  });
}

/** Calls a tool as an account. */
async function call(
  database: Database,
  actor: HostedActor,
  run: RunTool | null,
  [name, args]: readonly [string, unknown],
  bugs: string[] = [],
): Promise<Outcome> {
  const options: ToolServerOptions = {
    projects: openHostedProjects(database, actor),
    readOnly: false,
    remote: hostedTools(linksAt("http://localhost")),
    timeoutMs: 60_000,
    onBug: (trace) => void bugs.push(trace),
    ...(run !== null && { run }),
  };
  const tool = HOSTED_TOOLS.byName.get(name);
  ok(tool !== undefined);
  return await callTool(tool, args, options);
}

function routes(count: number) {
  const route = { type: "GET", mock: { id: 1, name: "x" } };
  return { routes: Object.fromEntries(Array.from({ length: count }, (_, n) => [`r${n}`, route])) };
}

const SHOP = { project: "shop" };

/** Calls in order: each tool with success, with failure, and with files. */
const CALLS: readonly (readonly [string, unknown])[] = [
  ["validate_spec", { spec: routes(3) }],
  ["validate_spec", { spec: '{"routes": {"1x": {}}}' }],
  ["analyze_project", SHOP],
  ["generate_api", { ...SHOP, spec: routes(30), dry_run: true }],
  ["generate_api", { ...SHOP, spec: routes(30) }],
  ["generate_api", { ...SHOP, spec: routes(30) }],
  ["generate_api", { project: "../x", spec: routes(1) }],
  ["generate_route", { ...SHOP, route: "sales", type: "GET", diff: true }],
  ["generate_route", { ...SHOP, route: "sales", type: "GET" }],
  ["generate_route", { ...SHOP, route: "a b", type: "GET" }],
  ["generate_route", { ...SHOP, route: "fees", mock: { total: new NumberText("9.0") } }],
  ["generate_subroute", { ...SHOP, route: "sales", subroute: "best", type: "POST" }],
  ["generate_subroute", { ...SHOP, route: "sale", subroute: "best", type: "POST" }],
  ["analyze_project", SHOP],
  ["analyze_project", { ...SHOP, files: { "api/routes/r1_route.py": "def (" } }],
  ["analyze_project", { ...SHOP, files: { "../a": "" } }],
  ["analyze_project", { ...SHOP, states: "all" }],
  ["analyze_project", { ...SHOP, spec: routes(29), files: { "README.md": null } }],
  ["analyze_project", { ...SHOP, route: "r3" }],
  ["analyze_project", { ...SHOP, route: "none" }],
  ["get_project_info", SHOP],
  ["get_project_info", { project: "none" }],
  ["check_route_exists", { ...SHOP, route: "sales" }],
  ["generate_route", { ...SHOP, route: "more", type: "GET", files: { "notes.txt": "kept" } }],
  ["generate_route", { ...SHOP, route: "more", type: "GET", files: { "notes.txt/a": "" } }],
  [
    "generate_api",
    { ...SHOP, spec: routes(31), files: { "api/routes/r1_route.py": "edited = 1\n" } },
  ],
  ["generate_api", { ...SHOP, spec: routes(31), overwrite: true }],
  ["change_project", { ...SHOP, action: "remove_route", route: "r2", dry_run: true, diff: true }],
  ["change_project", { ...SHOP, action: "remove_route", route: "r2" }],
  ["change_project", { ...SHOP, action: "remove_route", route: "r2" }],
  ["change_project", { ...SHOP, action: "remove_subroute", route: "sales", subroute: "best" }],
  ["change_project", { ...SHOP, action: "rename_route", route: "r4", new_name: "renamed" }],
  ["change_project", { ...SHOP, action: "remove_route", route: "more", files: { "a.py": "b\n" } }],
  ["change_project", { ...SHOP, action: "undo", dry_run: true, diff: true }],
  ["change_project", { ...SHOP, action: "undo" }],
  ["change_project", { ...SHOP, action: "undo" }],
  ["change_project", { ...SHOP, action: "redo" }],
  ["change_project", { ...SHOP, action: "undo", id: "chg_00000000" }],
  ["generate_api", { ...SHOP, spec: routes(20), prune: true, overwrite: true }],
  ["check_route_exists", { ...SHOP, rout: 1 }],
];

forEachServed("tools answer and write the same with and without a thread", async (database) => {
  const here = await makeAccount(database, "acc_here");
  const there = await makeAccount(database, "acc_there");
  const files = async ({ id: accountId }: HostedActor) => {
    const project = await readHostedProject(database, { accountId, name: "shop" });
    return project === null ? null : Object.fromEntries([...project.files].sort());
  };
  await withIsolation({}, async (tested) => {
    const run = runnerOf(tested, database, there);
    for (const each of CALLS) {
      const expected = await call(database, here, null, each);
      const given = await call(database, there, run, each);
      deepEqual(withoutIds(given), withoutIds(expected), JSON.stringify(each).slice(0, 80));
      deepEqual(await files(there), await files(here));
    }
    deepEqual(tested.ended, []);
  });
});

/** Replaces the ids of changes, which are random. */
function withoutIds(outcome: Outcome): unknown {
  return JSON.parse(JSON.stringify(outcome).replaceAll(/chg_[\w-]+/g, "chg"));
}

/** Runs a test with an account on an embedded database. */
function withAccount(test: (database: Database, actor: HostedActor) => Promise<void>) {
  return withDatabase("sqlite", async (database) => {
    await test(database, await makeAccount(database, "acc_1"));
  });
}

function textOf({ result: { content: [first] } }: Outcome): string {
  return first?.text ?? "";
}

/** More routes than the server can generate within a second. */
const FOREVER = routes(25_000);

Deno.test("a call over its time limit writes nothing and releases the project", () =>
  withAccount(async (database, actor) => {
    await call(database, actor, null, ["generate_api", { ...SHOP, spec: routes(2) }]);
    const limits = { seconds: 0.5, megabytes: 512 };
    await withIsolation({ limits }, async (tested) => {
      const run = runnerOf(tested, database, actor);
      const ended = await call(database, actor, run, ["generate_api", { ...SHOP, spec: FOREVER }]);
      equal(ended.result.isError, true);
      match(
        textOf(ended),
        /^Error: Ended 'generate_api' after 0\.5 s of computing; nothing was written\.\nHint: /,
      );
      deepEqual(tested.ended, ["time generate_api"]);
    });
    await withIsolation({}, async (tested) => {
      const run = runnerOf(tested, database, actor);
      const next = await call(database, actor, run, ["get_project_info", SHOP]);
      deepEqual(Object(next.report.data).routes, ["r0", "r1"]);
      const args = { ...SHOP, route: "sales", type: "GET" };
      const added = await call(database, actor, run, ["generate_route", args]);
      equal(added.report.status, "applied");
    });
  }));

Deno.test("a call that ends while it holds a lock releases the lock", () =>
  withAccount(async (database, actor) => {
    await call(database, actor, null, ["generate_api", { ...SHOP, spec: routes(1) }]);
    const limits = { seconds: 0.1, megabytes: 512 };
    await withIsolation({ module: ENDLESS, limits }, async (tested) => {
      const run = runnerOf(tested, database, actor);
      const ended = await call(database, actor, run, ["analyze_project", SHOP]);
      match(textOf(ended), /^Error: Ended 'analyze_project' after 0\.1 s/);
    });
    const args = { ...SHOP, route: "sales", type: "GET" };
    const next = await call(database, actor, null, ["generate_route", args]);
    equal(next.report.status, "applied");
  }));

Deno.test("a call over its memory limit ends, and the next call gets another thread", () =>
  withAccount(async (database, actor) => {
    const limits = { seconds: 60, megabytes: 48 };
    await withIsolation({ limits }, async (tested) => {
      const run = runnerOf(tested, database, actor);
      const ended = await call(database, actor, run, ["generate_api", { ...SHOP, spec: FOREVER }]);
      match(
        textOf(ended),
        /^Error: Ended 'generate_api' at its limit of 48 MiB of memory; nothing was written\.\nHint: /,
      );
      deepEqual(tested.ended, ["memory generate_api"]);
      const next = await call(database, actor, run, ["generate_api", { ...SHOP, spec: routes(2) }]);
      equal(next.report.status, "applied");
    });
  }));

Deno.test("a crashed thread is logged as a bug and replaced", () =>
  withAccount(async (database, actor) => {
    await withIsolation({ module: CRASHING }, async (tested) => {
      const run = runnerOf(tested, database, actor);
      for (const count of [1, 2]) {
        const bugs: string[] = [];
        const asked = ["generate_api", { ...SHOP, spec: routes(300) }] as const;
        const failed = await call(database, actor, run, asked, bugs);
        equal(failed.result.isError, true);
        match(textOf(failed), /^Error: Internal error/);
        equal(bugs.length, 1);
        equal(tested.ended.length, count);
      }
    });
  }));

const LONG = "x".repeat(SMALL_MESSAGE);

/** Messages, and the results of a thread that reads them. */
const MESSAGES: readonly (readonly [string, string, unknown])[] = [
  [
    "a long call is returned without its arguments",
    JSON.stringify({ id: 1, method: "tools/call", params: { name: "a", arguments: { b: LONG } } }),
    {
      kind: "message",
      message: { id: 1, method: "tools/call", params: { name: "a", arguments: {} } },
    },
  ],
  [
    "a call that is also long without its arguments is refused",
    JSON.stringify({ id: LONG, method: "tools/call", params: { name: "a", arguments: {} } }),
    {
      kind: "refused",
      code: -32600,
      reason: "Longer than 65536 characters without a tool's arguments",
    },
  ],
  [
    "any other long message is refused",
    JSON.stringify({ id: 1, method: "resources/read", params: { uri: LONG } }),
    {
      kind: "refused",
      code: -32600,
      reason: "Longer than 65536 characters without a tool's arguments",
    },
  ],
  ["a long text that is not JSON is refused", `{${LONG}`, {
    kind: "refused",
    code: -32700,
    reason: "The body is not JSON",
  }],
];

Deno.test("a thread reads long messages", () =>
  withIsolation({}, async ({ isolation }) => {
    for (const [name, text, expected] of MESSAGES) {
      deepEqual(await isolation.read(text, "acc_1"), expected, name);
    }
  }));

Deno.test("numbers in a long message keep their kind", () =>
  withAccount((database, actor) =>
    withIsolation({}, async ({ isolation }) => {
      const mock = { total: new NumberText("9.0"), padding: LONG };
      const spec = { routes: { fees: { type: "GET", mock } } };
      const params = { name: "generate_api", arguments: { ...SHOP, spec } };
      const run = isolation.runnerFor({
        account: actor.id,
        smallProjects: openHostedProjects(database, actor, NO_BUDGET),
        message: JSON.stringify({ method: "tools/call", params }),
        onEnded: () => {},
      });
      const { result } = await call(database, actor, run, ["generate_api", {}]);
      equal(result.isError, undefined);
      const project = await readHostedProject(database, { accountId: actor.id, name: "shop" });
      match(
        new Map<string, string>(project?.files).get("api/models/fees_model.py") ?? "",
        /total: float/,
      );
    })
  ));

Deno.test("a message that is too slow to read is refused", () =>
  withIsolation({ limits: { seconds: 0.05, megabytes: 512 } }, async ({ isolation }) => {
    const text = `{"id": [${"[],".repeat(4_000_000)}1]}`;
    deepEqual(await isolation.read(text, "acc_1"), {
      kind: "refused",
      code: -32600,
      reason: "Reading the message took more than 0.05 s or 512 MiB of memory",
    });
  }));
