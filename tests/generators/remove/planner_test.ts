import { deepEqual, equal } from "node:assert/strict";
import {
  type ApiSpecInput,
  createMemoryWorkspace,
  type RemoveOptions,
  removeSubroute,
} from "../../../mod.ts";
import { projectPath } from "../../../core/project_path.ts";
import { type Edit, generate } from "../edited_project.ts";

const ROUTE = "api/routes/orders_route.py";
const SPEC: ApiSpecInput = {
  routes: {
    orders: { type: "POST", subroutes: { open: { methods: { PUT: {}, GET: { mock: 1 } } } } },
  },
};
const HANDLERS = '@orders_bp.put("/open")\n' +
  "def update_open() -> ResponseReturnValue:\n" +
  "    return jsonify(service().update_open(json_body()))\n\n\n" +
  '@orders_bp.get("/open")\n' +
  "def get_open() -> ResponseReturnValue:\n    return jsonify(service().get_open())\n";
const VIEW = "class Open(MethodView):\n" +
  "    def put(self) -> ResponseReturnValue:\n        return jsonify(service().update_open({}))\n\n" +
  "    def get(self) -> ResponseReturnValue:\n        return jsonify(service().get_open())\n\n\n" +
  'orders_bp.add_url_rule("/open", view_func=Open.as_view("open"))\n';

const rewrite = (edit: (text: string) => string): Edit => (files) => ({
  ...files,
  [ROUTE]: edit(files[ROUTE] ?? ""),
});
const FACTORY = rewrite((text) => {
  const [head = "", code = ""] = text.split("orders_bp = ");
  const body = `orders_bp = ${code}`.trimEnd().replaceAll(/^(?=.)/gm, "    ");
  return `${head}def make():\n${body}\n\n    return orders_bp\n\n\norders_bp = make()\n`;
});
const IN_CLASS = rewrite((text) =>
  text.replace(HANDLERS, VIEW).replace("\n\n", "\n\nfrom flask.views import MethodView\n")
);
const AT_OTHER_PREFIX: Edit = (files) =>
  IN_CLASS({
    ...files,
    [ROUTE]: (files[ROUTE] ?? "").replace('url_prefix="/orders"', 'url_prefix="/v1"'),
  });

const CASES: readonly (readonly [what: string, edit: Edit, path: string, handler: string])[] = [
  ["a function that creates the blueprint", FACTORY, "/orders/open", "get_open"],
  ["a class", IN_CLASS, "/orders/open", "Open"],
  ["a class at another prefix", AT_OTHER_PREFIX, "/v1/open", "Open"],
];

async function removed(edit: Edit, options: RemoveOptions) {
  const files = edit(await generate(SPEC));
  const workspace = createMemoryWorkspace(files);
  const report = await removeSubroute(workspace, "orders", "open", { ...options, type: "GET" });
  const after = workspace.files().get(projectPath(ROUTE)) ?? "";
  return { ...report, line: lineOf(files[ROUTE] ?? ""), isLeft: after === files[ROUTE] };
}

/** Returns the line of the decorator or call that adds the endpoint. */
function lineOf(text: string): number {
  return text.split("\n").findIndex((line) => /(?:get|add_url_rule)\("\/open"/.test(line)) + 1;
}

for (const [what, edit, path, handler] of CASES) {
  for (const force of [false, true]) {
    const command = `removeSubroute()${force ? " with force" : ""}`;
    Deno.test(`${command} refuses to leave a handler in ${what}`, async () => {
      const { status, diagnostics, line, isLeft } = await removed(edit, { force });
      deepEqual([status, isLeft], ["refused", true]);
      deepEqual(
        diagnostics.map(({ code, message }) => [code, message]),
        [[
          "conflict-edited",
          "GET /orders/open is served by code of yours. Nothing was removed.\n" +
          `  ${ROUTE}:${line}  GET ${path}  ${handler}`,
        ]],
      );
    });
  }

  Deno.test(`removeSubroute() keeps a handler in ${what} if asked`, async () => {
    const { status, diagnostics, isLeft } = await removed(edit, { keepEdited: true });
    deepEqual([status, isLeft], ["applied", true]);
    equal(diagnostics[0]?.message, `Kept '${handler}' in ${ROUTE}: you wrote it`);
  });
}
