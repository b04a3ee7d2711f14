import { deepEqual, equal, match } from "node:assert/strict";
import { newestFlask } from "../tools/flask_pythons.ts";
import { type Judge, withJudge } from "./judge.ts";
import { begin } from "./life.ts";
import type { Files } from "./project.ts";

const APP = `from flask import Flask, request


def create_app(config):
    app = Flask(__name__)

    @app.get("/items/<int:id_>")
    def item(id_):
        return {"id": id_}

    @app.route("/items", methods=["GET", "POST"])
    def items():
        return {"method": request.method, "body": request.get_json(silent=True)}

    return app
`;

async function judged(judge: Judge, files: Files) {
  return await judge.judge({ folder: "base", app: "api", files });
}

Deno.test("judge() returns the endpoints of an app with their answers", async () => {
  const { error, endpoints } = await withJudge((judge) =>
    judged(judge, { "api/__init__.py": APP })
  );
  equal(error, null);
  deepEqual(
    endpoints.filter(({ endpoint }) => endpoint !== "static")
      .map(({ method, rule, endpoint, status, body }) => [method, rule, endpoint, status, body]),
    [
      ["GET", "/items/<int:id_>", "item", 200, '{"id":7}\n'],
      ["GET", "/items", "items", 200, '{"body":null,"method":"GET"}\n'],
      ["POST", "/items", "items", 200, '{"body":{"from":"the client"},"method":"POST"}\n'],
    ],
  );
});

Deno.test("judge() finds applications without a factory, and factories without settings", async () => {
  const head = "from flask import Flask\n\n\n";
  const rules = [
    `${head}app = Flask(__name__)\napp.add_url_rule("/a", "a", lambda: "")\n`,
    `${head}def create_app():\n    app = Flask(__name__)\n    return app\n`,
  ];
  await withJudge(async (judge) => {
    for (const text of rules) equal((await judged(judge, { "api/__init__.py": text })).error, null);
  });
});

Deno.test("judge() keeps states apart, and reports why an app does not start", async () => {
  await withJudge(async (judge) => {
    const files = {
      "api/__init__.py": APP.replace("def create", "import api.names\n\n\ndef create"),
    };
    match((await judged(judge, files)).error ?? "", /No module named 'api.names'/);
    equal((await judged(judge, { ...files, "api/names.py": "" })).error, null);
    match((await judged(judge, { ...files, "api/names.py": "(" })).error ?? "", /SyntaxError/);
    match((await judged(judge, files)).error ?? "", /No module named 'api.names'/);
    const dying = { "api/__init__.py": "import os\nos.abort()\n" };
    match((await judged(judge, dying)).error ?? "", /The process ended/);
    equal((await judged(judge, { "api/__init__.py": APP })).error, null);
  });
});

Deno.test("judge() sends bodies that fit", async () => {
  if (!newestFlask.hasPydantic) return;
  const { project } = await begin({
    routes: {
      carts: {
        type: "POST",
        body: { "id": 1, "a/b": [{ "~": true }], "price?": 2.5, any: [1, "x"], of: { in: "x" } },
        mock: "fits",
      },
    },
  });
  const { endpoints } = await withJudge((judge) => judge.judge(project));
  deepEqual(
    endpoints.filter(({ method }) => method === "POST").map(({ body }) => body.trim()),
    ['"fits"'],
  );
});
