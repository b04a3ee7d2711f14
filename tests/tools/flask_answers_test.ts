import { deepEqual, rejects } from "node:assert/strict";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { type AnswerMode, flaskAnswers } from "./flask_answers.ts";

const FOLDER = fileURLToPath(new URL("../testdata/harness/good", import.meta.url));
const MODES: readonly AnswerMode[] = ["client", "server"];

for (const mode of MODES) {
  Deno.test(`flaskAnswers() returns the exact bytes of responses, from the ${mode}`, async () => {
    const requests = [
      { method: "GET", path: "/numbers", body: null },
      { method: "POST", path: "/echo", body: '{"z": 1, "a": [-0.0, 1e2]}' },
      { method: "POST", path: "/echo", body: "{" },
    ];

    const [answers, again] = await flaskAnswers(
      [{ folder: FOLDER, requests }, { folder: FOLDER, requests: requests.slice(0, 1) }],
      mode,
    );

    deepEqual(answers?.map(({ status, contentType }) => [status, contentType]), [
      [200, "application/json"],
      [201, "application/json"],
      [400, "text/html; charset=utf-8"],
    ]);
    deepEqual(answers?.slice(0, 2).map(({ body }) => body), [
      '{"b":1,"a":1.0,"\\u00fc":[1e+20]}\n',
      '{"z":1,"a":[-0.0,100.0]}\n',
    ]);
    deepEqual(again, answers?.slice(0, 1));
  });

  Deno.test(`flaskAnswers() fails if an application does not start, from the ${mode}`, async () => {
    await rejects(
      flaskAnswers([{ folder: tmpdir(), requests: [] }], mode),
      /No module named 'api'[^]*The application in '.*' failed/,
    );
  });
}
