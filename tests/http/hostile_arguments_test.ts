/** Hostile arguments: the tools refuse each, and write nothing. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { inHostileFolder, SECRET } from "./hostile_folder.ts";
import { type Asked, ERAS, replyOf, toolCall } from "./messages.ts";
import { testedApp } from "./tested_app.ts";

const SPEC = { routes: { planted: { type: "GET", mock: [1] } } };

/**
 * A call of every tool that takes a project. With a hostile project, it would write or reveal files
 * if it were accepted.
 */
const CALLS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["generate_api", { spec: SPEC, overwrite: true }],
  ["generate_route", { route: "planted", subroutes: { a: { type: "GET" } } }],
  ["generate_subroute", { route: SECRET, subroute: "planted" }],
  ["change_project", { action: "remove_route", route: SECRET, force: true }],
  ["analyze_project", {}],
  ["analyze_project", { spec: SPEC, states: "all" }],
  ["get_project_info", {}],
  ["check_route_exists", { route: SECRET }],
];

const OUTSIDE = "path-outside";
const UNREADABLE = "file-unreadable";

const PROJECTS: readonly (readonly [behaviour: string, project: string, code: string])[] = [
  ["the parent", "..", OUTSIDE],
  ["a sibling of the root", "../outside", OUTSIDE],
  ["a way out and in again", "../root/shop", OUTSIDE],
  ["a way up within", "shop/..", OUTSIDE],
  ["a way out in the middle", "deep/../../outside", OUTSIDE],
  ["a way out below what is not there", "a/../../outside", OUTSIDE],
  ["a dot for a folder", "./shop", OUTSIDE],
  ["a dot within", "shop/./x", OUTSIDE],
  ["an absolute path", "/tmp/planted", OUTSIDE],
  ["the root of the disk", "/", OUTSIDE],
  ["two slashes", "//server/share", OUTSIDE],
  ["a slash at the end", "shop/", OUTSIDE],
  ["two slashes within", "shop//x", OUTSIDE],
  ["a drive", "C:\\x", OUTSIDE],
  ["a drive with slashes", "C:/x", OUTSIDE],
  ["a folder of a drive", "C:x", OUTSIDE],
  ["backslashes", "..\\outside", OUTSIDE],
  ["a backslash within", "a\\b", OUTSIDE],
  ["a network path", "\\\\server\\share", OUTSIDE],
  ["a device path", "\\\\?\\C:\\x", OUTSIDE],
  ["another stream of a file", "shop:stream", OUTSIDE],
  ["a home", "~/x\0", OUTSIDE],
  ["NUL", "a\0b", OUTSIDE],
  ["NUL behind a good name", "shop\0", OUTSIDE],
  ["NUL before a way out", "shop\0/../../outside", OUTSIDE],
  ["a line break", "a\nb", OUTSIDE],
  ["an escape sequence", "a\u001b[2J", OUTSIDE],
  ["a device", "con", OUTSIDE],
  ["a device in capitals", "NUL", OUTSIDE],
  ["a device with an ending", "nul.txt", OUTSIDE],
  ["a device within", "deep/aux/x", OUTSIDE],
  ["a device with a raised digit", "com\u00b9", OUTSIDE],
  ["a dot at the end", "shop.", OUTSIDE],
  ["a space at the end", "shop ", OUTSIDE],
  ["a space", " ", OUTSIDE],
  ["three dots", "...", OUTSIDE],
  ["nothing", "", "project-name"],
  ["a link out", "link_out", OUTSIDE],
  ["what is below a link out", "link_out/planted", OUTSIDE],
  ["what is far below a link out", "link_out/a/b/c", OUTSIDE],
  ["a link to a link out", "hop", OUTSIDE],
  ["what is below a link to a link out", "hop/planted", OUTSIDE],
  ["a chain of links through folders", "deep/hop", OUTSIDE],
  ["what is below such a chain", "deep/hop/planted", OUTSIDE],
  ["a link to the parent", "to_parent", OUTSIDE],
  ["a way through the parent", "to_parent/outside", OUTSIDE],
  ["a link to everything", "to_everything/tmp", OUTSIDE],
  ["a dangling link out", "dangling", OUTSIDE],
  ["what is below a dangling link out", "dangling/planted", OUTSIDE],
  ["a link to itself", "loop", UNREADABLE],
  ["a file", "notes.txt", UNREADABLE],
  ["what is below a file", "notes.txt/x", UNREADABLE],
  ["a name that is too long for any disk", "x".repeat(300), UNREADABLE],
  ["a path that is too long for any disk", "deep/".repeat(2_000) + "x", UNREADABLE],
  ["a path of a million folders", "x/".repeat(1e6) + "x", UNREADABLE],
  // Commands empty these folders, so a project in one of them would be lost, or block the outer project.
  ["a project's own state", "shop/.layerwright", OUTSIDE],
  ["the stage of changes", "shop/.layerwright/stage", OUTSIDE],
  ["the journal", "shop/.layerwright/journal", OUTSIDE],
  ["the lock", "shop/.layerwright/lock", OUTSIDE],
  ["a backup", "shop/.layerwright/backup/0123456789ab", OUTSIDE],
  ["the state of the root", ".layerwright", OUTSIDE],
  ["the state in capitals", "shop/.LAYERWRIGHT", OUTSIDE],
  ["a link to the state", "to_state/stage", OUTSIDE],
  ["the state through a link", "link_in/.layerwright/stage", OUTSIDE],
  ["a project that is being made", ".shop.layerwright-1-0123abcd", OUTSIDE],
];

for (const [behaviour, project, code] of PROJECTS) {
  Deno.test(`no tool accepts ${behaviour} as a project`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      for (const [tool, args] of CALLS) {
        const { isError, text, report } = await app.call(tool, { ...args, project });
        const codes = report.diagnostics?.map((each) => each.code);
        deepEqual({ tool, isError, codes }, { tool, isError: true, codes: [code] });
        doesNotMatch(`${text}${JSON.stringify(report)}`, /planted_|precious_route|root:/);
        ok(text.length < 1_000, text);
      }
      deepEqual(app.bugs, []);
    }));
}

Deno.test("a project is the same through its path and through a link", () =>
  inHostileFolder(async (root) => {
    const app = testedApp(root);
    const own = await app.call("analyze_project", { project: "shop" });
    deepEqual(await app.call("analyze_project", { project: "link_in" }), own);
  }));

const NAMES = [
  "../x",
  "..",
  "/etc/passwd",
  "a/b",
  "a\\b",
  "a.b",
  "a\0",
  "a\nb",
  "a b",
  "",
  "1a",
  "a-b",
  "\u0430",
  "\uff41",
  "a'b",
  'a")\nimport os',
  "{{a}}",
  "<%= it %>",
  "$(id)",
  "x".repeat(300),
  "\ud800",
];

const NAMED: readonly (readonly [string, (name: string) => Readonly<Record<string, unknown>>])[] = [
  ["generate_route", (route) => ({ route })],
  ["generate_route", (name) => ({ route: "fine", subroutes: { [name]: { type: "GET" } } })],
  ["generate_subroute", (subroute) => ({ route: "products", subroute })],
  ["generate_subroute", (route) => ({ route, subroute: "fine" })],
  ["change_project", (route) => ({ action: "remove_route", route })],
  ["change_project", (subroute) => ({ action: "remove_subroute", route: "products", subroute })],
  ["change_project", (route) => ({ action: "change_endpoint", route, mock: 1 })],
  [
    "change_project",
    (name) => ({ action: "change_endpoint", route: "products", subroute: name, mock: 1 }),
  ],
  ["change_project", (route) => ({ action: "rename_route", route, new_name: "fine" })],
  ["change_project", (name) => ({ action: "rename_route", route: "products", new_name: name })],
  [
    "change_project",
    (name) => ({ action: "rename_subroute", route: "products", subroute: name, new_name: "fine" }),
  ],
  [
    "change_project",
    (name) => ({ action: "rename_subroute", route: "products", subroute: "fine", new_name: name }),
  ],
  ["generate_api", (name) => ({ spec: { routes: { [name]: { type: "GET" } } } })],
  [
    "generate_api",
    (name) => ({
      spec: { routes: { fine: { type: "GET", subroutes: { [name]: { type: "GET" } } } } },
    }),
  ],
];

for (const name of NAMES) {
  const shown = JSON.stringify(name.slice(0, 20));
  Deno.test(`no tool accepts ${shown} as the name of a route or subroute`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      for (const [tool, args] of NAMED) {
        const { isError, report } = await app.call(tool, { ...args(name), project: "shop" });
        equal(isError, true, `${tool} ${JSON.stringify(args(name))}`);
        match(report.diagnostics?.[0]?.code ?? "", /^spec-(?:route-name|subroute-name|limit)$/);
      }
      const { report } = await app.call("check_route_exists", { project: "shop", route: name });
      deepEqual(report.data, { exists: false, files: [], endpoints: 0 });
      deepEqual(app.bugs, []);
    }));
}

function nested(depth: number, inner: unknown): unknown {
  let value = inner;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

const DEEP_TEXT = "[".repeat(100_000) + "]".repeat(100_000);

/** Deeply nested arguments, as text or as values. */
const DEEP: readonly (readonly [behaviour: string, tool: string, args: Record<string, unknown>])[] =
  [
    ["a spec", "generate_api", { project: "new", spec: DEEP_TEXT }],
    ["a spec's mock", "generate_api", {
      project: "new",
      spec: `{"routes":{"a":{"type":"GET","mock":${DEEP_TEXT}}}}`,
    }],
    ["a spec to be validated", "validate_spec", { spec: DEEP_TEXT }],
    ["a route's mock", "generate_route", { project: "shop", route: "a", mock: DEEP_TEXT }],
    ["subroutes", "generate_route", { project: "shop", route: "a", subroutes: DEEP_TEXT }],
    ["subroutes as deep as may be", "generate_route", {
      project: "shop",
      route: "a",
      subroutes: "[".repeat(999) + "]".repeat(999),
    }],
    ["another mock", "change_project", {
      project: "shop",
      action: "change_endpoint",
      route: "products",
      mock: DEEP_TEXT,
    }],
    ["a subroute's mock", "generate_subroute", {
      project: "shop",
      route: "products",
      subroute: "a",
      mock: DEEP_TEXT,
    }],
    ["a project", "generate_api", { project: nested(150, "new"), spec: SPEC }],
    ["a route", "generate_route", { project: "shop", route: nested(150, "a") }],
  ];

for (const [behaviour, tool, args] of DEEP) {
  Deno.test(`${tool} refuses too deep JSON for ${behaviour}`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      const { isError, text } = await app.call(tool, args);
      equal(isError, true);
      ok(text.length < 2_000, text);
      deepEqual(app.bugs, []);
    }));
}

/** Values that are not an object of arguments, as JSON text. */
const NO_ARGUMENTS = ["[]", '["shop"]', '"shop"', "null", "5", "true"];

for (const text of NO_ARGUMENTS) {
  Deno.test(`every tool refuses ${text} as its arguments`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      for (const [tool] of CALLS) {
        for (const era of ERAS) {
          const { error } = await replyOf(await app.ask(toolCall(tool, JSON.parse(text)), era));
          equal(error?.code, -32602);
        }
      }
    }));
}

/** Arguments with names of Object.prototype, as JSON text. */
const INHERITED = [
  '{"__proto__": {"project": "shop", "route": "products", "spec": {}}}',
  '{"constructor": {"prototype": {"project": "shop"}}, "prototype": {"project": "shop"}}',
  '{"project": {"__proto__": "shop"}, "toString": "x", "hasOwnProperty": "x"}',
  '{"project": "shop", "valueOf": "x"}',
  '{"project": {"toString": "shop"}}',
  '{"project": ["shop"]}',
  '{"project": null}',
  '{"project": 1e400}',
  '{"project": "shop", "project ": "x", "PROJECT": "y"}',
  "{}",
];

for (const text of INHERITED) {
  Deno.test(`every tool refuses ${text}`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      for (const [tool] of [...CALLS, ["validate_spec"] as const]) {
        // Without arguments, this tool lists the projects.
        if (text === "{}" && tool === "get_project_info") continue;
        const { isError, report } = await app.call(tool, JSON.parse(text));
        equal(isError, true);
        ok(report.diagnostics?.every(({ code }) => code === "usage-argument"), tool);
      }
      equal(Object.hasOwn(Object.prototype, "project"), false);
      deepEqual(app.bugs, []);
    }));
}

/** Requests for missing things, and the error codes in both eras. */
const UNKNOWN: readonly (readonly [behaviour: string, asked: Asked, code: number])[] = [
  ["a tool of another name", toolCall("generate_everything", {}), -32602],
  ["a tool of no name", toolCall("", {}), -32602],
  ["a tool that every object has", toolCall("constructor", {}), -32602],
  ["a tool of a very long name", toolCall("x".repeat(10_000), {}), -32602],
  ["a prompt of another name", { method: "prompts/get", params: { name: "toString" } }, -32602],
  ["a method of another name", { method: "tools/destroy" }, -32601],
  ["a method that every object has", { method: "__proto__" }, -32601],
  ["a method of no name", { method: "" }, -32601],
  ["a method for tasks", { method: "tasks/list" }, -32601],
  [
    "a method that sets the log",
    { method: "logging/setLevel", params: { level: "debug" } },
    -32601,
  ],
];

for (const [behaviour, asked, code] of UNKNOWN) {
  Deno.test(`the server refuses ${behaviour}`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      for (const era of ERAS) {
        const { error } = await replyOf(await app.ask(asked, era));
        equal(error?.code, code, era);
        ok(JSON.stringify(error).length < 1_000);
      }
      deepEqual(app.bugs, []);
    }));
}

Deno.test("a notification calls no tool", () =>
  inHostileFolder(async (root) => {
    const app = testedApp(root);
    const { params } = toolCall("generate_api", { project: "new", spec: SPEC });
    const message = { jsonrpc: "2.0", method: "tools/call", params };
    const response = await app.send(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          authorization: "Bearer lw_correct-horse-battery-staple",
          "content-type": "application/json",
          host: "localhost",
        },
        body: JSON.stringify(message),
      }),
    );
    equal(response.status, 202);
    equal(await response.text(), "");
  }));
