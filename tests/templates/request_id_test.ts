/** Ids of requests to generated projects. */

import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { append, generate } from "../generators/edited_project.ts";
import { debianFlask, newestFlask } from "../tools/flask_pythons.ts";
import { headerAnswers } from "../tools/header_answers.ts";
import { inEditedProject } from "./edited_project.ts";

/** Handlers that log in a nested context, and answer with problems of their own. */
const BY_HAND = append(
  "api/routes/users_route.py",
  `

@users_bp.get("/logs")
def get_logs() -> ResponseReturnValue:
    current_app.logger.warning("first")
    with current_app.app_context():
        current_app.logger.warning("second")
    return jsonify([])


@users_bp.get("/text")
def get_text() -> ResponseReturnValue:
    return "not JSON", 400, {"Content-Type": "application/problem+json"}


@users_bp.get("/list")
def get_list() -> ResponseReturnValue:
    return "[1]", 400, {"Content-Type": "application/problem+json"}


@users_bp.get("/failing")
def get_failing() -> ResponseReturnValue:
    raise RuntimeError("out of order")


from flask import current_app  # noqa: E402
`,
);

/** Ids that clients send, and whether the app takes them. */
const SENT: readonly (readonly [id: string, isTaken: boolean])[] = [
  ["7f3a", true],
  ["01J9-x_y.Z", true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["", false],
  ["a b", false],
  ["a]: INFO sold", false],
  ["a\u00a0b", false],
  ["a\u0085b", false],
  ["%0a", false],
  ["<b>", false],
];

const isNew = /^[0-9a-f]{32}$/;

Deno.test("an app takes short and harmless ids of requests, and makes the others", async () => {
  await inEditedProject((files) => files, async (folder) => {
    for (const python of [debianFlask, newestFlask]) {
      const requests = SENT.map(([id]) => ["GET", "/users", { "X-Request-Id": id }] as const);
      const { answers } = await headerAnswers(folder, requests, python);
      const ids = answers.map(({ headers }) => headers["X-Request-Id"] ?? "");
      deepEqual(ids.map((id, at) => id === SENT[at]?.[0]), SENT.map(([, isTaken]) => isTaken));
      for (const [at, [, isTaken]] of SENT.entries()) if (!isTaken) match(ids[at] ?? "", isNew);
    }
  });
});

Deno.test("the lines that an app logs during a request have its id", async () => {
  await inEditedProject(BY_HAND, async (folder) => {
    for (const python of [debianFlask, newestFlask]) {
      const { log, answers } = await headerAnswers(folder, [
        ["GET", "/users/logs", { "X-Request-Id": "7f3a" }],
        ["GET", "/users/logs", {}],
        ["GET", "/users/failing", { "X-Request-Id": "9c" }],
      ], python);
      const made = answers[1]?.headers["X-Request-Id"] ?? "";
      const lines = log.split("\n").filter((line) => /^\d{4}-/.test(line));
      deepEqual(lines.map((line) => line.replace(/^\S+ \S+ /, "")), [
        "WARNING api [7f3a]: first",
        "WARNING api [7f3a]: second",
        `WARNING api [${made}]: first`,
        `WARNING api [${made}]: second`,
        "ERROR api [9c]: Exception on /users/failing [GET]",
      ]);
      equal(JSON.parse(answers[2]?.body ?? "").request_id, "9c");
    }
  });
});

Deno.test("problem details have the id, and other answers only the header", async () => {
  await inEditedProject(BY_HAND, async (folder) => {
    for (const python of [debianFlask, newestFlask]) {
      const paths = ["/missing", "/users", "/users/text", "/users/list"];
      const requests = paths.map((path) => ["GET", path, {}] as const);
      const { answers } = await headerAnswers(folder, requests, python);
      const [missing, found, text, list] = answers;
      const id = missing?.headers["X-Request-Id"];
      equal(JSON.parse(missing?.body ?? "").request_id, id);
      notEqual(found?.headers["X-Request-Id"], id);
      deepEqual([found?.body, text?.body, list?.body], ['{"id":1}\n', "not JSON", "[1]"]);
    }
  });
});

Deno.test("the access log of the container has the usual fields of gunicorn, then the id", async () => {
  const files = await generate({ routes: { users: { type: "GET" } } });
  const [, command = "[]"] = /^CMD (.*)$/m.exec(files["Dockerfile"] ?? "") ?? [];
  const words: readonly string[] = JSON.parse(command);
  const format = words.find((word) => word.startsWith("--access-logformat="));
  equal(
    format,
    '--access-logformat=%(h)s %(l)s %(u)s %(t)s "%(r)s" %(s)s %(b)s "%(f)s" "%(a)s" ' +
      "[%({x-request-id}o)s]",
  );
});
