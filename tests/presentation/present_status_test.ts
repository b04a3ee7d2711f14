/** The screen of `status`, at the widths of narrow and usual terminals. */

import { equal } from "node:assert/strict";
import type { ProjectStatus } from "../../actions/project_status.ts";
import { report } from "../../core/report.ts";
import type { EndpointState } from "../../generators/compare/project_state.ts";
import { presentStatus } from "../../presentation/present_status.ts";
import { PLAIN_VIEW } from "../../presentation/view.ts";

function endpoint(state: EndpointState["state"], about: Partial<EndpointState>): EndpointState {
  const place = { file: "api/routes/a_route.py", line: 12 };
  return {
    state,
    route: "a",
    method: "GET",
    path: "/a",
    code: "generated",
    note: "",
    ...place,
    ...about,
  };
}

const LINES = "add to api/__init__.py:\nfrom api.routes.a_route import a_bp\n" +
  "app.register_blueprint(a_bp)";

const DATA: ProjectStatus = {
  name: "shop",
  generator: "2.0.0",
  layers: [],
  routes: [],
  models: ["AModel", "AItemModel"],
  problems: [{ file: "api/b.py", line: 3, message: "'(' was never closed" }],
  containers: [{ file: "Dockerfile", present: false }],
  endpoints: [
    endpoint("unregistered", { note: LINES }),
    endpoint("unregistered", { method: "POST", line: 17, note: LINES }),
    endpoint("changed", { path: "/a/{id:int}", code: "edited", note: "was /a/item" }),
    endpoint("same", { path: "/c", code: "edited", note: "api/services/c_service.py:9" }),
    endpoint("same", { path: "/d" }),
    endpoint("beside", { path: "/e", code: "yours" }),
  ],
  drift: 3,
  deleted: ["README.md", "Dockerfile", "compose.yaml", "tests/conftest.py"],
  unread: [],
  files: 12,
};

function screen(columns: number, listed: Parameters<typeof presentStatus>[2]): string {
  const shown = report("status", "unchanged", {
    message: "shop: 3 of 6 endpoints differ from shop.json, 1 problem",
    data: DATA,
    next: ["layerwright generate api --json shop.json --dry-run"],
  });
  return presentStatus(shown, { ...PLAIN_VIEW, columns }, listed);
}

const NOTABLE = `shop: 3 of 6 endpoints differ from shop.json, 1 problem

  unregistered  GET   /a           api/routes/a_route.py:12
      add to api/__init__.py:
      from api.routes.a_route import a_bp
      app.register_blueprint(a_bp)
  unregistered  POST  /a           api/routes/a_route.py:17
  changed       GET   /a/{id:int}  was /a/item

  edited        GET   /c
      api/services/c_service.py:9
  deleted       README.md, Dockerfile, compose.yaml,
                tests/conftest.py

  problem  api/b.py:3  '(' was never closed

2 endpoints agree, 1 is beside the spec.
Next: layerwright generate api --json shop.json --dry-run`;

/** The same screen on a terminal of usual width. */
const WIDE = NOTABLE.replace("compose.yaml,\n" + " ".repeat(16), "compose.yaml, ")
  .replace(/\/c\n +/, `/c${" ".repeat(11)}`);

Deno.test("presentStatus() fits a terminal of 60 columns", () => {
  equal(screen(60, "notable"), NOTABLE);
});

Deno.test("presentStatus() uses the width of a usual terminal", () => {
  equal(screen(80, "notable"), WIDE);
});

Deno.test("presentStatus() lists all endpoints, and the other parts if asked", () => {
  const all = screen(80, "everything");
  const more = "  same          GET   /d           api/routes/a_route.py:12\n" +
    "  beside        GET   /e           api/routes/a_route.py:12\n  deleted";
  const parts = "\n\n  Generator   layerwright 2.0.0\n  Models      A, AItem\n" +
    "  Containers  Dockerfile (absent)";
  const expected = WIDE.replace("  deleted", more).replace(
    "\n\n2 endpoints",
    `${parts}\n\n2 endpoints`,
  );
  equal(all, expected);
  equal(screen(80, "endpoints"), expected.replace(parts, ""));
});
