/** Errors raised as the comments in generated services say, and the same errors of mocks. */

import { deepEqual, equal } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { createMock, type EndpointInput } from "../../mod.ts";
import { type Files, generate } from "../generators/edited_project.ts";
import { flaskAnswers } from "../tools/flask_answers.ts";
import { debianFlask, type FlaskPython, newestFlask } from "../tools/flask_pythons.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";

const STATUSES = Array.from({ length: 200 }, (_, at) => 400 + at);

const SUBROUTES: Readonly<Record<string, EndpointInput>> = Object.fromEntries(
  STATUSES.flatMap((status) => [
    [`text_${status}`, { type: "GET", errors: { [status]: `"${status}" é\n` } }],
    [`body_${status}`, { type: "GET", errors: { [status]: { mock: { code: [status, "é"] } } } }],
  ]),
);

const SPEC = { routes: { carts: { methods: {}, subroutes: SUBROUTES } } };

const ENDPOINTS = Object.keys(SUBROUTES).map((name) => ({
  path: `/carts/${name}`,
  status: Number(name.slice(-3)),
}));

const SERVICE = "api/services/carts_service.py";

/** Turns each comment about an error into the statement that it says. */
function raising(files: Files): Files {
  const code = files[SERVICE] ?? "";
  const raised = code.replaceAll(/^( +)# An error: (.*)$/gm, "$1$2");
  equal(raised.split("abort(").length + raised.split("raise ").length - 2, ENDPOINTS.length);
  const imports = "from flask import abort, jsonify, make_response\n" +
    "from werkzeug.exceptions import HTTPException\n";
  return { ...files, [SERVICE]: raised.replace(/^from /m, `${imports}from `) };
}

/** Sends a request to each endpoint of a project. */
async function answersOf(
  files: Files,
  headers: (status: number) => Readonly<Record<string, string>>,
  by: FlaskPython,
) {
  return await inTemporaryFolder(async (folder) => {
    writeFiles(folder, files);
    const requests = ENDPOINTS.map(({ path, status }) => ({
      method: "GET",
      path,
      body: null,
      headers: headers(status),
    }));
    const [answers = []] = await flaskAnswers([{ folder, requests }], "client", by);
    return answers.map(({ status, contentType, body }) => {
      const { request_id: _, ...rest } = Object(JSON.parse(body));
      return [status, contentType, rest];
    });
  });
}

Deno.test("an error raised as its comment says is the error that mocks send", async () => {
  const mock = createMock(SPEC);
  const expected = await Promise.all(
    ENDPOINTS.map(async ({ path, status }) => {
      const headers = { Prefer: `code=${status}` };
      const response = await mock(new Request(`http://localhost${path}`, { headers }));
      equal(response.status, status);
      return [status, response.headers.get("Content-Type"), await response.json()];
    }),
  );
  const files = raising(await generate(SPEC));
  for (const python of [debianFlask, newestFlask]) {
    const answers = await answersOf(files, () => ({}), python);
    const wrong = answers.map((answer, at) => ({ answer, expected: expected[at] }))
      .filter(({ answer, expected }) => !isDeepStrictEqual(answer, expected));
    deepEqual(wrong, []);
    equal(answers.length, ENDPOINTS.length);
  }
});

Deno.test("an app never answers with an error that only a request prefers", async () => {
  const files = await generate(SPEC);
  const answers = await answersOf(files, (status) => ({ Prefer: `code=${status}` }), newestFlask);
  deepEqual(new Set(answers.map(([status]) => status)), new Set([200]));
  equal(answers.length, ENDPOINTS.length);
});
