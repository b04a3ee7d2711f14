/** Handlers that people made a class or a variable are never replaced by a function. */

import { deepEqual, equal, match } from "node:assert/strict";
import type { ApiSpecInput } from "../../../mod.ts";
import { differences, type Edit, generate, regenerate } from "../edited_project.ts";

const ROUTE = "api/routes/carts_route.py";
const KEY = "GET /carts";

function spec(answer: object): ApiSpecInput {
  return { routes: { carts: { type: "GET", ...answer } } } as ApiSpecInput;
}

/** Replaces the handler of `GET /carts`. */
function as(code: string, imported: string): Edit {
  return (files) => ({
    ...files,
    [ROUTE]: (files[ROUTE] ?? "").replace(/@carts_bp\.get[^]*/, code)
      .replace("\n\n", `\n\n${imported}\n`),
  });
}

const KINDS: readonly (readonly [kind: string, edit: Edit])[] = [
  [
    "class",
    as(
      "class get(MethodView):\n    def get(self):\n        return jsonify(service().get())\n\n\n" +
        'carts_bp.add_url_rule("", view_func=get.as_view("get"))\n',
      "from flask.views import MethodView",
    ),
  ],
  [
    "variable",
    as(
      'get = lambda: jsonify(service().get())\ncarts_bp.add_url_rule("", "get", view_func=get)\n',
      "import json",
    ),
  ],
];

const CHOICES = [{ replace: [KEY] }, { force: true }, {}] as const;

for (const [kind, edit] of KINDS) {
  Deno.test(`generateApi() never replaces a ${kind} by a handler`, async () => {
    const before = edit(await generate(spec({ mock: 1 })));
    for (const choices of CHOICES) {
      const { report, files } = await regenerate(before, spec({ mock: 1, status: 203 }), choices);
      equal(report.status, "refused", JSON.stringify(choices));
      deepEqual(files, before);
      const { states }: { states: readonly Record<string, unknown>[] } = Object(report.data);
      match(String(states[0]?.["note"]), /^has a new status.*; get is your code$/);
      deepEqual(states.map(({ diff }) => diff), [null]);
    }
  });

  Deno.test(`generateApi() says that it does not replace a ${kind}`, async () => {
    const before = edit(await generate(spec({ mock: 1 })));
    const { report, files } = await regenerate(before, spec({ mock: 1 }), { replace: [KEY] });
    deepEqual(differences(before, files), []);
    const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
    match(
      states[0]?.["note"] ?? "",
      new RegExp(`^the ${kind} get in .* answers; change it there$`),
    );
  });
}
