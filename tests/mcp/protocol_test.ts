/** Parts of the protocol other than tools and resources: lists, the prompt, completion, progress. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { VERSION } from "../../core/version.ts";
import { inCodeFolder } from "../commands/code_folder.ts";
import {
  type Asked,
  type Era,
  ERAS,
  repliesOf,
  type Reply,
  replyOf,
  toolAnswer,
  toolCall,
} from "../http/messages.ts";
import { type TestedApp, testedApp } from "../http/tested_app.ts";
import { writeFiles } from "../workspace/tree.ts";

function inShop(test: (app: TestedApp, folder: string) => Promise<void>): Promise<void> {
  return inCodeFolder((folder) => test(testedApp(folder), folder));
}

async function ask(app: TestedApp, asked: Asked, era: Era = "modern"): Promise<Reply> {
  return await replyOf(await app.ask(asked, era));
}

const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };

Deno.test("server/discover describes the server for clients since 2026-07-28", () =>
  inShop(async (app) => {
    const { result } = await ask(app, { method: "server/discover" });
    deepEqual(result?.["supportedVersions"], ["2026-07-28"]);
    deepEqual(result?.["capabilities"], CAPABILITIES);
    match(String(result?.["instructions"]), /generate_api/);
    equal(result?.["ttlMs"], 3_600_000);
  }));

for (
  const { asked, spoken } of [
    { asked: "2025-11-25", spoken: "2025-11-25" },
    { asked: "2025-06-18", spoken: "2025-06-18" },
    { asked: "2025-03-26", spoken: "2025-03-26" },
    { asked: "2024-11-05", spoken: "2024-11-05" },
    { asked: "1999-01-01", spoken: "2025-11-25" },
  ]
) {
  Deno.test(`initialize answers a client of ${asked} with ${spoken}`, () =>
    inShop(async (app) => {
      const params = {
        protocolVersion: asked,
        capabilities: {},
        clientInfo: { name: "tests", version: "1" },
      };
      const { result } = await ask(app, { method: "initialize", params }, "legacy");
      equal(result?.["protocolVersion"], spoken);
      deepEqual(result?.["capabilities"], CAPABILITIES);
      deepEqual(result?.["serverInfo"], {
        name: "layerwright",
        title: "Layerwright",
        version: VERSION,
      });
    }));
}

Deno.test("initialized is accepted, ping is answered", () =>
  inShop(async (app) => {
    deepEqual((await ask(app, { method: "ping" }, "legacy")).result, {});
  }));

const LISTS = {
  "resources/list": ["resources", 1],
  "resources/templates/list": ["resourceTemplates", 1],
  "prompts/list": ["prompts", 1],
} as const;

for (const [method, [key, count]] of Object.entries(LISTS)) {
  for (const era of ERAS) {
    Deno.test(`${method} is answered with any cursor (${era})`, () =>
      inShop(async (app) => {
        for (const params of [undefined, {}, { cursor: "made-up" }]) {
          const asked = params === undefined ? { method } : { method, params };
          const { result } = await ask(app, asked, era);
          equal((result?.[key] as unknown[]).length, count);
          equal(result?.["nextCursor"], undefined);
          equal(result?.["ttlMs"], era === "modern" ? 3_600_000 : undefined);
        }
      }));
  }
}

for (const era of ERAS) {
  Deno.test(`the prompt leads from questions to a call (${era})`, () =>
    inShop(async (app) => {
      const prompt = (args?: Readonly<Record<string, string>>) =>
        ask(app, {
          method: "prompts/get",
          params: { name: "design_api", ...(args && { arguments: args }) },
        }, era);
      const textOf = ({ result }: Reply): string => {
        const [message, ...more] = result?.["messages"] as { role: string; content: Content }[];
        deepEqual(more, []);
        deepEqual([message?.role, message?.content.type], ["user", "text"]);
        return message?.content.text ?? "";
      };
      const text = textOf(await prompt({ purpose: "lending books" }));
      match(text, /Purpose: lending books\n/);
      match(text, /validate_spec.*generate_api with a suitable folder name/s);
      match(textOf(await prompt({ purpose: "x", project: "library" })), /project "library"/);
      const unknown = { method: "prompts/get", params: { name: "x".repeat(1_000) } };
      const { error } = await ask(app, unknown, era);
      deepEqual(error, { code: -32602, message: `Unknown prompt '${"x".repeat(200)}...'` });
      for (const args of [undefined, {}, { project: "library" }]) {
        const { error } = await prompt(args);
        deepEqual(error, { code: -32602, message: "Missing argument 'purpose'" });
      }
    }));
}

interface Content {
  readonly type: string;
  readonly text: string;
}

const TEMPLATE = "layerwright://projects/{project}/files/{+path}";

for (
  const { behaviour, ref, argument, values } of [
    {
      behaviour: "a project",
      ref: { type: "ref/resource", uri: TEMPLATE },
      argument: { name: "project", value: "" },
      values: ["a%20b", "shop"],
    },
    {
      behaviour: "the beginning of a project",
      ref: { type: "ref/resource", uri: TEMPLATE },
      argument: { name: "project", value: "sh" },
      values: ["shop"],
    },
    {
      behaviour: "a prefix of no project",
      ref: { type: "ref/resource", uri: TEMPLATE },
      argument: { name: "project", value: "../" },
      values: [],
    },
    {
      behaviour: "a path, for which there are no completions",
      ref: { type: "ref/resource", uri: TEMPLATE },
      argument: { name: "path", value: "a" },
      values: [],
    },
    {
      behaviour: "a prompt's argument, for which there are no completions",
      ref: { type: "ref/prompt", name: "design_api" },
      argument: { name: "purpose", value: "" },
      values: [],
    },
  ]
) {
  for (const era of ERAS) {
    Deno.test(`the server completes ${behaviour} (${era})`, () =>
      inShop(async (app, folder) => {
        writeFiles(folder, { "a b/.layerwright/manifest": "", "foreign/app.py": "" });
        const { result } = await ask(app, {
          method: "completion/complete",
          params: { ref, argument },
        }, era);
        deepEqual(result?.["completion"], { values, hasMore: false });
      }));
  }
}

Deno.test("the server completes a hundred projects, and reports that there are more", () =>
  inShop(async (app, folder) => {
    const names = Array.from({ length: 101 }, (_, number) => `p${number}/.layerwright/manifest`);
    writeFiles(folder, Object.fromEntries(names.map((name) => [name, ""])));
    const complete = async (value: string) => {
      const ref = { type: "ref/resource", uri: TEMPLATE };
      const params = { ref, argument: { name: "project", value } };
      const { result } = await ask(app, { method: "completion/complete", params });
      return Object(result?.["completion"]);
    };
    const { values, hasMore } = await complete("p");
    deepEqual([values.length, hasMore], [100, true]);
    deepEqual(await complete("sh"), { values: ["shop"], hasMore: false });
  }));

function withProgress({ method, params }: Asked, progressToken: string | number): Asked {
  return { method, params: { ...params, _meta: { progressToken } } };
}

const SPEC = { routes: { invoices: { type: "GET" } } };

for (const era of ERAS) {
  for (const token of ["p", 7, 0]) {
    Deno.test(`a call with the token ${token} gets progress before its result (${era})`, () =>
      inShop(async (app) => {
        const asked = withProgress(toolCall("generate_api", { project: "new", spec: SPEC }), token);
        const response = await app.ask(asked, era);
        equal(response.headers.get("content-type"), "text/event-stream");
        const replies = await repliesOf(response);
        const news = replies.slice(0, -1);
        ok(news.length > 0);
        news.forEach(({ method, params }, index) => {
          equal(method, "notifications/progress");
          equal(params?.["progressToken"], token);
          equal(params?.["progress"], index + 1);
          match(String(params?.["message"]), /^Writing 27 files$/);
        });
        equal(toolAnswer(replies.at(-1) ?? {}).report.status, "applied");
      }));
  }

  Deno.test(`a call that writes nothing sends no progress (${era})`, () =>
    inShop(async (app) => {
      const args = { project: "new", spec: SPEC, dry_run: true };
      const response = await app.ask(withProgress(toolCall("generate_api", args), 1), era);
      equal(response.headers.get("content-type"), "application/json");
      equal(toolAnswer(await replyOf(response)).report.status, "planned");
    }));
}

Deno.test("a client that disconnects during progress misses only the notifications", () =>
  inShop(async (app) => {
    const args = { project: "new", spec: SPEC };
    const response = await app.ask(withProgress(toolCall("generate_api", args), 1));
    await response.body?.cancel();
    const { report } = await app.call("generate_api", args);
    equal(report.status, "unchanged");
    deepEqual(app.bugs, []);
  }));

Deno.test("subscriptions end immediately", () =>
  inShop(async (app) => {
    const params = { notifications: { toolsListChanged: true, resourcesListChanged: true } };
    for (let time = 0; time < 40; time++) {
      const response = await app.ask({ method: "subscriptions/listen", params });
      const replies = await repliesOf(response);
      equal(replies.at(-1)?.result?.["resultType"], "complete");
    }
    equal(app.inFlight(), 0);
  }));
