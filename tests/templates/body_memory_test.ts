/** What hostile bodies cost a generated application. */

import { deepEqual, ok } from "node:assert/strict";
import { withProjects } from "../generators/written_projects.ts";
import { IS_WITHOUT_PYDANTIC, newestFlask } from "../tools/flask_pythons.ts";
import { runPython } from "../tools/run_python.ts";

const MEMBERS = Array.from({ length: 10 }, (_, at) => `"member${at}": 1`).join(", ");

const SPEC = `{"routes": {"orders": {"type": "POST", "body": {
  "rows": [{${MEMBERS}}], "names": ["x"], "either": [1, "x"]
}}}}`;

/** Bodies of almost 1 MiB, whose parts do not fit. */
const BODIES: readonly (readonly [status: number, body: string])[] = [
  [422, `{"rows": [${Array(90_000).fill("{}")}]}`],
  [422, `{"names": [${Array(90_000).fill("1")}]}`],
  [422, `{"either": [${Array(90_000).fill("null")}]}`],
  [422, `{${Array.from({ length: 90_000 }, (_, at) => `"${at}":0`)}}`],
  [413, `{"rows": [${Array(340_000).fill("{}")}]}`],
  [413, `{"names": [${Array(500_000).fill("1")}]}`],
];

Deno.test({
  name: "a project spends little memory on bodies of 1 MiB that do not fit",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: () =>
    withProjects([SPEC], async ([folder = ""]) => {
      const bodies = BODIES.map(([, body]) => body);
      const input = { folder, path: "/orders", bodies };
      const { statuses, mebibytes } = Object(
        await runPython("body_memory.py", input, newestFlask),
      );
      deepEqual(statuses, BODIES.map(([status]) => status));
      ok(mebibytes < 100, `the bodies took ${mebibytes} MiB`);
    }),
});
