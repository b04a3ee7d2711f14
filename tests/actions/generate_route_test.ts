/** Adding a route together with its subroutes. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  type ApiSpecInput,
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  generateSubroute,
  type MemoryWorkspace,
  type SubroutesInput,
} from "../../mod.ts";
import { addRoute } from "../../actions/generate_route.ts";
import { parseJson } from "../../core/json.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import type { ExpectedEndpoint } from "../generators/written_spec.ts";
import { type Files, withoutOrigins } from "../generators/edited_project.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

const FIRST: ApiSpecInput["routes"] = { first: { type: "GET" } };

async function project(
  routes: ApiSpecInput["routes"] = FIRST,
): Promise<MemoryWorkspace> {
  const workspace = createMemoryWorkspace();
  equal((await generateApi(workspace, "shop", { routes })).status, "applied");
  return workspace;
}

function texts(workspace: MemoryWorkspace): Files {
  return withoutOrigins(Object.fromEntries(workspace.files()));
}

const SUBROUTES: SubroutesInput = {
  open: { type: "GET", mock: [{ id: 1, note: null }] },
  cancel: { type: "put" },
  import_batch: { type: "POST", mock: { accepted: 1.5 } },
  all: { type: "DELETE" },
};

Deno.test("generateRoute with subroutes writes what generateApi writes for the same spec", async () => {
  const whole = await project({
    ...FIRST,
    orders: { type: "POST", mock: { id: 1 }, subroutes: SUBROUTES },
  });
  for (
    const subroutes of [SUBROUTES, JSON.stringify(SUBROUTES), JSON.stringify(SUBROUTES, null, 2)]
  ) {
    const workspace = await project();
    const report = await generateRoute(workspace, "orders", {
      type: "POST",
      mock: { id: 1 },
      subroutes,
    });
    equal(report.status, "applied");
    deepEqual(texts(workspace), texts(whole));
    deepEqual(report.data?.endpoints.length, 5);
  }
});

/** Returns endpoints at one path as JSON text. */
function methodsText(endpoints: readonly ExpectedEndpoint[]): string {
  const methods = endpoints.map(({ method, mock }) =>
    `"${method}": {${mock === null ? "" : `"mock": ${mock}`}}`
  );
  return `"methods": {${methods.join(", ")}}`;
}

Deno.test("generateRoute with subroutes writes what generateApi writes, for any route", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ endpoints }) => {
      const own = endpoints.find(({ subroute }) => subroute === null);
      fc.pre(own !== undefined && own.route.toLowerCase() !== "first");
      const paths = Map.groupBy(
        endpoints.filter(({ route, subroute }) => route === own.route && subroute !== null),
        ({ subroute }) => subroute,
      );
      const members = [...paths].map(([name, found]) =>
        `${JSON.stringify(name)}: {${methodsText(found)}}`
      );
      const subroutes = `{${members.join(", ")}}`;
      const route = `{${methodsText([own])}, "subroutes": ${subroutes}}`;
      const whole = createMemoryWorkspace();
      const routes = `{"first": {"type": "GET"}, ${JSON.stringify(own.route)}: ${route}}`;
      equal((await generateApi(whole, "shop", `{"routes": ${routes}}`)).status, "applied");

      const workspace = await project();
      const mock = own.mock === null ? null : parseJson(own.mock);
      const report = await addRoute(workspace, {
        route: own.route,
        type: own.method,
        mock,
        subroutes,
      });
      equal(report.status, "applied", report.message);
      deepEqual(texts(workspace), texts(whole));
    }),
    { numRuns: IS_FULL_TIER ? 500 : 20 },
  );
});

Deno.test("generateRoute adds another method to a route, as a spec with both does", async () => {
  const mock = { id: 1 };
  const whole = await project({ first: { methods: { GET: {}, POST: { mock } } } });
  const workspace = await project();
  const { status } = await generateRoute(workspace, "first", { type: "POST", mock });
  equal(status, "applied");
  deepEqual(texts(workspace), texts(whole));
});

Deno.test("generateRoute refuses subroutes together with another method of a route", async () => {
  const workspace = await project();
  const before = new Map(workspace.files());
  const { status, message } = await generateRoute(workspace, "first", {
    type: "POST",
    subroutes: SUBROUTES,
  });
  equal(status, "refused");
  match(message, /^Route 'first' already exists in .*, with GET, not POST; nothing was written\.$/);
  deepEqual(workspace.files(), before);
});

Deno.test("generateRoute refuses a route whose requests another route answers", async () => {
  const workspace = await project({ shop: { path: "/carts", type: "GET" } });
  const before = workspace.files();
  const { status, message } = await generateRoute(workspace, "carts");
  deepEqual([status, message], ["failed", "GET /carts is in route 'shop' and in route 'carts'."]);
  deepEqual(workspace.files(), before);
  equal((await generateRoute(workspace, "carts", { type: "PUT" })).status, "applied");
});

Deno.test("generateRoute refuses a route whose requests people's own code answers", async () => {
  const generated = await project();
  const own = `from flask import Blueprint

own_bp = Blueprint("own", __name__, url_prefix="/carts")


@own_bp.get("")
def carts() -> str:
    return ""
`;
  const files = { ...Object.fromEntries(generated.files()), "api/routes/own_route.py": own };
  const { status, message } = await generateRoute(createMemoryWorkspace(files), "carts");
  deepEqual([status, message], [
    "failed",
    "GET /carts is in api/routes/own_route.py:6 and in route 'carts'.",
  ]);
});

Deno.test("generateRoute with subroutes changes nothing the second time", async () => {
  const workspace = await project();
  await generateRoute(workspace, "orders", { subroutes: SUBROUTES });
  const once = new Map(workspace.files());
  const { status, diagnostics } = await generateRoute(workspace, "orders", {
    subroutes: SUBROUTES,
  });
  equal(status, "unchanged");
  deepEqual(diagnostics.map(({ code }) => code), ["route-exists"]);
  deepEqual(workspace.files(), once);
});

for (const subroutes of [{}, "{}", " {\n} "]) {
  Deno.test(`generateRoute treats ${JSON.stringify(subroutes)} as no subroutes`, async () => {
    const plain = await project();
    await generateRoute(plain, "orders");
    const workspace = await project();
    equal((await generateRoute(workspace, "orders", { subroutes })).status, "applied");
    deepEqual(workspace.files(), plain.files());
  });
}

Deno.test("generateSubroute adds a subroute to a route with subroutes", async () => {
  const workspace = await project();
  await generateRoute(workspace, "orders", { subroutes: { open: { type: "GET" } } });
  const { status } = await generateSubroute(workspace, "orders", "closed");
  equal(status, "applied");
  const route = workspace.files().get("api/routes/orders_route.py" as ProjectPath) ?? "";
  match(route, /def get_open\([^]*def get_closed\(/);
});

interface Refusal {
  readonly behaviour: string;
  readonly subroutes: unknown;
  readonly codes: readonly string[];
  readonly message: RegExp;
}

const circular: Record<string, unknown> = {};
circular["self"] = circular;

const REFUSED: readonly Refusal[] = [
  ...[null, [], 5, true, "null", "[]", '"open"', [SUBROUTES]].map((subroutes): Refusal => ({
    behaviour: JSON.stringify(subroutes).slice(0, 40),
    subroutes,
    codes: ["spec-shape"],
    message: /^'subroutes' must be an object in route 'orders'\.$/,
  })),
  ...["", "open", "{", "{'open': 1}", '{"open": {"type": "GET"},}', "{} {}", "{}}", '},"x":{'].map(
    (subroutes): Refusal => ({
      behaviour: `the text ${JSON.stringify(subroutes)}`,
      subroutes,
      codes: ["json-syntax"],
      message: /^Invalid subroutes for route 'orders' \(not JSON at 1:\d+: .+\)\.$/,
    }),
  ),
  {
    behaviour: "text of several lines",
    subroutes: '{\n  "open": {\n    "type" "GET"}}',
    codes: ["json-syntax"],
    message: /\(not JSON at 3:12: /,
  },
  {
    behaviour: "a circular value",
    subroutes: circular,
    codes: ["json-syntax"],
    message: /^Invalid subroutes for route 'orders' \(nested deeper than 1000 levels\)\.$/,
  },
  {
    behaviour: "subroutes without a type",
    subroutes: { open: {} },
    codes: ["spec-type-missing"],
    message: /./,
  },
  {
    behaviour: "a subroute that is a string",
    subroutes: { open: "GET" },
    codes: ["spec-shape"],
    message: /./,
  },
  {
    behaviour: "an unsupported method",
    subroutes: { open: { type: "PATCH" } },
    codes: ["spec-method"],
    message: /^Invalid HTTP method 'PATCH' in route 'orders'/,
  },
  {
    behaviour: "an invalid name",
    subroutes: { "by-id": { type: "GET" } },
    codes: ["spec-subroute-name"],
    message: /^Invalid subroute name 'by-id' in route 'orders'/,
  },
  {
    behaviour: "a repeated name",
    subroutes: '{"open": {"type": "GET"}, "open": {"type": "POST"}}',
    codes: ["spec-duplicate"],
    message: /open/,
  },
  {
    behaviour: "a number that Python cannot hold",
    subroutes: '{"open": {"type": "GET", "mock": 1e999}}',
    codes: ["spec-limit"],
    message: /1e999/,
  },
  {
    behaviour: "too many levels",
    subroutes: `{"open": {"type": "GET", "mock": ${"[".repeat(2_000)}${"]".repeat(2_000)}}}`,
    codes: ["json-syntax"],
    message: /nested deeper/,
  },
];

for (const { behaviour, subroutes, codes, message } of REFUSED) {
  Deno.test(`generateRoute rejects ${behaviour} as subroutes, and writes nothing`, async () => {
    const workspace = await project();
    const before = new Map(workspace.files());
    const report = await generateRoute(workspace, "orders", {
      subroutes: subroutes as SubroutesInput,
    });
    equal(report.status, "failed");
    deepEqual(report.diagnostics.map(({ code }) => code), codes);
    match(report.diagnostics[0]?.message ?? "", message);
    // The caller has no text that a location would refer to.
    ok(report.diagnostics.every(({ where }) => where === null));
    deepEqual(workspace.files(), before);
  });
}

Deno.test("generateRoute reports all errors at once", async () => {
  const { diagnostics } = await generateRoute(await project(), "orders", {
    mock: JSON.parse("[".repeat(901) + "]".repeat(901)),
    subroutes: '{"by-id": {"type": "PATCH"}, "open": {}}',
  });
  deepEqual(diagnostics.map(({ code }) => code), [
    "spec-limit",
    "spec-subroute-name",
    "spec-method",
    "spec-type-missing",
  ]);
});

Deno.test("generateRoute does not check the subroutes of a route with an invalid name", async () => {
  const { diagnostics } = await generateRoute(await project(), 'x": {}, "y', { subroutes: "{" });
  deepEqual(diagnostics.map(({ code }) => code), ["spec-route-name"]);
});

Deno.test("generateRoute warns of an unknown key in a subroute", async () => {
  const { status, diagnostics } = await generateRoute(await project(), "orders", {
    subroutes: '{"open": {"type": "GET", "moc": 1}}',
  });
  equal(status, "applied");
  deepEqual(diagnostics.map(({ severity, code }) => [severity, code]), [[
    "warning",
    "spec-unknown-key",
  ]]);
});

for (const name of ["constructor", "__proto__", "toString", "get", "class_", "None_"]) {
  Deno.test(`generateRoute generates a subroute '${name}'`, async () => {
    const workspace = await project();
    const subroutes = `{"${name}": {"type": "GET", "mock": {"${name}": 1}}}`;
    const report = await generateRoute(workspace, "orders", { subroutes });
    equal(report.status, "applied", report.message);
    deepEqual(report.data?.endpoints.map(({ path }) => path), ["/orders", `/orders/${name}`]);
  });
}

Deno.test("generateRoute refuses beside the record of another route that a merge left in conflict", async () => {
  const files = texts(await project());
  const path = Object.keys(files).find((each) => each.startsWith(".layerwright/routes/")) ?? "";
  const merged = `<<<<<<< HEAD\n${files[path]}=======\n${files[path]}>>>>>>> other\n`;
  const workspace = createMemoryWorkspace({ ...files, [path]: merged });
  const { status, diagnostics } = await generateRoute(workspace, "orders");
  equal(status, "refused");
  deepEqual(diagnostics.map(({ code }) => code), ["conflict-record"]);
  equal(texts(workspace)[path], merged);
});

/** An application that registers its blueprints by hand. */
const BY_HAND = `from flask import Flask

from api.routes.first_route import first_bp


def create_app() -> Flask:
    app = Flask(__name__)
    app.register_blueprint(first_bp)
    return app
`;

Deno.test("generateRoute warns if an application registers its blueprints by hand", async () => {
  const files = { ...texts(await project()), "api/__init__.py": BY_HAND };
  const { status, diagnostics } = await generateRoute(createMemoryWorkspace(files), "orders");
  equal(status, "applied");
  deepEqual(diagnostics.map(({ severity, code, message }) => [severity, code, message]), [[
    "warning",
    "mounting-missing",
    "Nothing registers 'orders_bp', so Flask answers 404.\n" +
    "  Add to api/__init__.py:\n" +
    "    from api.routes.orders_route import orders_bp\n" +
    "    app.register_blueprint(orders_bp)",
  ]]);
});

for (
  const { title, app } of [
    {
      title: "further blueprints",
      app: "    register_blueprints(app)\n    app.register_blueprint(admin)\n",
    },
    {
      title: "a loop of its own",
      app: "    for each in blueprints(): app.register_blueprint(each)\n",
    },
  ]
) {
  Deno.test(`generateRoute does not warn if an application has ${title}`, async () => {
    const { "api/__init__.py": text = "", ...files } = texts(await project());
    const changed = text.replace("    register_blueprints(app)\n", app);
    const workspace = createMemoryWorkspace({ ...files, "api/__init__.py": changed });
    deepEqual((await generateRoute(workspace, "orders")).diagnostics, []);
  });
}
