/** `CORS_ORIGINS` of generated projects. */

import { deepEqual } from "node:assert/strict";
import { append, type Edit, edits, replace } from "../generators/edited_project.ts";
import { debianFlask, newestFlask } from "../tools/flask_pythons.ts";
import { type HeaderAnswer, headerAnswers, type HeaderRequest } from "../tools/header_answers.ts";
import { inEditedProject } from "./edited_project.ts";

const SHOP = "https://shop.example";

/** Guards of an app and of a blueprint, which refuse every request that reaches them. */
const guarded: Edit = edits(
  replace(
    "api/__init__.py",
    "    register_blueprints(app)\n",
    "    register_blueprints(app)\n    app.before_request(lambda: ('', 403))\n",
  ),
  append(
    "api/routes/users_route.py",
    "\n\n@users_bp.before_request\ndef check() -> ResponseReturnValue:\n    return '', 401\n",
  ),
);

const asIs: Edit = (files) => files;

function preflight(path: string, method: string, origin = SHOP): HeaderRequest {
  const headers = {
    "Origin": origin,
    "Access-Control-Request-Method": method,
    "Access-Control-Request-Headers": "authorization,content-type",
  };
  return ["OPTIONS", path, headers];
}

/** Returns the status and the headers about origins. */
function seen({ status, headers }: HeaderAnswer): string {
  const short = (name: string) =>
    headers[name] === undefined ? [] : [`${name.split("-").at(-1)}: ${headers[name]}`];
  const names = [
    "Vary",
    "Access-Control-Allow-Origin",
    "Access-Control-Allow-Credentials",
    "Access-Control-Expose-Headers",
    "Access-Control-Allow-Headers",
  ];
  const methods = headers["Access-Control-Allow-Methods"]?.split(", ").sort().join("+");
  return [status, ...names.flatMap(short), ...(methods === undefined ? [] : [methods])].join(", ");
}

const READS = "Headers: Link, Location, X-Total-Count";
const SENDS = "Headers: authorization,content-type";

interface Case {
  readonly title: string;
  readonly origins: string;
  readonly edit: Edit;
  readonly requests: readonly (readonly [request: HeaderRequest, answer: string])[];
}

const CASES: readonly Case[] = [
  {
    title: "answers as ever without origins",
    origins: "",
    edit: asIs,
    requests: [
      [["GET", "/users", { Origin: SHOP }], "200"],
      [preflight("/users", "GET"), "200"],
    ],
  },
  {
    title: "lets pages of its origins read every answer",
    origins: `${SHOP}, http://localhost:5173,`,
    edit: asIs,
    requests: [
      [["GET", "/users", { Origin: SHOP }], `200, Vary: Origin, Origin: ${SHOP}, ${READS}`],
      [
        ["GET", "/users", { Origin: "http://localhost:5173" }],
        `200, Vary: Origin, Origin: http://localhost:5173, ${READS}`,
      ],
      [["GET", "/missing", { Origin: SHOP }], `404, Vary: Origin, Origin: ${SHOP}, ${READS}`],
      [["GET", "/users", { Origin: "https://evil.example" }], "200, Vary: Origin"],
      [["GET", "/users", { Origin: `${SHOP}.evil.example` }], "200, Vary: Origin"],
      [["GET", "/users", { Origin: "null" }], "200, Vary: Origin"],
      [["GET", "/users", {}], "200, Vary: Origin"],
      [["OPTIONS", "/users", { Origin: SHOP }], `200, Vary: Origin, Origin: ${SHOP}, ${READS}`],
    ],
  },
  {
    title: "lets all pages read every answer",
    origins: "*",
    edit: asIs,
    requests: [
      [["GET", "/users", { Origin: SHOP }], `200, Origin: *, ${READS}`],
      [["GET", "/users", {}], `200, Origin: *, ${READS}`],
      [preflight("/users", "GET"), `200, Origin: *, ${READS}, ${SENDS}, GET+HEAD+OPTIONS`],
    ],
  },
  {
    title: "answers preflights before guards do, with the methods of the endpoint",
    origins: SHOP,
    edit: guarded,
    requests: [
      [["GET", "/users", { Origin: SHOP }], `403, Vary: Origin, Origin: ${SHOP}, ${READS}`],
      [
        preflight("/users", "GET"),
        `200, Vary: Origin, Origin: ${SHOP}, ${READS}, ${SENDS}, GET+HEAD+OPTIONS`,
      ],
      [
        preflight("/users/add", "POST"),
        `200, Vary: Origin, Origin: ${SHOP}, ${READS}, ${SENDS}, OPTIONS+POST`,
      ],
      [preflight("/users", "GET", "https://evil.example"), "403, Vary: Origin"],
      [["OPTIONS", "/users", { Origin: SHOP }], `403, Vary: Origin, Origin: ${SHOP}, ${READS}`],
    ],
  },
];

for (const { title, origins, edit, requests } of CASES) {
  Deno.test(`a generated app ${title}`, async () => {
    await inEditedProject(edit, async (folder) => {
      for (const python of [debianFlask, newestFlask]) {
        const all = requests.map(([request]) => request);
        const variables = { CORS_ORIGINS: origins };
        const { answers } = await headerAnswers(folder, all, python, variables);
        deepEqual(answers.map(seen), requests.map(([, answer]) => answer), python.interpreter);
      }
    });
  });
}
