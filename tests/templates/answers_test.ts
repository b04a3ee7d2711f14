/** Answers of generated projects with real data, and to hostile requests. */

import { deepEqual, equal } from "node:assert/strict";
import { type Edit, edits, replace } from "../generators/edited_project.ts";
import { flaskAnswers } from "../tools/flask_answers.ts";
import { inEditedProject } from "./edited_project.ts";

const SERVICE = "api/services/users_service.py";

/** An edit that replaces the mock with an expression. */
function answering(expression: string, ...imports: readonly string[]): Edit {
  return edits(
    replace(SERVICE, 'return {"id": 1}', `return ${expression}`),
    replace(SERVICE, '"""\n\n', `"""\n\n${imports.map((line) => `${line}\n`).join("")}\n`),
  );
}

/** Values that real services return, and their JSON. */
const REAL_DATA: readonly (readonly [json: string, expression: string])[] = [
  ['"2026-05-17"', "date(2026, 5, 17)"],
  ['"2026-05-17T08:30:00"', "datetime(2026, 5, 17, 8, 30)"],
  ['"2026-05-17T08:30:00.250000+00:00"', "datetime(2026, 5, 17, 8, 30, 0, 250000, timezone.utc)"],
  ['"08:30:00"', "time(8, 30)"],
  ['"0a0a0a0a-0a0a-0a0a-0a0a-0a0a0a0a0a0a"', 'UUID("0a" * 16)'],
  ['"9.90"', 'Decimal("9.90")'],
  ['{"b":1,"a":"2026-05-17"}', "Booking(1, date(2026, 5, 17))"],
  ['{"z":"Zoë 日本","a":1.5}', '{"z": "Zoë 日本", "a": 1.5}'],
  ['"file\\udcff"', '"file\\udcff"'],
];

const IMPORTS = [
  "from dataclasses import make_dataclass",
  "from datetime import date, datetime, time, timezone",
  "from decimal import Decimal",
  "from uuid import UUID",
  'Booking = make_dataclass("Booking", ["b", "a"])',
];

Deno.test("a project writes real data as JSON in UTF-8, with dates in ISO 8601", async () => {
  const list = `[${REAL_DATA.map(([, expression]) => expression).join(", ")}]`;
  await inEditedProject(answering(list, ...IMPORTS), async (folder) => {
    const requests = [{ method: "GET", path: "/users", body: null }];
    const [[answer] = []] = await flaskAnswers([{ folder, requests }], "server");
    equal(answer?.body, `[${REAL_DATA.map(([json]) => json).join(",")}]\n`);
    equal(answer?.contentType, "application/json");
  });
});

Deno.test("a project refuses to write NaN", async () => {
  await inEditedProject(answering('[float("nan")]'), async (folder) => {
    const requests = [{ method: "GET", path: "/users", body: null }];
    const [[answer] = []] = await flaskAnswers([{ folder, requests }], "client");
    deepEqual([answer?.status, answer?.contentType], [500, "application/problem+json"]);
  });
});

/** Request bodies, and the statuses of their answers. */
const BODIES: readonly (readonly [status: number, body: string])[] = [
  [400, "["],
  [400, "[".repeat(100_000)],
  [400, '{"a":'.repeat(100_000)],
  [400, "NaN"],
  [400, '{"a": [-Infinity]}'],
  [400, "1e999"],
  [400, "9".repeat(5_000)],
  [201, '"\\ud800"'],
  [201, '{"a": [1.5, -0.0, 1e30]}'],
];

Deno.test("no request body causes a server error", async () => {
  await inEditedProject((files) => files, async (folder) => {
    const requests = BODIES.map(([, body]) => ({ method: "POST", path: "/users/add", body }));
    const [answers] = await flaskAnswers([{ folder, requests }], "client");
    deepEqual(answers?.map(({ status }) => status), BODIES.map(([status]) => status));
  });
});
