/** People who keep the members that they edited, although the spec changes them. */

import { deepEqual, equal, match } from "node:assert/strict";
import { type ApiData, type ApiSpecInput, type GenerateApiOptions } from "../../../mod.ts";
import { type Edit, edits, generate, regenerate, replace } from "../edited_project.ts";

const MODEL = "api/models/carts_model.py";
const ROUTE = "api/routes/carts_route.py";
const TEST = "tests/test_carts_route.py";
const KEY = "POST /carts";
const FIRST = { name: "Tea", size: 3 };

function spec(body: unknown, status = 201): ApiSpecInput {
  return { routes: { carts: { type: "POST", status, body } } } as ApiSpecInput;
}

const CONSTRAINED = edits(
  replace(MODEL, "    size: int", "    size: int = Field(ge=1)"),
  replace(MODEL, "from api.models.body", "from pydantic import Field\n\nfrom api.models.body"),
);

interface Case {
  readonly what: string;
  readonly next: ApiSpecInput;
  readonly edit?: Edit;
  readonly options?: GenerateApiOptions;
  readonly row: string;
  /** The members of the model, and the body that the test sends. */
  readonly members: readonly string[];
  readonly sent: string;
}

const CASES: readonly Case[] = [
  {
    what: "another type",
    next: spec({ name: "Tea", size: 2.5, note: "x" }),
    row: "outdated body updated; your edits of CartsBody.size stay",
    members: ["name: str", "size: int = Field(ge=1)", "note: str"],
    sent: '{"name": "Tea", "size": 3, "note": "x"}',
  },
  {
    what: "no such member",
    next: spec({ name: "Tea", note: "x" }),
    row: "outdated body updated; your edits of CartsBody.size stay",
    members: ["name: str", "note: str", "size: int = Field(ge=1)"],
    sent: '{"name": "Tea", "note": "x", "size": 3}',
  },
  {
    what: "an optional member",
    next: spec({ name: "Tea", "size?": 4 }),
    row: "kept until the spec changes it again",
    members: ["name: str", "size: int = Field(ge=1)"],
    sent: '{"name": "Tea", "size": 3}',
  },
  {
    what: "another type for one endpoint by name",
    next: spec({ size: "big" }),
    options: { keep: [KEY] },
    row: "outdated body updated; your edits of CartsBody.size stay",
    members: ["size: int = Field(ge=1)"],
    sent: '{"size": 3}',
  },
  {
    what: "another status, too, and the handler edited",
    next: spec({ name: "Tea", size: 2.5, note: "x" }, 202),
    edit: edits(
      CONSTRAINED,
      replace(ROUTE, "    return jsonify", "    print()\n    return jsonify"),
    ),
    row: "kept until the spec changes it again",
    members: ["name: str", "size: int = Field(ge=1)"],
    sent: '{"name": "Tea", "size": 3}',
  },
];

for (const { what, next, edit = CONSTRAINED, options, row, members, sent } of CASES) {
  Deno.test(`generateApi() keeps an edited member to which the spec gives ${what}`, async () => {
    const before = edit(await generate(spec(FIRST)));
    equal((await regenerate(before, next)).report.status, "refused");
    const { report, files } = await regenerate(before, next, options ?? { keepEdited: true });
    equal(report.status, "applied", report.message);
    const { states } = report.data as ApiData;
    deepEqual(states.map(({ state, note }) => `${state} ${note}`), [row]);
    deepEqual(membersIn(files[MODEL] ?? ""), members);
    equal(/body: dict\[str, Any\] = (.*)/.exec(files[TEST] ?? "")?.[1], sent);
    equal((await regenerate(files, next)).report.status, "unchanged");
  });
}

Deno.test("generateApi() asks about a kept member again only if the spec changes it again", async () => {
  const before = CONSTRAINED(await generate(spec(FIRST)));
  const kept = await regenerate(before, spec({ name: "Tea", size: 2.5 }), { keepEdited: true });
  const grown = await regenerate(kept.files, spec({ name: "Tea", size: 2.5, note: "x" }));
  equal(grown.report.status, "applied");
  deepEqual(membersIn(grown.files[MODEL] ?? ""), [
    "name: str",
    "size: int = Field(ge=1)",
    "note: str",
  ]);
  match(grown.files[TEST] ?? "", /= \{"name": "Tea", "size": 3, "note": "x"\}/);
  const again = await regenerate(grown.files, spec({ name: "Tea", size: "big", note: "x" }));
  equal(again.report.status, "refused");
  const taken = await regenerate(grown.files, spec({ name: "Tea", size: "big", note: "x" }), {
    replace: [KEY],
  });
  deepEqual(membersIn(taken.files[MODEL] ?? ""), ["name: str", "size: str", "note: str"]);
  match(taken.files[TEST] ?? "", /= \{"name": "Tea", "size": "big", "note": "x"\}/);
});

Deno.test("generateApi() reports the body that the code accepts", async () => {
  const before = CONSTRAINED(await generate(spec(FIRST)));
  const next = spec({ name: "Tea", size: "big", note: "x" });
  const { report } = await regenerate(before, next, { keepEdited: true });
  const [endpoint] = (report.data as ApiData).endpoints;
  equal(endpoint?.body, "name text, size integer, note text");
});

function membersIn(model: string): readonly string[] {
  const [, code = ""] = model.split("class CartsBody(Body):\n");
  return code.trimEnd().split("\n").map((each) => each.trim());
}
