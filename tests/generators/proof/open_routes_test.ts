/** New routes that let everybody in. */

import { deepEqual, equal } from "node:assert/strict";
import {
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  type SubroutesInput,
} from "../../../mod.ts";

const SPEC = { routes: { orders: { type: "GET", subroutes: { open: { type: "GET" } } } } } as const;

const ORDERS = "api/routes/orders_route.py";

const HOOK = "\n\n@orders_bp.before_request\ndef check():\n    ...\n";

const ADDING = `

def route(blueprint, rule):
    def decorate(view):
        blueprint.add_url_rule(rule, view_func=view.as_view(view.__name__))
        return view

    return decorate


@route(orders_bp, "/late")
class Late(MethodView):
    def get(self):
        return "late"
`;

/** The routes of the orders after people guarded them; or not. */
const EDITS: Readonly<Record<string, (route: string) => string>> = {
  "guarded by a decorator": (route) => decorated(route, "@login_required"),
  "guarded by two decorators": (route) =>
    route.replace(/^(@.*\)\n)/m, "$1@role_required('admin')\n")
      .replace(/^(@.*open"\)\n)/m, "$1@auth.login_required\n"),
  "guarded by a hook of their blueprint": (route) => route + HOOK,
  "guarded in part": (route) => route.replace(/^(@.*open"\)\n)/m, "$1@login_required\n"),
  "as generated": (route) => route,
  "guarded, and so is the app": (route) =>
    `${decorated(route, "@login_required")}\n\ndef hook(app):\n    app.before_request(check)\n`,
  "guarded, and one that a function adds": (route) =>
    `${route.replace("\n\n", "\n\nfrom flask.views import MethodView\n")}${ADDING}${HOOK}`,
  "only one, and guarded": (route) =>
    decorated(route, "@login_required").replace(/^@orders_bp.get\("\/open"\)[^]*/m, ""),
  "guarded, and one that a call adds": (route) =>
    `${decorated(route, "@login_required")}\norders_bp.add_url_rule("/x", view_func=get_open)\n`,
};

const FOUND: Readonly<Record<string, string>> = {
  "guarded by a decorator":
    "New handlers have no @login_required, but all 2 handlers of other routes have it:",
  "guarded by two decorators":
    "New handlers have no @role_required or @auth.login_required, but all 2 handlers of other routes have one of them:",
  "guarded by a hook of their blueprint":
    "New handlers have no @before_request, but all 2 handlers of other routes have it:",
  "guarded, and one that a function adds":
    "New handlers have no @before_request, but all 3 handlers of other routes have it:",
  "only one, and guarded":
    "New handlers have no @login_required, but the only handler of other routes has it:",
};

for (const [title, edit] of Object.entries(EDITS)) {
  Deno.test(`a new route beside handlers that are ${title}`, async () => {
    const first = createMemoryWorkspace();
    await generateApi(first, "shop", SPEC);
    const files = Object.fromEntries(first.files());
    const workspace = createMemoryWorkspace({ ...files, [ORDERS]: edit(files[ORDERS] ?? "") });
    const added = await generateRoute(workspace, "tags", {});
    equal(added.status, "applied");
    const told = added.diagnostics.filter(({ code }) => code === "route-open");
    const found = FOUND[title];
    const expected = found === undefined ? [] : [`${found}\n  api/routes/tags_route.py`];
    deepEqual(told.map(({ message }) => message), expected);
  });
}

Deno.test("a route whose handlers people deleted, beside handlers that are guarded", async () => {
  const first = createMemoryWorkspace();
  const spec = (subroutes: SubroutesInput) => ({
    routes: { ...SPEC.routes, tags: { type: "GET" as const, subroutes } },
  });
  await generateApi(first, "shop", spec({}));
  const files = Object.fromEntries(first.files());
  const [TAGS, tags = ""] = ["api/routes/tags_route.py", files["api/routes/tags_route.py"]];
  const workspace = createMemoryWorkspace({
    ...files,
    [ORDERS]: decorated(files[ORDERS] ?? "", "@login_required"),
    [TAGS]: tags.slice(0, tags.indexOf("\n\n@tags_bp")),
  });
  const added = await generateApi(workspace, "shop", spec({ late: { type: "GET" } }));
  equal(added.status, "applied", added.message);
  const told = added.diagnostics.filter(({ code }) => code === "route-open");
  deepEqual(told.map(({ message }) => message), [
    `${FOUND["guarded by a decorator"]}\n  shop/${TAGS}`,
  ]);
});

function decorated(route: string, decorator: string): string {
  return route.replaceAll(/^(@orders_bp.*\n)/gm, `$1${decorator}\n`);
}
